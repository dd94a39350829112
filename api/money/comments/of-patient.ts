import { z } from 'zod'
import { text } from '#domain/kernel/text.ts'
import type { CommentFilter } from '#projections/money/comment/comments-report.ts'
import type { Actor, Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { within } from '#api/money/transactions/list-filter.ts'
import { reachedPatient } from '#api/money/transactions/list-billings.ts'
import { mayReadNotes } from '#api/money/transactions/notes.ts'

/** The patient of the address, by id or CHF id. */
export const PatientPath = z.object({ patient_id: text(100).min(1) })

/** Who bills, who reads a patient's bills, and patients their own. */
export const COMMENT_READERS = ['BILL_SERVICES', 'BILL_DRUGS', 'VIEW_PATIENT_CAREPLAN', 'APPLY_FUND'] as const

/**
 * The comments of a patient that a caller reaches: of a hospital's people those of its own bills. Their texts for those who
 * read what a bill says about its patient. Throws an HttpError where the patient is out of reach.
 */
export async function commentsOf(
  context: AppContext,
  idOrChfId: string,
  reach: Reach,
  { permissions }: Actor,
): Promise<CommentFilter> {
  const { coeId } = within(reach, undefined)
  return { patientId: await reachedPatient(context, idOrChfId, reach), coeId, isMasked: !mayReadNotes(permissions) }
}
