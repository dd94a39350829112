import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Reply, send } from './client.ts'
import type { Random } from './random.ts'
import type { Tally } from './tally.ts'

/** A command that somebody gives over HTTP. Its key stays the same however often it is sent. */
export type Command = {
  readonly email: string
  readonly path: string
  readonly body: object
  readonly key: string
}

export type Outcome =
  /** `sentAt`: when the request that was answered was sent, which may not be the first. */
  | { readonly kind: 'done'; readonly body: unknown; readonly sentAt: number }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  /** Nobody has answered until the end of the drill: it may or may not have been carried out. */
  | { readonly kind: 'unanswered' }

export type AskOptions = {
  /** The API process to ask; any when left out. */
  readonly port?: number
  readonly timeoutMs?: number
}

/** Asks the portal as a client does that must not lose or double anything: again, with the same key, until answered. */
export type Asker = {
  command(command: Command, random: Random, options?: AskOptions): Promise<Outcome>
  /** Sends the same command so often at once, spread over the API processes: all that answer must say the same. */
  storm(command: Command, random: Random, times: number): Promise<Outcome>
  /** The same key for something else: 409, or nobody answers. */
  otherBody(command: Command, random: Random): Promise<void>
  get(email: string, path: string, port?: number): Promise<Reply>
  /** From now on nothing is waited for beyond this moment (as `performance.now` counts). */
  endAt(moment: number): void
}

export type AskerOptions = {
  readonly ports: readonly number[]
  readonly password: string
  readonly tally: Tally
}

const TIMEOUT_MS = 12_000
const Token = z.object({ data: z.object({ access_token: z.string() }) })
const Message = z.object({ message: z.union([z.string(), z.array(z.string())]) })
const messageOf = (body: unknown) => {
  const parsed = Message.safeParse(body)
  return parsed.success ? String(parsed.data.message) : JSON.stringify(body)
}
/** What is the same in every answer to one command, however often it is asked. */
const Effect = z.object({
  data: z.object({
    id: z.string().optional(),
    transactionId: z.string().optional(),
    transaction_id: z.string().optional(),
    payment_id: z.string().nullable().optional(),
    done: z.number().optional(),
  }),
})
const effectOf = (body: unknown) => JSON.stringify(Effect.safeParse(body).data)

