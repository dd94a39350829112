import type { Command, Decider } from '#domain/kernel/decider.ts'
import type { LATER_STEPS, PaymentNoticeEvent } from './events.ts'

export type LaterStep = (typeof LATER_STEPS)[number]
/** `people` (user ids) may take the step, by the log. */
export type PaymentNoticeCommand = Command<
  'NotifyPaymentOffice',
  { readonly step: LaterStep; readonly people: readonly string[] }
>
export type PaymentNotice = { readonly isNotified: boolean }

const HOUR_MS = 3_600_000

/** The stream of an office's hour, by a moment (ISO, UTC) of it. */
export const paymentNoticeOf = (step: LaterStep, at: string): string => `${step}:${at.slice(0, 'YYYY-MM-DDTHH'.length)}`

/** The end of the hour of a moment, ISO, UTC. */
const endOfHour = (at: string): string => new Date((Math.floor(Date.parse(at) / HOUR_MS) + 1) * HOUR_MS).toISOString()

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
