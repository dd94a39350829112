import { type RawBuilder, sql } from 'kysely'
import { walletOf } from '#domain/kernel/accounts.ts'
import type { AppContext } from '#api/context.ts'
import type { PatientMatch } from '#api/money/contracts/billing.ts'
import { nairaText } from '#api/naira.ts'

type Match = Omit<PatientMatch, 'wallet_balance'> & { readonly balance: number | null }

/** Active patients of a hospital with what is in their wallets: whom `where` chooses (`p` the patient, `u` their account). */
export async function patientMatches(
  { db }: AppContext,
  coeId: string,
  {
    where,
    order,
    most,
  }: { readonly where: RawBuilder<unknown>; readonly order: RawBuilder<unknown>; readonly most: number },
): Promise<PatientMatch[]> {
  const { rows } = await sql<Match>`
    select p.id, p.chf_id, u.first_name, u.last_name, u.other_names, u.email, u.phone_number, u.gender, p.coe_id,
           c.name as coe_name, a.balance
      from patient p
      join user_account u on u.id = p.id
      join coe c on c.id = p.coe_id
      left join account a on a.account = ${walletOf('')} || p.id
     where p.coe_id = ${coeId} and u.status = 'active' and ${where}
     order by ${order} limit ${most}`.execute(db)
  return rows.map(({ balance, ...match }) => ({ ...match, wallet_balance: nairaText(balance ?? 0) }))
}
