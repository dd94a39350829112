import { follows } from '#domain/kernel/follows.ts'
import type { PaymentNoticeEvent } from './events.ts'
import { paymentNotice, type PaymentNoticeCommand, paymentNoticeOf } from './payment-notice.ts'

export const paymentNoticeFollows = follows(
  paymentNotice,
  ({ data: { step, people } }: PaymentNoticeEvent): Pick<PaymentNoticeCommand, 'type' | 'data'> => ({
    type: 'NotifyPaymentOffice',
    data: { step, people },
  }),
  { named: ({ step, at }) => paymentNoticeOf(step, at) },
)
