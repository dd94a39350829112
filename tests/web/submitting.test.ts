import { expect, test } from 'vitest'
import { ApiError } from '#web/shell/api-error.ts'
import { inputText, newKey, withRetries } from '#web/shell/submitting.ts'

const failing = (errors: readonly Error[]) => {
  const left = [...errors]
  let calls = 0
  return {
    calls: () => calls,
    run: () => {
      calls += 1
      const error = left.shift()
      return error ? Promise.reject(error) : Promise.resolve('done')
    },
  }
}
const lost = new ApiError(0, 'No answer')

test('a write whose answer was lost is sent again', async () => {
  const server = failing([lost, lost])
  await expect(withRetries(server.run, [0, 0])).resolves.toBe('done')
  expect(server.calls()).toBe(3)
})

test('a write is given up after the last pause', async () => {
  const server = failing([lost, lost, lost, lost])
  await expect(withRetries(server.run, [0, 0])).rejects.toBe(lost)
  expect(server.calls()).toBe(3)
})

test('a refused write is not sent again', async () => {
  const refused = new ApiError(422, 'Refused')
  const server = failing([refused])
  await expect(withRetries(server.run, [0, 0])).rejects.toBe(refused)
  expect(server.calls()).toBe(1)
})

test('each submit gets a key of its own, a UUID of version 4', () => {
  const keys = Array.from({ length: 200 }, newKey)
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('forms with the same fields and files count as the same submit, with another file as another', () => {
  const form = (name: string) => {
    const data = new FormData()
    data.set('comment', 'x')
    data.set('file', new File(['abc'], name, { lastModified: 1 }))
    return data
  }
  expect(inputText(form('a.pdf'))).toBe(inputText(form('a.pdf')))
  expect(inputText(form('a.pdf'))).not.toBe(inputText(form('b.pdf')))
})
