import { expect, test } from 'vitest'
import { ApiError, errorFrom, mayBeSaved, NETWORK_MESSAGES } from '#web/shell/api-error.ts'
import { withParams } from '#web/shell/params.ts'

const headers = (of: Record<string, string> = {}) => new Headers(of)

test('a refusal keeps the texts of its fields, and gives no reference: there is nothing for support to find', () => {
  const error = errorFrom(
    422,
    { message: 'Invalid', errors: { email: ['Please provide your email'] } },
    headers({ 'x-correlation-id': 'c-1' }),
    true,
  )
  expect(error).toMatchObject({ status: 422, message: 'Invalid', correlationId: undefined })
  expect(error.errors).toEqual({ email: ['Please provide your email'] })
})

test('what is refused where there is no form names the field', () => {
  const errors = { id: ['Must not contain characters that cannot be stored'], start_date: ['Must be a day'] }
  const error = errorFrom(422, { message: 'Must not | Must be', errors }, headers(), false)
  expect(error.message, "joined by ' | '").toBe(
    'ID: Must not contain characters that cannot be stored | Start date: Must be a day',
  )
})

test('several messages become one text, and are said one by one where there is a place for each', () => {
  const error = errorFrom(400, { message: ['One.', 'Two.'] }, headers(), true)
  expect(error.message).toBe('One. Two.')
  expect(error.messages).toEqual(['One.', 'Two.'])
  expect(errorFrom(400, { message: 'One.' }, headers(), true).messages).toEqual(['One.'])
})

test("an answer that is not ours reads as the spec's network text, another for a write", () => {
  expect(errorFrom(502, undefined, headers(), false).message).toBe(
    'A possible network error occured. Make sure you are connected to the internet',
  )
  expect(errorFrom(502, 'Bad gateway', headers(), true).message).toBe(
    'Unable to send request. Ensure you have strong internet connection.',
  )
})

test('only a missing or broken answer leaves it open whether the server did it', () => {
  expect([0, 500, 503, 507].every((status) => errorFrom(status, undefined, headers(), true).isUncertain)).toBe(true)
  expect([400, 409, 422, 429].some((status) => errorFrom(status, undefined, headers(), true).isUncertain)).toBe(false)
})

test('only what may end otherwise is tried again: not what is wrong, forbidden or not there', () => {
  const finalOf = (status: number, more = {}) => errorFrom(status, { message: 'No', ...more }, headers(), false).isFinal
  expect([400, 403, 404, 422].map((status) => finalOf(status))).toEqual([true, true, true, true])
  expect([401, 409, 429, 500, 503].some((status) => finalOf(status))).toBe(false)
  expect(finalOf(404, { shown_until: { at: '2026-11-22T13:32:05Z', position: 7, of: ['transactions'] } })).toBe(false)
})

test('query values that are not set are left out, and what is set is escaped', () => {
  expect(withParams('/api/x', { a: '', b: undefined, c: null, d: 0, e: 'a&b c' })).toBe('/api/x?d=0&e=a%26b+c')
  expect(withParams('/api/x')).toBe('/api/x')
})

test('where only waiting helps it says when, and gives no reference to call support with', () => {
  const before = Date.now()
  const error = errorFrom(
    429,
    { message: 'Too many' },
    headers({ 'x-correlation-id': 'c', 'retry-after': '20' }),
    false,
  )
  expect(error.correlationId).toBeUndefined()
  expect(error.retryAt).toBeGreaterThanOrEqual(before + 20_000)
  expect(errorFrom(500, { message: 'Wrong' }, headers({ 'x-correlation-id': 'c' }), false)).toMatchObject({
    correlationId: 'c',
    retryAt: undefined,
  })
})

test('what is not found where the newest is not shown says up to when it was looked', () => {
  const body = { message: 'Not found', shown_until: { at: '2026-11-22T13:32:05Z', position: 7, of: ['transactions'] } }
  expect(errorFrom(404, body, headers(), false).message).toBe(
    'Not found. Figures as at 22-11-2026 14:32: transactions. Later entries are saved and will appear.',
  )
})

test('a command that may have arrived says so, unless the server has spoken of it', () => {
  const cut = mayBeSaved(new ApiError(0, NETWORK_MESSAGES.write))
  expect(cut.message).toBe(
    'Unable to send request. Ensure you have strong internet connection. Sending it again is safe: nothing is saved twice.',
  )
  for (const error of [
    errorFrom(422, { message: 'Invalid' }, headers(), true),
    errorFrom(507, { message: 'No room. Nothing was changed.' }, headers({ 'retry-after': '30' }), true),
  ])
    expect(mayBeSaved(error)).toBe(error)
})

test('a refusal that did not look at the request leaves open how an earlier try of it ended', () => {
  const settled = (status: number) => errorFrom(status, undefined, headers(), true).isSettled
  expect([400, 404, 409, 422].map(settled)).toEqual([true, true, true, true])
  expect([401, 403, 429, 500, 503].map(settled)).toEqual([false, false, false, false, false])
})
