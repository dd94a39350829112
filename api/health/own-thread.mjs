// Answers how the portal is from a thread of its own, while the portal's thread may be held up: by a flood of calls, by
// one that computes, by a heap that is full. Plain JavaScript without packages: TypeScript would need a compiler in every
// thread, and this has to answer when little else does.
import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** It tells four times a second. Longer silences are told of; from `RED_AFTER_MS` on nothing of what is shown is fresh. */
const HELD_UP_AFTER_MS = 1_500
const RED_AFTER_MS = 5_000
/** A supervisor that looks at the status alone should begin the process again. */
const GIVEN_UP_AFTER_MS = 30_000

const [MOST_CONNECTIONS, MOST_TO_SAY_MS, LOOK_EVERY_MS] = [200, 1_000, 500]

let told = heard(workerData.told)

/** @param {{ health: string, at: string }} said `at` is by the portal's clock. */
function heard(said) {
  return { ...said, elapsed: performance.now() }
}

/** What the portal told last; how long it has been silent, where that is too long, stands first. */
function healthNow() {
  const silentMs = performance.now() - told.elapsed
  if (silentMs < HELD_UP_AFTER_MS) return { status: 200, body: told.health }
  const { data } = JSON.parse(told.health)
  const since = told.at
  const says = [`this process has not responded since ${since}; what follows is its health at that time`, ...data.says]
  const status = silentMs < RED_AFTER_MS && data.status !== 'red' ? 'amber' : 'red'
  return {
    status: silentMs < GIVEN_UP_AFTER_MS ? 200 : 503,
    body: JSON.stringify({ data: { ...data, status, says, held_up_since: since } }),
  }
}

const server = createServer({ connectionsCheckingInterval: LOOK_EVERY_MS }, ({ method, url }, answer) => {
  const isAsked = /^(GET|HEAD)$/.test(method ?? '') && /^\/(api\/health)?(\?|$)/.test(url ?? '')
  const { status, body } = isAsked ? healthNow() : { status: 404, body: '{"message":"Not found"}' }
  const length = Buffer.byteLength(body)
  answer
    .writeHead(status, {
      ...{ 'content-type': 'application/json; charset=utf-8', 'content-length': length },
      ...{ 'cache-control': 'no-store', connection: 'close' },
    })
    .end(method === 'HEAD' ? undefined : body)
})
server.headersTimeout = MOST_TO_SAY_MS
server.requestTimeout = MOST_TO_SAY_MS
server.maxConnections = MOST_CONNECTIONS
// An error here ends the thread: its supervisor starts another one.
server.listen(workerData.port, workerData.host, () => parentPort?.postMessage(server.address()))
parentPort?.on('message', (said) => {
  told = heard(said)
})
