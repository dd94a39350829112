import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await startTestApp()
  port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.end())

/** What comes back for these bytes until the server hangs up. */
async function answerTo(sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => undefined)
  socket.write(sent)
  await once(socket, 'close')
  return answer
}

test('what is sent to an address that there is not is not looked into, however deep it is', async () => {
  const depth = 9_000
  for (const [method, url] of [
    ['POST', '/api/nothing'],
    ['PUT', '/api/coes/invoice'],
  ] as const) {
    const { statusCode } = await app.app.inject({
      ...{ method, url, payload: '['.repeat(depth) + ']'.repeat(depth) },
      headers: { 'content-type': 'application/json', 'idempotency-key': 'deep' },
    })
    expect([401, 404], url).toContain(statusCode)
  }
})

test.each([
  ['an address that is too long', `GET /api/health?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: here\r\n\r\n`, 431],
  ['what is no HTTP', 'EHLO here\r\n\r\n', 400],
])('%s is answered as every other error is', async (_, sent, status) => {
  const answer = await answerTo(sent)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  const [, body = ''] = answer.split('\r\n\r\n')
  expect(JSON.parse(body)).toEqual({ message: expect.any(String) })
})
