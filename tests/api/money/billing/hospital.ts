import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { walletOf } from '#domain/kernel/accounts.ts'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { pilotCoeId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { registerPatient } from '#commands/care/patient/register-patient.ts'
import { command } from '#tests/support/command.ts'
import { type Answer, type DemoApp, personOf } from '#tests/support/demo-app.ts'

/** The hospital of the first demo people, and that of the second. */
export const [OWN, OTHER] = ['ABUTH', 'FTHG'].map(pilotCoeId) as [string, string]

/** A consultation, by its id. */
export const CONSULTATION = referenceServiceId('CO01')

let count = 0

/** A patient of the first hospital (unless said otherwise) with that many kobo; every one is somebody new. */
export async function patientWith(demo: DemoApp, amount: number, coeId = OWN): Promise<string> {
  count += 1
  const patientId = deriveId('billing-test', String(count))
  const person = { firstName: `Zarah${count}`, lastName: 'Okafor-Bello', gender: 'Female' as const }
  const contact = { email: `zarah-${count}@patients.example`, phoneNumber: '08035550000', dateOfBirth: '1980-02-03' }
  const data = { patientId, coeId, ...person, ...contact, emailVerified: true }
  const { handler, codes, emailSecret } = demo.context
  const done = await registerPatient(
    { handler, codes, emailSecret },
    command('RegisterPatient', data, { by: patientId }),
  )
  if (done.outcome === 'refused') throw new Error(done.refusal.refused)
  await fund(demo, patientId, coeId, amount)
  return patientId
}

/** Puts money into a wallet on the way that all money goes: pool, allocation, wallet; the lists show it then. */
export async function fund({ context }: DemoApp, patientId: string, coeId: string, amount: number): Promise<void> {
  if (amount > 0) {
    const money = { amount: kobo(amount) }
    const give = { ...money, above: MAX_AMOUNT, benefactor: 'Friends of the ward' }
    const wards = { ...money, coeId, patientId, reason: 'Approved', cap: kobo(amount), above: MAX_AMOUNT }
    for (const move of [
      command('RequestPoolCredit', give, { by: personOf('FUND_ADMIN').userId }),
      command('RequestAllocation', { coeId, above: MAX_AMOUNT, ...money }, { by: personOf('FUND_ADMIN').userId }),
      command('RequestPatientFunding', wards, { by: personOf('FUND_ADMIN').userId }),
    ]) {
      const moved = await moveFunds(context.handler, deriveId(move.id, 'funding'), move)
      if (moved.outcome === 'refused') throw new Error(moved.refusal.refused)
    }
  }
  if (!(await context.caughtUp(await context.log.head()))) throw new Error('The read models lag')
}

/** What is in a wallet, in kobo, as its own stream says. */
export const balanceOf = async ({ context }: DemoApp, patientId: string): Promise<number> =>
  (await load(context.handler, wallet, walletOf(patientId))).balance

/** How many bills the lists show of a patient. */
export async function billsOf({ context }: DemoApp, patientId: string): Promise<number> {
  const { rows } = await context.pool.query('select from transaction where patient_id = $1 and billed_at is not null', [
    patientId,
  ])
  return rows.length
}

/** The id of the first demo patient, of the first hospital; `2`: of the other one. */
export const demoPatient = (second?: 2): string => personOf('PATIENT', second).userId

/** What a refused request says, and of which fields. */
export function refusal(answer: Answer): { status: number; message: unknown; fields: readonly string[] } {
  const { message, errors = {} } = answer.json<{ message: unknown; errors?: object }>()
  return { status: answer.statusCode, message, fields: Object.keys(errors) }
}
