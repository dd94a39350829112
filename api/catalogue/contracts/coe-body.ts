import { z } from 'zod'
import { MAX_COUNT } from '#domain/kernel/whole-number.ts'
import { digits, digitsApart, Key, phoneNumber, requiredLine, requiredText, shortCode } from '#api/contracts/input.ts'
import { NewEmail } from '#api/people/contracts/account.ts'

// The texts are the specs' (messages.tsv M128, M129, M131 to M135).
const STATE = 'Please choose a state'
const ACCOUNT = 'Enter 10 digits'
const SORT_CODE = 'Enter 9 digits'
const REASON = 'Enter a reason'
const CAP_ID = "Please provide the COE's id on CAP"
const details = {
  coe_name: requiredLine(200, 'Please provide a coe name', 2),
  coe_type: z.enum(['Federal', 'State'], 'Please choose a valid coe_type'),
  coe_address: requiredText(500, 'Address must be more than 10 characters!', 10),
  /** One of the 36 states and the Federal Capital Territory. */
  state_id: z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value),
    z.int(STATE).min(1, STATE).max(37, STATE),
  ),
}

/** POST /api/coes (E151): a hospital with its first administrator. Without a code it gets the one that its name suggests. */
export const NewCoeBody = z.strictObject({
  ...details,
  coe_id_cap: requiredLine(100, CAP_ID, 3),
  coe_code: shortCode('A code is required').optional(),
  first_name: requiredLine(100, 'Please provide a first name of coe admin', 2),
  last_name: requiredLine(100, 'Please provide a last name of coe admin', 2),
  email: NewEmail,
  phone_number: phoneNumber(),
})
export type NewCoeBody = z.infer<typeof NewCoeBody>

/** PUT /api/coes/{id} (E152). Its id on CAP stays when it is left out (spec, open-questions Q114); its code stays always. */
export const EditCoeBody = z.strictObject({
  ...details,
  coe_id_cap: requiredLine(100, CAP_ID, 3).optional(),
  revision: digits(0, MAX_COUNT).optional().describe('As the hospital was read; left out, whatever has changed since'),
})
export type EditCoeBody = z.infer<typeof EditCoeBody>

/** POST /api/coes/{id}/bank: where it is to be paid, when a second person confirms it. */
export const CoeBankBody = z.strictObject({
  bank_account_name: requiredLine(200, 'Please provide the name of the account', 2),
  bank_account_number: digitsApart(10, ACCOUNT),
  bank_sort_code: digitsApart(9, SORT_CODE),
  bank_name: requiredLine(200, 'Please provide the name of the bank', 2),
})
export type CoeBankBody = z.infer<typeof CoeBankBody>

/** POST /api/coes/{id}/bank/confirm and /withdraw: `proposal` are the bank details that were seen. */
export const CoeProposalBody = z.strictObject({ proposal: Key })
/** POST /api/coes/{id}/bank/decline. */
export const DeclineCoeBankBody = CoeProposalBody.extend({ reason: requiredText(1_000, REASON) })
/** POST /api/coes/{id}/deactivate. */
export const DeactivateCoeBody = z.strictObject({ reason: requiredText(1_000, REASON) })
