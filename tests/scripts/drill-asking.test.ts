import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createAsker } from '#scripts/drill/asking.ts'
import { createTally } from '#scripts/drill/tally.ts'

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

/** Signs everybody in, and knows only the session that was opened last; gives its port and what it was asked for. */
async function portal() {
  const asked: string[] = []
  let session = 0
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const isSignIn = request.url === '/api/login'
    if (isSignIn) session += 1
    const mayRead = request.headers.authorization === `Bearer session ${session}`
    response.writeHead(isSignIn || mayRead ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: { access_token: `session ${session}` } }))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  ended.push(() => void server.close())
  const endSessions = () => void (session += 1)
  return { port: (server.address() as AddressInfo).port, asked, endSessions }
}

test('who reads after their session has ended signs in again', async () => {
  const { port, asked, endSessions } = await portal()
  const asker = createAsker({ ports: [port], password: 'any', tally: createTally(() => undefined) })
  expect(await asker.get('auditor@chf.example', '/api/x')).toMatchObject({ status: 200 })
  endSessions()
  expect(await asker.get('auditor@chf.example', '/api/x')).toMatchObject({ status: 200 })
  expect(asked).toEqual(['/api/login', '/api/x', '/api/x', '/api/login', '/api/x'])
})
