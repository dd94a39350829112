import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundBodies } from '#api/limits/half-sent.ts'

/** As SLOWEST, in a hundredth of the time. */
const SLOWEST = { bytes: 1_024, inMs: 100 }
/** So often a pace is kept up: some twenty looks. */
const TIMES = 400

let [server, port] = [undefined as unknown as Server, 0]
let onCall: (call: IncomingMessage) => void
beforeEach(async () => {
  server = createServer((call, answer) => {
    halfSent.allow(call)
    onCall(call)
    call.on('end', () => answer.end())
  })
  const halfSent = boundBodies(server, SLOWEST)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** The status of a call whose body is sent piece by piece; `pieces` says when the next may go. */
async function sent(pieces: AsyncIterable<Buffer>): Promise<number> {
  const call = request({ host: '127.0.0.1', port, method: 'POST', agent: false })
  const status = new Promise<number>((resolve) => {
    call.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', () => resolve(0))
  })
  let isOver = false
  void status.then(() => (isOver = true))
  for await (const piece of pieces) {
    if (isOver) break
    call.write(piece)
  }
  call.end()
  return status
}

/** A piece every five milliseconds: at least one between two looks, however busy the machine. */
async function* paced(bytes: number): AsyncGenerator<Buffer> {
  for (let nth = 0; nth < TIMES; nth += 1) {
    yield Buffer.alloc(bytes)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

test('a body that comes slowly may take as long as it likes', async () => {
  onCall = (call) => call.resume()
  expect(await sent(paced(2_000))).toBe(200)
})

test('one that only drips is ended with 408', async () => {
  onCall = (call) => call.resume()
  expect(await sent(paced(1))).toBe(408)
})

test('one that is not read for a while is not ended for that', async () => {
  let looks = 0
  onCall = (call) => {
    const looking = setInterval(() => {
      looks += 1
      if (looks < 10) return
      clearInterval(looking)
      call.resume()
    }, SLOWEST.inMs)
  }
  // More than any buffer between the two holds.
  const large = async function* () {
    yield Buffer.alloc(20_000_000)
  }
  expect(await sent(large())).toBe(200)
  expect(looks).toBe(10)
})
