import type { Command, Decider } from '#domain/kernel/decider.ts'
import { endOfHour, hourOf } from '#domain/kernel/hours.ts'
import type { LATER_STEPS, PaymentNoticeEvent } from './events.ts'

export type LaterStep = (typeof LATER_STEPS)[number]
/** `people` (user ids) may take the step, by the log. */
export type PaymentNoticeCommand = Command<
  'NotifyPaymentOffice',
  { readonly step: LaterStep; readonly people: readonly string[] }
>
export type PaymentNotice = { readonly isNotified: boolean }

/** The stream of an office's hour, by a moment (ISO, UTC) of it. */
export const paymentNoticeOf = (step: LaterStep, at: string): string => `${step}:${hourOf(at)}`

/** Stream `paymentNotice-{step}:{hour}`: one mail an hour for each office, however many steps are taken before it. */
export const paymentNotice: Decider<PaymentNotice, PaymentNoticeCommand, PaymentNoticeEvent, never> = {
  category: 'paymentNotice',
  initial: () => ({ isNotified: false }),
  decide: ({ data: { step, people }, by, at }, { isNotified }) =>
    isNotified
      ? []
      : [{ type: 'PaymentOfficeNotified', data: { step, until: endOfHour(at), people: [...people], by, at } }],
  evolve: () => ({ isNotified: true }),
}
