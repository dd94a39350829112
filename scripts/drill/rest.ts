import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Asker } from './asking.ts'
import type { Tally } from './tally.ts'

const AUDITOR = 'auditor@chf.example'
/** Longer than a machine that is busy with other things takes: what is not at rest by then never will be. */
const REST_MS = 300_000
const ASK_AGAIN_AFTER_MS = 200

const Health = z.object({
  data: z.object({
    status: z.string(),
    read_models: z.array(z.object({ name: z.string(), lag: z.number(), state: z.string() })),
  }),
})

/** Until all API processes say that they are well and that the read models show all there is. */
export async function comeToRest(ports: readonly number[], asker: Asker, tally: Tally): Promise<void> {
  const until = performance.now() + REST_MS
  for (const port of ports) {
    for (;;) {
      const reply = await asker.get(AUDITOR, '/api/health', port)
      if (reply.kind === 'answer' && reply.status === 200) {
        const { status, read_models: models } = Health.parse(reply.body).data
        if (status === 'green' && models.every(({ lag, state }) => lag === 0 && state === 'live')) break
      }
      if (performance.now() > until) {
        tally.defect(`Port ${port} does not come to rest: ${JSON.stringify(reply)}`)
        break
      }
      await delay(ASK_AGAIN_AFTER_MS)
    }
  }
}

/** What an auditor reads there. Asked again while nobody answers or they are told to come later; throws after a while. */
export async function readAtRest(asker: Asker, path: string, port: number): Promise<unknown> {
  const until = performance.now() + REST_MS
  for (;;) {
    const reply = await asker.get(AUDITOR, path, port)
    if (reply.kind === 'answer' && reply.status === 200) return reply.body
    const mayPass = reply.kind === 'lost' || reply.status === 503 || reply.status === 429
    if (!mayPass || performance.now() > until) throw new Error(`${path}: ${JSON.stringify(reply)}`)
    await delay(ASK_AGAIN_AFTER_MS)
  }
}
