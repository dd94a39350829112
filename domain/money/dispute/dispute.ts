import { isBlank } from '#domain/kernel/blank.ts'
import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import type { BilledDocument } from '#domain/money/transaction/events.ts'
import type { DisputeEvent } from './events.ts'
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

type Raised = {
  readonly transactionId: string
  readonly patientId: string
  readonly coeId: string
  readonly billedBy: string
  readonly raisedBy: string
}
/** `none`, open, or how it ended. */
export type Dispute = { readonly status: 'none' } | (Raised & { readonly status: 'open' | DisputeOutcome })

function decide(command: DisputeCommand, dispute: Dispute): Decision<DisputeEvent, DisputeRefusal> {
  const stamp = { by: command.by, at: command.at }
  switch (command.type) {
    case 'RaiseDispute': {
      // Raised by the process too when the call that meant it has died: once.
      if (dispute.status !== 'none') return []
      const documents = [...command.data.documents]
      return [{ type: 'DisputeRaised', data: { ...command.data, ...stamp, documents } }]
    }
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

function evolve(dispute: Dispute, { type, data }: DisputeEvent): Dispute {
  switch (type) {
    case 'DisputeRaised': {
      const { transactionId, patientId, coeId, billedBy, by: raisedBy } = data
      return { status: 'open', transactionId, patientId, coeId, billedBy, raisedBy }
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
