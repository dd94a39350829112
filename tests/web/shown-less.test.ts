import { expect, test } from 'vitest'
import { shownLess } from '#api/contracts/shown-less.ts'

const answer = (behind: readonly string[]) => ({
  message: 'Pool has been credited',
  data: { id: 'a', position: 7, caught_up: behind.length === 0, behind },
})

test('an answer that lists do not show yet is told in plain words', () => {
  expect(shownLess(answer(['balances of accounts', 'account statements']))).toBe(
    'It is saved, but not everything shows it yet: balances of accounts, account statements. ' +
      'There is no need to do it again.',
  )
})

test.each([[answer([])], [{ message: 'Signed in', data: { token: 'x' } }], [undefined]])(
  'nothing is said where all is shown, or nothing was written',
  (shown) => expect(shownLess(shown)).toBeUndefined(),
)
