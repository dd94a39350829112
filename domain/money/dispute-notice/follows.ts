import { follows } from '#domain/kernel/follows.ts'
import { disputeNotice, type DisputeNoticeCommand, disputeNoticeOf } from './dispute-notice.ts'
import type { DisputeNoticeEvent } from './events.ts'

export const disputeNoticeFollows = follows(
  disputeNotice,
  ({ data: { disputeId, people } }: DisputeNoticeEvent): Pick<DisputeNoticeCommand, 'type' | 'data'> => ({
    type: 'NotifyDisputeSides',
    data: { disputeId, people },
  }),
  { named: ({ disputeId, at }) => disputeNoticeOf(disputeId, at) },
)
