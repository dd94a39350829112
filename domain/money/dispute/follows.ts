import { type Asked, follows } from '#domain/kernel/follows.ts'
import { type Dispute, dispute, type DisputeCommand } from './dispute.ts'
import type { DisputeEvent } from './events.ts'

function asked({ type, data }: DisputeEvent, state: Dispute): Asked<DisputeCommand> {
  if (type === 'DisputeRaised') return { type: 'RaiseDispute', data }
  if (type === 'DisputeCommented') return { type: 'CommentOnDispute', data }
  const { outcome, comment } = data
  // Where whoever ended it worked stands in no event of it, and is held against the log by verify-parties.
  const ofCoe = state.status === 'none' ? undefined : state.coeId
  return { type: 'EndDispute', data: { outcome, comment, ofCoe } }
}

export const disputeFollows = follows(dispute, asked)
