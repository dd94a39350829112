/** Why a hospital leaves a bill off an invoice: chosen from a list, as a text could be about the patient and the event names no person. */
export const LEFT_OFF_REASONS = [
  'left_off_documents_missing',
  'left_off_wrong_lines',
  'left_off_billed_twice',
  'left_off_other_period',
  'left_off_asked_by_fund',
] as const
export type LeftOffReason = (typeof LEFT_OFF_REASONS)[number]
