import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mostConnections } from '#api/limits/connections.ts'
import { DEMO_PEOPLE } from '#scripts/demo/people/demo-people.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { listenOn } from '#tests/support/large-export.ts'
import { getOf, halfSent, openLine, type RawLine } from '#tests/support/raw-line.ts'
import { beginUpload, filesOf } from '#tests/support/upload.ts'

/** More than shedding.ts lets in at once. */
const MANY = 320

let demo: DemoApp
let port: number
let staff: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  port = await listenOn(demo)
  staff = await demo.as('COE_STAFF')
})
const lines: { destroy(): unknown }[] = []
afterEach(() => {
  for (const line of lines.splice(0)) line.destroy()
})
afterAll(() => demo.end())

const answered = async () => {
  const headers = { authorization: `Bearer ${staff.token}` }
  return (await fetch(`http://127.0.0.1:${port}/api/users/profile`, { headers })).status
}
function open(): RawLine {
  const line = openLine(port)
  lines.push(line.socket)
  return line
}
test.each(['strangers', 'people who are signed in'])('half-sent calls of %s keep nobody out', async (whose) => {
  const [path, token] = whose === 'strangers' ? ['/api/login'] : ['/api/coestaff/billings', staff.token]
  let begun = 0
  const countBegun = () => (begun += 1)
  demo.app.server.on('request', countBegun)
  const halves: RawLine[] = []
  // Each in turn: who calls is looked up before the body is waited for, and that counts.
  for (let nth = 1; nth <= MANY; nth += 1) {
    const line = open()
    halves.push(line)
    line.send(halfSent(path ?? '', token))
    if (nth % 40 !== 0) continue
    await expect.poll(() => begun).toBe(nth)
    expect(await answered()).toBe(200)
    begun -= 1
  }
  demo.app.server.off('request', countBegun)
  expect(halves.filter((line) => line.said() !== '' || line.isEnded())).toEqual([])
})

test('half-sent uploads of twenty people keep nobody out', async () => {
  const roles = [...new Set(DEMO_PEOPLE.map(({ role }) => role))]
  for (const role of roles.slice(0, MANY / 16)) {
    const by = await demo.as(role)
    for (let nth = 0; nth < 16; nth += 1) {
      const { sent } = beginUpload(port, by, 'slow.pdf')
      sent.write('%')
      lines.push(sent)
    }
  }
  await expect.poll(async () => (await filesOf(demo)).drafts.length).toBe(MANY)
  for (let nth = 0; nth < 5; nth += 1) expect(await answered()).toBe(200)
})

test('the server has a bound on its connections (connections.test.ts)', () => {
  expect(demo.app.server.maxConnections).toBe(mostConnections())
})

test('headers that are sent byte by byte keep nobody out and are ended, as is a call whose body does not come whole; a document that comes may take longer', async () => {
  // These are waited for longest: twenty seconds.
  const { sent } = beginUpload(port, staff, 'slow.pdf')
  const coming = setInterval(() => sent.writable && sent.write('%'.repeat(1_000)), 200)
  lines.push(sent, { destroy: () => clearInterval(coming) })
  let isCut = false
  sent.on('close', () => (isCut = true))
  const stranger = beginUpload(port, { ...staff, token: 'x'.repeat(40) }, 'slow.pdf').sent
  stranger.write('%')
  let isRefused = false
  stranger.on('error', () => undefined).on('close', () => (isRefused = true))
  const halves = [open(), open()]
  halves[0]?.send(halfSent('/api/login'))
  halves[1]?.send(halfSent('/api/coestaff/billings', staff.token))

  const slow = Array.from({ length: MANY }, open)
  const silent = open()
  const dripping = setInterval(() => slow.forEach(({ socket }) => socket.writable && socket.write('x')), 500)
  for (const line of slow) line.send('GET /api/coes HTTP/1.1\r\nHost: portal.example\r\nX-Slow: ')
  const idle = open()
  idle.send(getOf('/api/coes'))
  await expect.poll(() => idle.said()).toContain('HTTP/1.1 200')
  for (let nth = 0; nth < 5; nth += 1) expect(await answered()).toBe(200)
  const ended = () => [...slow, silent].filter((line) => line.isEnded()).length
  await expect.poll(ended, { timeout: 45_000 }).toBe(slow.length + 1)
  clearInterval(dripping)
  expect(slow[0]?.said()).toContain('408')
  // A line on which something was asked, and more may be, is not one of those.
  idle.send(getOf('/api/coes'))
  await expect.poll(() => idle.said().split('HTTP/1.1 200')).toHaveLength(3)

  await expect.poll(() => halves.every((line) => line.isEnded()), { timeout: 45_000 }).toBe(true)
  for (const line of halves)
    expect(line.said()).toContain('{"message":"The request did not arrive completely in time"}')
  await expect.poll(() => isRefused, { timeout: 45_000 }).toBe(true)
  expect(isCut).toBe(false)
}, 120_000)
