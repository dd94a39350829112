import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** At most so many people of an office are mailed. */
export const MOST_NOTIFIED = 100
/** The steps of the payment chain that come after another one. */
export const LATER_STEPS = ['recommend', 'approve', 'dfa', 'permsec'] as const

/** Stream `paymentNotice-{step}:{hour}`: that bills became ready for an office of the payment chain. */
export const paymentNoticeEvents = {
  /** Once an hour, whatever number of bills: `people` who may take the step are mailed `until` then, the end of the hour. */
  PaymentOfficeNotified: z.object({
    ...{ step: z.enum(LATER_STEPS), until: Instant, people: z.array(Id).max(MOST_NOTIFIED) },
    ...{ by: Id, at: Instant },
  }),
}
export type PaymentNoticeEvent = EventsOf<typeof paymentNoticeEvents>

export const paymentNoticeRights: Rights<PaymentNoticeEvent> = {
  PaymentOfficeNotified: {
    follows: [
      ...['TransactionPaymentInitiated', 'TransactionPaymentRecommended', 'TransactionPaymentApproved'],
      'TransactionDfaApproved',
    ],
  },
}
