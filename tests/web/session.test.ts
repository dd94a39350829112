import { expect, test } from 'vitest'
import { parseSession } from '#web/shell/stored-session.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const stored = (value: unknown) => JSON.stringify(value)

test('a stored session is restored until it ends', () => {
  const session = { token: 'abc', expiresAt: '2026-11-21T10:00:01Z' }
  expect(parseSession(stored(session), now)).toEqual(session)
  expect(parseSession(stored({ ...session, expiresAt: '2026-11-21T10:00:00Z' }), now)).toBeUndefined()
})

test('a stored session that does not parse signs out', () => {
  for (const text of [
    null,
    '',
    '{',
    'null',
    '[]',
    '"abc"',
    stored({ token: 'abc' }),
    stored({ token: '', expiresAt: '2099-01-01' }),
    stored({ token: 'abc', expiresAt: 'never' }),
  ]) {
    expect(parseSession(text, now)).toBeUndefined()
  }
})

test('nothing beside the token and its end is kept of a session', () => {
  const text = stored({ token: 'abc', expiresAt: '2027-01-01T00:00:00Z', email: 'a@chf.example' })
  expect(Object.keys(parseSession(text, now) ?? {})).toEqual(['token', 'expiresAt'])
})
