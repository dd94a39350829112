import { handle, load } from '#commands/handle.ts'
import { followUp } from '#commands/follow-up.ts'
import type { AnyCommand } from '#domain/kernel/decider.ts'
import { LATER_STEPS, MOST_NOTIFIED } from '#domain/money/payment-notice/events.ts'
import { paymentNotice, paymentNoticeOf } from '#domain/money/payment-notice/payment-notice.ts'
import { type ChainStep, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { AppContext } from '#api/context.ts'
import { whoIsTold } from '#api/people/who-is-told.ts'

/** Has the office mailed that takes the next step: the first time in an hour that a step makes bills ready for it. */
export async function notifyNextOffice(context: AppContext, taken: ChainStep, cause: AnyCommand): Promise<void> {
  const next = PAYMENT_CHAIN.next(PAYMENT_CHAIN.link(taken).to)
  const step = LATER_STEPS.find((one) => one === next?.step)
  if (step === undefined) return
  const { handler } = context
  const stream = paymentNoticeOf(step, cause.at)
  if ((await load(handler, paymentNotice, stream)).isNotified) return
  const { permission } = PAYMENT_CHAIN.link(step)
  const people = await whoIsTold(context, { permission, but: cause.by, most: MOST_NOTIFIED })
  await handle(handler, paymentNotice, stream, followUp(cause, 'NotifyPaymentOffice', { step, people }))
}
