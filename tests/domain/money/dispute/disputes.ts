import type { DisputeOutcome } from '#domain/money/dispute/outcomes.ts'
import { command } from '#tests/support/command.ts'

/** A dispute of somebody's bill, as its flag says. */
export const raise = (by: string) =>
  command(
    'RaiseDispute',
    {
      ...{ transactionId: 'bill-1', patientId: 'patient-1', coeId: 'coe-1', billedBy: 'biller' },
      ...{ reason: 'The drug was not given', documents: [] },
    },
    { by },
  )

/** A message about it. */
export const comment = (
  by: string,
  text = 'It was given',
  documents: readonly string[] = [],
  messageId = `said-${text.replaceAll(/\W/g, '-')}`,
) =>
  command(
    'CommentOnDispute',
    { messageId, comment: text, documents: documents.map((documentId) => ({ documentId, name: 'Chart', sha256: '' })) },
    { by },
  )

/** Its end, by somebody of a hospital, or of none. */
export const end = (
  by: string,
  outcome: DisputeOutcome,
  comment: string | null = 'As agreed',
  ofCoe: string | null = 'coe-1',
) => command('EndDispute', { outcome, comment: comment ?? undefined, ofCoe: ofCoe ?? undefined }, { by })
