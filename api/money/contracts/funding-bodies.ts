import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import { Key, nairaTyped, requiredLine, requiredText } from '#api/contracts/input.ts'

/** An amount as forms send it: naira as text, thousands separators allowed. */
const Amount = nairaTyped('An amount is required')

/** POST /api/pool/credit (E141): `credit` in naira, 1.00 at least. */
export const PoolCreditBody = z.strictObject({
  benefactor: requiredLine(200, 'A benefactor is required', 2),
  credit: Amount,
})
export type PoolCreditBody = z.infer<typeof PoolCreditBody>

/** POST /api/coes/{id}/allocation: pool money for a hospital, in naira. */
export const AllocationBody = z.strictObject({ amount: Amount })
export type AllocationBody = z.infer<typeof AllocationBody>

/** POST /api/fundings/confirm: by a second person. */
export const ConfirmFundingBody = z.strictObject({ funding_id: Key })

/** POST /api/fundings/decline by a second person, /api/fundings/withdraw by who proposed it: with the reason. */
export const EndFundingBody = ConfirmFundingBody.extend({ reason: requiredText(1_000, 'Enter a reason') })

/** POST /api/patients/{id}/fund: money from the hospital's allocation into the patient's wallet, in naira. */
export const PatientFundBody = z.strictObject({ amount: Amount, reason: text(1000).trim().optional() })
export type PatientFundBody = z.infer<typeof PatientFundBody>
