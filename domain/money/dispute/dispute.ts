import { isBlank } from '#domain/kernel/blank.ts'
import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import type { BilledDocument } from '#domain/money/transaction/events.ts'
import type { DisputeEvent } from './events.ts'
import { MAX_DISPUTE_COMMENTS, MAX_DISPUTE_DOCUMENTS } from './limits.ts'
import type { DisputeOutcome } from './outcomes.ts'

export type DisputeCommand =
  | Command<
      'RaiseDispute',
      {
        readonly transactionId: string
        readonly patientId: string
        readonly coeId: string
        readonly billedBy: string
        readonly reason: string
        readonly documents: readonly BilledDocument[]
      }
    >
  | Command<
      'CommentOnDispute',
      {
        readonly messageId: string
        readonly comment: string
        /** As they are kept by now. */
        readonly documents: readonly BilledDocument[]
      }
    >
  | Command<
      'EndDispute',
      {
        readonly outcome: DisputeOutcome
        /** Why; a dispute that is resolved may be so without a word. */
        readonly comment?: string | undefined
        /** The hospital of whoever ends it; of somebody without one, nothing. */
        readonly ofCoe: string | undefined
      }
    >

export type DisputeRefusal =
  | 'dispute_unknown'
  | 'dispute_ended'
  | 'dispute_not_yours'
  | 'dispute_of_the_hospital'
  | 'dispute_same_person'
  | 'dispute_comment_required'
  | 'dispute_closed'
  | 'dispute_message_required'
  | 'dispute_too_many_messages'
  | 'dispute_too_many_documents'

type Raised = {
  readonly transactionId: string
  readonly patientId: string
  readonly coeId: string
  readonly billedBy: string
  readonly raisedBy: string
}
/** `none`, open, or how it ended. */
export type Dispute =
  | { readonly status: 'none' }
  | (Raised & {
      readonly status: 'open' | DisputeOutcome
      /** How many messages were written, and how many documents came with them. */
      readonly comments: number
      readonly documents: number
      /** The last one of them. */
      readonly lastMessage?: string
    })

function decide(command: DisputeCommand, dispute: Dispute): Decision<DisputeEvent, DisputeRefusal> {
  const stamp = { by: command.by, at: command.at }
  switch (command.type) {
    case 'RaiseDispute': {
      // Raised by the process too when the call that meant it has died: once.
      if (dispute.status !== 'none') return []
      const documents = [...command.data.documents]
      return [{ type: 'DisputeRaised', data: { ...command.data, ...stamp, documents } }]
    }
    case 'CommentOnDispute':
      return commented(command, dispute)
    case 'EndDispute': {
      if (dispute.status === 'none') return refuse('dispute_unknown')
      const { outcome, comment, ofCoe } = command.data
      const { status, transactionId, patientId, coeId, raisedBy, billedBy } = dispute
      if (status !== 'open') return refuse('dispute_ended', { status })
      if (outcome === 'withdrawn') {
        if (command.by !== raisedBy) return refuse('dispute_not_yours')
      } else {
        if (ofCoe !== coeId) return refuse('dispute_of_the_hospital')
        // Who raised it or billed does not resolve it (domain.md, Dispute).
        if (command.by === raisedBy) return refuse('dispute_same_person', { did: 'raise' })
        if (command.by === billedBy) return refuse('dispute_same_person', { did: 'bill' })
      }
      if (outcome !== 'resolved' && isBlank(comment ?? '')) return refuse('dispute_comment_required', { outcome })
      const data = { ...stamp, transactionId, patientId, coeId, outcome, ...(comment === undefined ? {} : { comment }) }
      return [{ type: 'DisputeEnded', data }]
    }
  }
}

/** Whoever may write there may say what they want, as long as it is open: read only behind its end. */
function commented(
  { by, at, data: { messageId, comment, documents } }: Extract<DisputeCommand, { readonly type: 'CommentOnDispute' }>,
  dispute: Dispute,
): Decision<DisputeEvent, DisputeRefusal> {
  if (dispute.status === 'none') return refuse('dispute_unknown')
  const { status, transactionId, patientId, coeId } = dispute
  if (dispute.lastMessage === messageId) return []
  if (status !== 'open') return refuse('dispute_closed', { status })
  if (isBlank(comment)) return refuse('dispute_message_required')
  if (dispute.comments >= MAX_DISPUTE_COMMENTS)
    return refuse('dispute_too_many_messages', { most: MAX_DISPUTE_COMMENTS })
  if (documents.length > 0 && dispute.documents + documents.length > MAX_DISPUTE_DOCUMENTS)
    return refuse('dispute_too_many_documents', { most: MAX_DISPUTE_DOCUMENTS })
  const data = { by, at, transactionId, patientId, coeId, messageId, comment, documents: [...documents] }
  return [{ type: 'DisputeCommented', data }]
}

function evolve(dispute: Dispute, { type, data }: DisputeEvent): Dispute {
  switch (type) {
    case 'DisputeRaised': {
      const { transactionId, patientId, coeId, billedBy, by: raisedBy } = data
      return { status: 'open', transactionId, patientId, coeId, billedBy, raisedBy, comments: 0, documents: 0 }
    }
    case 'DisputeCommented':
      if (dispute.status === 'none') return dispute
      return {
        ...dispute,
        comments: dispute.comments + 1,
        documents: dispute.documents + data.documents.length,
        lastMessage: data.messageId,
      }
    case 'DisputeEnded':
      return dispute.status === 'none' ? dispute : { ...dispute, status: data.outcome }
  }
}

/** Stream `dispute-{id}`. */
export const dispute: Decider<Dispute, DisputeCommand, DisputeEvent, DisputeRefusal> = {
  category: 'dispute',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
