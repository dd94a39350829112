import { expect, test } from 'vitest'
import { standsSince } from '#domain/money/transaction/clock.ts'
import type { TransactionCommand } from '#domain/money/transaction/transaction.ts'
import { answerTo, bill, complete, historyOf, sendBack, take } from './bills.ts'

const at = <C extends TransactionCommand>(command: C, day: number): C => ({
  ...command,
  at: `2026-03-0${day}T10:00:00.000Z`,
})

/** Since when the bill waits after these commands, each a day later than the one before. */
const waitsSince = (...commands: readonly TransactionCommand[]): string | undefined =>
  historyOf(...commands.map((each, index) => at(each, index + 1))).reduce<string | undefined>(
    (since, event) => standsSince(event) ?? since,
    undefined,
  )

test('a bill waits since it was billed, its last step, its return or the answer to it, whichever came last', () => {
  const returned = [bill(), complete(), take('initiate', 'ifeoma'), sendBack('nnamdi', ['recommend'])]
  const answered = [...returned, answerTo('clerk')]
  expect(waitsSince(bill())).toBeUndefined()
  expect(waitsSince(bill(), complete())).toBe('2026-03-02T10:00:00.000Z')
  expect(waitsSince(bill(), complete(), take('initiate', 'ifeoma'))).toBe('2026-03-03T10:00:00.000Z')
  expect(waitsSince(...returned)).toBe('2026-03-04T10:00:00.000Z')
  expect(waitsSince(...answered)).toBe('2026-03-05T10:00:00.000Z')
  expect(waitsSince(...answered, answerTo('clerk', 'And here is more', []))).toBe('2026-03-06T10:00:00.000Z')
  expect(waitsSince(...answered, take('initiate', 'ifeoma'))).toBe('2026-03-06T10:00:00.000Z')
})
