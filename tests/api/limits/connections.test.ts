import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundConnections, filesFor, mostConnections } from '#api/limits/connections.ts'
import { boundBodies } from '#api/limits/half-sent.ts'
import { getOf, halfSent, openLine, type RawLine } from '#tests/support/raw-line.ts'

const MOST = 20

let server: Server
let told: string[]
const lines: RawLine[] = []
beforeEach(async () => {
  told = []
  server = createServer((call, answer) => void call.resume().on('end', () => answer.end('here')))
  const bodies = boundBodies(server)
  boundConnections(server, { most: MOST, halfSent: bodies, tell: (message) => void told.push(message) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const { socket } of lines.splice(0)) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

function open(): RawLine {
  const line = openLine((server.address() as AddressInfo).port)
  lines.push(line)
  return line
}
const isAnswered = async (line: RawLine) => {
  line.send(getOf('/'))
  await expect.poll(() => line.said() !== '' || line.isEnded()).toBe(true)
  return line.said().includes('200 OK')
}
const connected = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

test('a server has room for the browsers of 2,000 people, and descriptors for all of them', () => {
  expect(mostConnections()).toBeGreaterThan(4_000)
  expect(mostConnections()).toBeLessThanOrEqual(10_000)
})

test('where hardly any file may be opened there is no connection, and never less than none', () => {
  expect(mostConnections(filesFor(100))).toBe(100)
  expect([900, 1_000, 1_001].map(mostConnections)).toEqual([0, 0, 0])
})

test('one connection too many is closed and told of, once; when another one ends, there is room', async () => {
  const busy = Array.from({ length: MOST }, open)
  for (const line of busy) line.send('GET / HTTP/1.1\r\nX-Slow: ')
  await expect.poll(connected).toBe(MOST)
  for (let nth = 0; nth < 5; nth += 1) expect(await isAnswered(open())).toBe(false)
  expect(told).toEqual([`all ${MOST} connections are taken: more are closed as they come`])
  busy[0]?.socket.destroy()
  await expect.poll(connected).toBe(MOST - 1)
  expect(await isAnswered(open())).toBe(true)
})

test('connections on which nobody asks anything make room for others', async () => {
  const idle = Array.from({ length: MOST - 3 }, open)
  for (const line of idle) expect(await isAnswered(line)).toBe(true)
  for (let nth = 0; nth < MOST; nth += 1) expect(await isAnswered(open())).toBe(true)
  expect(told).toEqual([])
  expect(idle.every((line) => line.isEnded())).toBe(true)
})

test('the oldest of those who have begun a call and do not send the rest make room for others', async () => {
  const halves: RawLine[] = []
  for (let nth = 0; nth < MOST - 3; nth += 1) {
    const line = open()
    halves.push(line)
    line.send(halfSent('/'))
    await expect.poll(connected).toBe(nth + 1)
  }
  expect(await isAnswered(open())).toBe(true)
  await expect.poll(() => halves[0]?.isEnded()).toBe(true)
  expect(halves[0]?.said()).toContain('408')
  expect(halves.at(-1)?.isEnded()).toBe(false)
  expect(told).toEqual([])
})
