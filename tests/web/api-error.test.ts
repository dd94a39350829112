import { expect, test } from 'vitest'
import { errorFrom, NETWORK_MESSAGES } from '../../web/shell/api-error.ts'
import { withParams } from '../../web/shell/params.ts'

test('a refusal keeps the texts of its fields and the correlation id', () => {
  const error = errorFrom(422, { message: 'Invalid', errors: { email: ['Please provide your email'] } }, 'c-1', true)
  expect(error).toMatchObject({ status: 422, message: 'Invalid', correlationId: 'c-1' })
  expect(error.errors).toEqual({ email: ['Please provide your email'] })
})

test('several messages become one text', () => {
  expect(errorFrom(400, { message: ['One.', 'Two.'] }, undefined, true).message).toBe('One. Two.')
})

test("an answer that is not ours reads as the spec's network text, another for a write", () => {
  expect(errorFrom(502, undefined, undefined, false).message).toBe(NETWORK_MESSAGES.read)
  expect(errorFrom(502, 'Bad gateway', undefined, true).message).toBe(NETWORK_MESSAGES.write)
})

test('only a missing or broken answer leaves it open whether the server did it', () => {
  expect([0, 500, 503].map((status) => errorFrom(status, undefined, undefined, true).isUncertain)).toEqual([
    true,
    true,
    true,
  ])
  expect([400, 409, 422, 429].some((status) => errorFrom(status, undefined, undefined, true).isUncertain)).toBe(false)
})

test('query values that are not set are left out, and what is set is escaped', () => {
  expect(withParams('/api/x', { a: '', b: undefined, c: null, d: 0, e: 'a&b c' })).toBe('/api/x?d=0&e=a%26b+c')
  expect(withParams('/api/x')).toBe('/api/x')
})
