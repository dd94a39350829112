import { z } from 'zod'
import { COE_FIELDS } from '#projections/catalogue/coe/fields.ts'
import { text } from '#domain/kernel/text.ts'
import { one } from '#api/contracts/common.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { rowOf } from '#api/contracts/row.ts'
import { Person } from '#api/people/contracts/staff.ts'

/** What anybody may know of a hospital. */
const Coe = z.object({
  id: z.string(),
  coe_name: z.string(),
  coe_code: z.string(),
  coe_id_cap: z.string(),
  status: z.string().describe('active or inactive'),
})

/** A hospital on the list of those who administer them. */
export const CoeView = rowOf(COE_FIELDS)
export type CoeView = z.infer<typeof CoeView>

/** What anybody may know, and beside it what whoever asks may see. */
const SeenCoe = CoeView.partial().extend(Coe.shape)

/** GET /api/coes (E041): the hospitals, for choices; public, as enrolment picks one. With VIEW_COE, all figures of each. */
export const CoeList = z.object({ data: z.array(SeenCoe) })

export const CoeListFilter = z.object({
  search: text(200).trim().optional().describe('Part of a name, a type or a code'),
  ready_for: text(60).optional().describe('Whose bank details a person, by their user id, may confirm'),
})

/** GET /api/coes/search/{term} (E153). */
export const CoesFound = z.object({ data: z.object({ data: z.array(CoeView) }) })

/** Where a hospital is paid. Who may not see it gets the account's last four digits. */
const Bank = z.object({
  bank_account_name: z.string(),
  bank_account_number: z.string(),
  bank_sort_code: z.string(),
  bank_name: z.string(),
})
const ConfirmedBank = Bank.extend({
  bank_confirmed_by: z.string().describe('Their name'),
  bank_confirmed_at: z.string(),
})

/** Where a hospital is paid, for whoever pays it. */
export const PaidAt = z.object({
  coe_id: z.string(),
  coe_name: z.string(),
  bank: ConfirmedBank.nullable().describe('Null where none is confirmed'),
  is_newer: z.boolean().describe('They were confirmed after what is to be paid was initiated'),
  is_changing: z.boolean().describe('Other bank details wait for a second person'),
})
export type PaidAt = z.infer<typeof PaidAt>

const Proposal = Bank.extend({
  id: z.string(),
  proposed_by: z.string().describe('Their name'),
  proposed_at: z.string(),
  is_own: z.boolean().describe('Whether the caller entered them: they can withdraw them, and another person confirms'),
})

/** What is told of a hospital to those who administer it, or head it. */
const Administered = z.object({
  ...CoeView.shape,
  ...ConfirmedBank.partial().shape,
  bank_proposal: Proposal.nullable().describe('Bank details that wait for a second person'),
  revision: z.int().describe('Revision of the details, to send with an edit'),
  history: z.array(HistoryEntry),
})
export type CoeDetail = z.infer<typeof Administered>

/**
 * GET /api/coes/{id} (E042): the same of one; to those who administer it also where it is paid and its history, and to who
 * may see them its staff.
 */
export const CoeAnswer = one(Administered.partial().extend({ ...Coe.shape, staffs: z.array(Person).optional() }))