export function createAsker({ ports, password, tally }: AskerOptions): Asker {
  const tokens = new Map<string, Promise<string | undefined>>()
  const cookies = new Map<string, string>()
  let end = Number.POSITIVE_INFINITY
  const isOver = () => performance.now() > end

  async function signIn(email: string, random: () => number): Promise<string | undefined> {
    while (!isOver()) {
      const cookie = cookies.get(email)
      const reply = await send(ports[Math.floor(random() * ports.length)] ?? 0, {
        ...{ method: 'POST', path: '/api/login', body: { email, password }, timeoutMs: TIMEOUT_MS },
        headers: cookie === undefined ? {} : { cookie },
      })
      if (reply.kind === 'answer' && reply.status === 200) {
        tally.add('signed in')
        const set = reply.headers.getSetCookie().map((text) => text.split(';', 1)[0] ?? '')
        if (set.length > 0) cookies.set(email, set.join('; '))
        return Token.parse(reply.body).data.access_token
      }
      noteUnanswered(reply, 'sign-in')
      if (reply.kind === 'answer' && [401, 403, 404, 422].includes(reply.status))
        tally.defect(`${email} was refused at sign-in: ${reply.status} ${messageOf(reply.body)}`)
      await pauseAfter(reply, random)
    }
    return undefined
  }

  const tokenOf = (email: string, random: () => number) => {
    const known = tokens.get(email) ?? signIn(email, random)
    tokens.set(email, known)
    return known
  }

  function noteUnanswered(reply: Reply, what: string): void {
    if (reply.kind === 'lost') tally.add(`lost: ${reply.why}`)
    else if (reply.status >= 500) {
      tally.add(`answered ${reply.status}`)
      if (reply.status === 500) tally.add(`500: ${what}`)
    } else if (reply.status === 429) tally.add('answered 429')
  }

  /** What the portal asked for, but never so long that nothing more happens in a drill. */
  async function pauseAfter(reply: Reply, random: () => number): Promise<void> {
    const asked = reply.kind === 'answer' ? Number(reply.headers.get('retry-after') ?? 0) * 1000 : 0
    await delay(Math.min(Math.max(asked, 200 + random() * 600), 3_000))
  }

  async function once(command: Command, port: number, timeoutMs: number, random: () => number): Promise<Reply> {
    const token = await tokenOf(command.email, random)
    if (token === undefined) return { kind: 'lost', why: 'not signed in' }
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': command.key }
    const reply = await send(port, { method: 'POST', path: command.path, headers, body: command.body, timeoutMs })
    if (reply.kind === 'answer' && reply.status === 401) {
      // A session ends by inactivity, which a long drill may see: whoever is told so signs in again.
      tally.add('session ended')
      if ((await tokens.get(command.email)) === token) tokens.delete(command.email)
      return { kind: 'lost', why: 'session ended' }
    }
    if (reply.kind === 'lost' || reply.status >= 500 || reply.status === 429) noteUnanswered(reply, command.path)
    return reply
  }

  function outcomeOf(reply: Reply, sentAt: number): Outcome | undefined {
    if (reply.kind === 'lost' || reply.status >= 500 || reply.status === 429) return undefined
    if (reply.status < 300) return { kind: 'done', body: reply.body, sentAt }
    return { kind: 'refused', status: reply.status, message: messageOf(reply.body) }
  }

  async function command(asked: Command, random: Random, { port, timeoutMs = TIMEOUT_MS }: AskOptions = {}) {
    for (let attempt = 1; !isOver(); attempt += 1) {
      const sentAt = performance.now()
      const reply = await once(asked, port ?? random.pick(ports), timeoutMs, random.next)
      const outcome = outcomeOf(reply, sentAt)
      if (outcome !== undefined) {
        if (attempt > 1) tally.add('resolved by repeating')
        return outcome
      }
      if (reply.kind === 'lost' && reply.why !== 'session ended') tally.add('unknown outcomes')
      await pauseAfter(reply, random.next)
    }
    return { kind: 'unanswered' } as const
  }

  return {
    command,
    async storm(asked, random, times) {
      tally.add('storms')
      const sentAt = performance.now()
      const replies = await Promise.all(
        Array.from({ length: times }, (_, index) =>
          once(asked, ports[index % ports.length] ?? 0, TIMEOUT_MS, random.next),
        ),
      )
      const outcomes = replies.flatMap((reply) => outcomeOf(reply, sentAt) ?? [])
      const said = new Set(
        outcomes.map((outcome) => (outcome.kind === 'done' ? effectOf(outcome.body) : JSON.stringify(outcome))),
      )
      if (said.size > 1) tally.defect(`${asked.path}: one command, several answers: ${[...said].join(' | ')}`)
      return outcomes[0] ?? command(asked, random)
    },
    async otherBody(asked, random) {
      const reply = await once(asked, random.pick(ports), TIMEOUT_MS, random.next)
      const outcome = outcomeOf(reply, 0)
      if (outcome === undefined) return
      tally.add('keys used again for something else')
      if (outcome.kind === 'refused' && outcome.status === 409) return
      const answer = outcome.kind === 'refused' ? `${outcome.status} ${outcome.message}` : JSON.stringify(outcome)
      tally.defect(`${asked.path}: a used key with another body was answered ${answer}`)
    },
    async get(email, path, port) {
      const ask = async (): Promise<Reply> => {
        const token = await tokenOf(email, () => 0)
        const headers = { authorization: `Bearer ${token ?? ''}` }
        return send(port ?? ports[0] ?? 0, { method: 'GET', path, headers, timeoutMs: TIMEOUT_MS })
      }
      const reply = await ask()
      if (reply.kind === 'lost' || reply.status !== 401) return reply
      // Their session ended while they asked for nothing.
      tokens.delete(email)
      return ask()
    },
    endAt: (moment) => void (end = moment),
  }
}
