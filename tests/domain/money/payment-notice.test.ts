import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentNoticeEvent } from '#domain/money/payment-notice/events.ts'
import { paymentNotice, type PaymentNoticeCommand } from '#domain/money/payment-notice/payment-notice.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const notify = (people: readonly string[] = ['permsec-1'], by = 'dfa-1') =>
  command('NotifyPaymentOffice', { step: 'permsec' as const, people }, { by })
const notified: PaymentNoticeEvent = {
  type: 'PaymentOfficeNotified',
  data: { step: 'permsec', until: '2026-03-02T10:00:00.000Z', people: ['permsec-1'], by: 'dfa-1', at: AT },
}

test('an office is mailed once for all that becomes ready in an hour, at its end', () => {
  given(paymentNotice).when(notify()).then(notified)
  given(paymentNotice, notified)
    .when(notify(['permsec-2'], 'dfa-2'))
    .thenNothing()
})

const anyCommand: fc.Arbitrary<PaymentNoticeCommand> = fc
  .constantFrom('dfa-1', 'dfa-2')
  .map((by) => notify(['permsec-1'], by))
describeDeciderProperties(paymentNotice, anyCommand, (_, history) => expect(history.length).toBeLessThanOrEqual(1))

describeFollows(
  paymentNotice,
  runsOf(anyCommand),
  {
    'the hour of another office': inAnotherStream,
    'another hour': changed(() => ({ until: '2026-03-02T11:00:00.000Z' })),
  },
  'permsec:2026-03-02T09',
)
