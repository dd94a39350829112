import type { Answers } from '#api/refusal-answer.ts'
import type { DisputeRefusal } from '#domain/money/dispute/dispute.ts'

const ENDED: Readonly<Record<string, string>> = {
  resolved: 'it was resolved and the bill is right',
  reversed: 'the bill was reversed',
  withdrawn: 'it was withdrawn',
}
const DID: Readonly<Record<string, string>> = { raise: 'raised this dispute', bill: 'billed the transaction' }

/** What is said to the "no" of a dispute. */
export const disputeAnswers: Answers<DisputeRefusal> = {
  dispute_unknown: { status: 404, message: 'Dispute not found' },
  dispute_ended: {
    status: 409,
    message: ({ status }) => `Someone was faster: ${ENDED[String(status)] ?? 'the dispute is closed'}`,
  },
  dispute_not_yours: {
    status: 422,
    field: 'status',
    message: 'Only the person who raised the dispute can withdraw it',
  },
  dispute_of_the_hospital: {
    status: 422,
    field: 'status',
    message: 'Only the hospital that billed can resolve the dispute. The person who raised it can withdraw it.',
  },
  dispute_same_person: {
    status: 422,
    field: 'status',
    message: ({ did }) => `You ${DID[String(did)] ?? 'acted on it'}, so another person must resolve it`,
  },
  dispute_comment_required: {
    status: 422,
    field: 'comment',
    message: ({ outcome }) =>
      outcome === 'reversed' ? 'Say why you reverse the bill' : 'Say why you withdraw the dispute',
  },
  dispute_closed: {
    status: 409,
    message: ({ status }) => `No more messages can be sent: ${ENDED[String(status)] ?? 'the dispute is closed'}`,
  },
  dispute_message_required: { status: 422, field: 'comment', message: 'Write a message' },
  dispute_too_many_messages: {
    status: 422,
    field: 'comment',
    message: ({ most }) => `This dispute has reached ${String(most)} messages. It can only be resolved now.`,
  },
  dispute_too_many_documents: {
    status: 422,
    field: 'documents',
    message: ({ most }) => `A dispute can have up to ${String(most)} documents in its messages`,
  },
}
