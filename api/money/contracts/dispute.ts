import { z } from 'zod'
import { Day } from '#domain/kernel/dates.ts'
import { text } from '#domain/kernel/text.ts'
import { DISPUTE_OUTCOMES } from '#domain/money/dispute/outcomes.ts'
import { HospitalChoice, Key, requiredText } from '#api/contracts/input.ts'
import { rowOf } from '#api/contracts/row.ts'
import { DISPUTE_FIELDS } from '#projections/money/dispute/fields.ts'
import { Documents, ShownDocument } from './attached-documents.ts'

/** One dispute on the lists, newest first. */
export const DisputeRow = rowOf(DISPUTE_FIELDS)
export type DisputeRow = z.infer<typeof DisputeRow>

/** Filters of the lists of disputes; days are those on which they were raised, in Lagos, both included. */
export const DisputeListFilter = z.object({
  start_date: Day.optional(),
  end_date: Day.optional(),
  status: DisputeRow.shape.status.optional(),
  coe: HospitalChoice,
  unread_by: text(60)
    .optional()
    .describe('Followed by a person, by their user id, with messages that they have not read'),
  search: text(60).trim().optional().describe("A transaction's number, or a CHF id"),
})

/** POST /api/transactions/dispute (E133): the reason as `comment`, with documents as on bills. */
export const RaiseDisputeBody = z.strictObject({
  transaction_id: Key,
  comment: requiredText(1_000, 'Say why you dispute this bill'),
  documents: Documents,
  status: z.unknown().optional().describe('Whatever is sent: a dispute that is raised is open'),
})
export type RaiseDisputeBody = z.input<typeof RaiseDisputeBody>

/** PUT /api/transactions/dispute/{id} (E134): how the dispute ends; without a status the bill stands. */
export const EndDisputeBody = z.strictObject({
  transaction_id: Key,
  status: z.enum(DISPUTE_OUTCOMES).default('resolved'),
  comment: text(1_000).trim().optional().describe('Why; must be there when it is reversed or withdrawn'),
})
export type EndDisputeBody = z.input<typeof EndDisputeBody>

/** The newest dispute of a bill. */
export const BillDispute = z.object({
  id: z.string(),
  status: z.enum(['open', ...DISPUTE_OUTCOMES]),
  raised_by: z.string(),
  raised_at: z.string(),
  reason_for_dispute: z.string().nullable().describe('Null where it is not for this caller'),
  documents: z.array(ShownDocument).describe('What its raiser attached'),
  ended_by: z.string().nullable(),
  ended_at: z.string().nullable(),
  comment: z.string().nullable().describe('Why it ended so; null where nothing was said, or not to this caller'),
  endings: z
    .array(z.object({ status: z.enum(DISPUTE_OUTCOMES), refused: z.string().nullable() }))
    .describe('How the caller may end it, and why not; none for who may end none'),
})
export type BillDispute = z.infer<typeof BillDispute>
