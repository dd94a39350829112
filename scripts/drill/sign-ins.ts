import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#scripts/demo/people/demo-people.ts'
import { send } from './client.ts'
import type { Random } from './random.ts'
import type { Tally } from './tally.ts'

const Session = z.object({ data: z.object({ access_token: z.string() }) })
const KEPT = 50
const TIMEOUT_MS = 12_000

/** People who only sign in, one after the other, until they are told to go home. */
export type SignIns = {
  /** Asks with the newest sessions that were acknowledged: each must still be one. */
  stop(): Promise<void>
}

export function startSignIns(port: number, random: Random, tally: Tally): SignIns {
  let isOver = false
  const tokens: string[] = []
  const signingIn = (async () => {
    while (!isOver) {
      const { email } = random.pick(DEMO_PEOPLE)
      const body = { email, password: DEMO_PASSWORD }
      const reply = await send(port, {
        ...{ method: 'POST', path: '/api/login', headers: {}, body, timeoutMs: TIMEOUT_MS },
      })
      if (reply.kind === 'answer' && reply.status === 200) {
        const token = Session.safeParse(reply.body).data?.data.access_token
        if (token !== undefined) tokens.push(token)
        tally.add('signed in beside')
      } else if (reply.kind === 'answer' && reply.status < 500 && reply.status !== 429)
        tally.defect(`${email} was refused at sign-in: ${reply.status} ${JSON.stringify(reply.body)}`)
      await delay(random.between(300, 1_500))
    }
  })()
  return {
    async stop() {
      isOver = true
      await signingIn
      for (const token of tokens.slice(-KEPT)) {
        const headers = { authorization: `Bearer ${token}` }
        const reply = await send(port, { method: 'GET', path: '/api/users/profile', headers, timeoutMs: TIMEOUT_MS })
        if (reply.kind === 'answer' && reply.status === 401) tally.defect('A session that was given is none any more')
      }
    },
  }
}
