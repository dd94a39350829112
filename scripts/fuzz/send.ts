import { Agent, request } from 'node:http'
import type { Call } from './calls.ts'

/** What came back. `status` 0: the connection was closed without an answer. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly ms: number
}

/** Of an answer, no more is kept than this: exports are long. */
const MAX_KEPT = 2_000_000
/** Above the server's limit it may hang up while it is still being sent to. */
const MAY_BE_CUT = 200_000

/** Sends calls to one server over connections that stay open. */
export type Sender = { send(call: Call, token: string | undefined): Promise<Answer>; close(): void }

export function createSender(url: string, connections: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname: host, port } = new URL(url)

  const once = ({ method, path, body, cookie }: Call, token: string | undefined): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const begun = performance.now()
      const headers = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(body?.type === undefined ? {} : { 'content-type': body.type }),
        ...(body === undefined ? {} : { 'content-length': body.bytes.length }),
      }
      const sent = request({ host, port, agent, method, path, headers }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => {
          if (text.length < MAX_KEPT) text += chunk.toString()
        })
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, ms: performance.now() - begun }),
        )
      })
      sent.on('error', (error) => {
        if ((body?.bytes.length ?? 0) > MAY_BE_CUT) resolve({ status: 413, headers: {}, text: '', ms: 0 })
        else reject(error)
      })
      sent.end(body?.bytes)
    })

  return {
    async send(call, token) {
      for (let tries = 1; ; tries += 1) {
        try {
          const answer = await once(call, token)
          if (answer.status !== 503 || tries === 10) return answer
          // Load was shed: come again when it says.
          const seconds = Number(answer.headers['retry-after'])
          if (!(seconds > 0)) return answer
          await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
        } catch (error) {
          // A connection that was kept open may be closed just when it is used again.
          if (tries === 3) return { status: 0, headers: {}, text: String(error), ms: 0 }
        }
      }
    },
    close: () => agent.destroy(),
  }
}
