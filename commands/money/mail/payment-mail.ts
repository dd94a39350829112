import type { PaymentNoticeEvent } from '#domain/money/payment-notice/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { MailTemplates } from '#commands/mail/letter.ts'
import { closes, mails, opens, type ProcessDefinition, timer } from '#commands/processes/definition.ts'

/** What an office of the payment chain is told by mail: not how many bills, nor of which hospital, nor how much. */
export const paymentTemplates: MailTemplates = {
  'payments wait': () => ({
    subject: 'Bills are ready for you in the CHF portal',
    paragraphs: [
      'In the last hour, bills became ready for your step of the payment chain. You can take the step or return a bill with a reason.',
      'You get at most one email an hour about this.',
    ],
    link: { label: 'Open the portal', path: '/dashboard' },
  }),
}

const dataOf = ({ event }: Recorded) => event.data as PaymentNoticeEvent['data']

/** Mails each next office of the payment chain one digest an hour. */
export const paymentMail: ProcessDefinition = {
  name: 'payment mail',
  on: {
    PaymentOfficeNotified: (recorded) => [
      opens(recorded.stream),
      timer(recorded.stream, 'digest', dataOf(recorded).until),
    ],
  },
  timers: {
    digest: ({ key, event }) => [...dataOf(event).people.map((person) => mails('payments wait', person)), closes(key)],
  },
}
