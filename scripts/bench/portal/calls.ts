import { Agent, request } from 'node:http'

/** An answer that was read to its end: `ms` from the call to the last byte. `text` is empty where it was not kept. */
export type Answer = { readonly status: number; readonly text: string; readonly bytes: number; readonly ms: number }

export type Call = {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Counts the bytes and lets them go: for exports. */
  readonly isLarge?: boolean
}

/** Calls one server over connections that stay open. */
export type Caller = { call(call: Call): Promise<Answer>; close(): void }

export function createCaller(port: number, connections: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    call: ({ method = 'GET', path, headers = {}, body, isLarge = false }) =>
      new Promise((resolve, reject) => {
        const begun = performance.now()
        const payload = body === undefined ? undefined : JSON.stringify(body)
        const type = payload === undefined ? {} : { 'content-type': 'application/json' }
        const options = { host: '127.0.0.1', port, agent, method, path, headers: { ...type, ...headers } }
        const sent = request(options, (answer) => {
          let [text, bytes] = ['', 0]
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (!isLarge) text += chunk.toString()
          })
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text, bytes, ms: performance.now() - begun }),
          )
        })
        sent.on('error', reject)
        sent.end(payload)
      }),
    close: () => agent.destroy(),
  }
}

/** Lets so many clients call, each its next when the last was answered, for that long. The latencies in milliseconds. */
export async function latenciesOf(
  clients: number,
  ms: number,
  call: (client: number) => Promise<Answer>,
): Promise<readonly number[]> {
  const until = performance.now() + ms
  const latencies: number[] = []
  const go = async (client: number) => {
    while (performance.now() < until) latencies.push((await call(client)).ms)
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => go(client)))
  return latencies
}
