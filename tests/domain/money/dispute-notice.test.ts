import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disputeNotice, type DisputeNoticeCommand } from '#domain/money/dispute-notice/dispute-notice.ts'
import type { DisputeNoticeEvent } from '#domain/money/dispute-notice/events.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const notify = (people: readonly string[], by = 'finance-1') =>
  command('NotifyDisputeSides', { disputeId: 'dispute-1', people }, { by })
const notified = (people: readonly string[], by = 'finance-1'): DisputeNoticeEvent => ({
  type: 'DisputeNotified',
  data: { disputeId: 'dispute-1', until: '2026-03-02T10:00:00.000Z', people: [...people], by, at: AT },
})

test('each person is mailed once for all that happens in a dispute in an hour, at its end', () => {
  given(disputeNotice)
    .when(notify(['admin-1', 'biller-1']))
    .then(notified(['admin-1', 'biller-1']))
  given(disputeNotice, notified(['admin-1', 'biller-1']))
    .when(notify(['finance-1', 'admin-1'], 'biller-1'))
    .then(notified(['finance-1'], 'biller-1'))
  given(disputeNotice, notified(['admin-1', 'biller-1']))
    .when(notify(['biller-1']))
    .thenNothing()
})

const PEOPLE = ['admin-1', 'biller-1', 'finance-1']
const anyCommand: fc.Arbitrary<DisputeNoticeCommand> = fc
  .record({ people: fc.subarray(PEOPLE), by: fc.constantFrom(...PEOPLE) })
  .map(({ people, by }) => notify(people, by))
describeDeciderProperties(disputeNotice, anyCommand, (_, history) => {
  const people = history.flatMap(({ data }) => data.people)
  expect(people).toEqual([...new Set(people)])
})

describeFollows(
  disputeNotice,
  runsOf(anyCommand),
  {
    'the hour of another dispute': inAnotherStream,
    'another hour': changed(() => ({ until: '2026-03-02T11:00:00.000Z' })),
  },
  'dispute-1:2026-03-02T09',
)
