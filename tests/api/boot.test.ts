import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.end())

test('the API describes every endpoint', async () => {
  const answer = await app.app.inject({ url: '/api/openapi.json' })
  expect(answer.statusCode).toBe(200)
  expect(Object.keys(answer.json<{ paths: object }>().paths)).toContain('/api/login')
})

test('an unknown API path is a JSON 404', async () => {
  const answer = await app.app.inject({ url: '/api/nothing' })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ message: 'Not found' })
})

test('a call without a session is told to sign in', async () => {
  const answer = await app.app.inject({ url: '/api/users/profile' })
  expect(answer.statusCode).toBe(401)
})

test('a broken body names its fields', async () => {
  const answer = await app.app.inject({ method: 'POST', url: '/api/login', payload: { email: '' } })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ errors: object }>().errors).toMatchObject({ email: ['Please provide your email'] })
})

test.each([[{}], [{ password: '' }]])('sign-in without a password asks for it (%j)', async (password) => {
  const payload = { email: 'ada@chf.example', ...password }
  const answer = await app.app.inject({ method: 'POST', url: '/api/login', payload })
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['password'])
})

test('whoever has not signed in sends little', async () => {
  const payload = { email: 'ada@chf.example', password: 'x'.repeat(16 * 1024) }
  const answer = await app.app.inject({ method: 'POST', url: '/api/login', payload })
  expect(answer.statusCode).toBe(413)
  expect(answer.json<{ message: string }>().message).toMatch(/too large/)
})
