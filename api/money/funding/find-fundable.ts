import { sql } from 'kysely'
import { allocationOf, walletOf } from '#domain/kernel/accounts.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import { type PatientInLog, patientNamed } from '#api/money/patient-in-log.ts'

/** A patient whom the fund may pay for; amounts in kobo, 0 where nothing has moved yet. */
export type Fundable = {
  readonly id: string
  readonly chf_id: string
  readonly name: string
  readonly status: string
  readonly coe_id: string
  readonly coe_name: string
  readonly allocation: number
  readonly wallet: number
}

/** Whose wallet is to be credited, as the log says: by patient id, CHF id or e-mail. Throws 404 when there is none. */
export async function fundablePatient({ db, handler }: AppContext, idOrChfId: string): Promise<PatientInLog> {
  const { rows } = await sql<{ id: string }>`
    select p.id from patient p join user_account u on u.id = p.id where ${goesBy(idOrChfId)}
     order by p.chf_id limit 1`.execute(db)
  const patient = await patientNamed(handler, idOrChfId, rows[0]?.id)
  if (patient === undefined) throw notFound('Patient')
  return patient
}

const goesBy = (idOrChfId: string) =>
  sql`(p.id = ${idOrChfId} or p.chf_id = ${idOrChfId.toUpperCase()} or u.email = ${idOrChfId.toLowerCase()})`

/** The same as it is shown, by the tables. Throws 404 when there is none. */
export async function findFundable({ db }: AppContext, idOrChfId: string): Promise<Fundable> {
  const { rows } = await sql<Fundable>`
    select p.id, p.chf_id, concat_ws(' ', u.first_name, u.last_name) as name, u.status, p.coe_id, c.name as coe_name,
           coalesce(a.balance, 0) as allocation, coalesce(w.balance, 0) as wallet
      from patient p
      join user_account u on u.id = p.id
      join coe c on c.id = p.coe_id
      left join account a on a.account = ${allocationOf('')} || p.coe_id
      left join account w on w.account = ${walletOf('')} || p.id
     where ${goesBy(idOrChfId)}
     order by p.chf_id limit 1`.execute(db)
  const [patient] = rows
  if (patient === undefined) throw notFound('Patient')
  return patient
}
