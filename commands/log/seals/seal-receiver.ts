import { z } from 'zod'
import { jsonIn } from '#domain/kernel/json.ts'
import { Seal } from '#domain/seal/events.ts'
import { inOrder, SealsDisagree } from './seal-file.ts'
import type { SecondPlace } from './second-place.ts'

export type SealReceiverOptions = {
  /** https, or http to this very machine; without user, password and query. */
  readonly url: string
  /** Who may give and read seals there. */
  readonly token: string
  /** Milliseconds that an answer may take. */
  readonly patience?: number
}

const Answer = z.object({ seals: z.array(Seal) })
/** A thousand seals are half of it. */
const LONGEST_ANSWER = 1024 * 1024
const CONFLICT = 409

/** Somebody who keeps the seals and is reached over HTTP (docs/seals.md says what they answer). */
export function sealReceiver({ url, token, patience = 10_000 }: SealReceiverOptions): SecondPlace {
  async function ask(signal: AbortSignal | undefined, seal?: Seal): Promise<{ status: number; text: string }> {
    const signals = [AbortSignal.timeout(patience), ...(signal === undefined ? [] : [signal])]
    const asked =
      seal === undefined
        ? { method: 'GET' }
        : { method: 'POST', body: JSON.stringify(seal), headers: { 'content-type': 'application/json' } }
    try {
      const answer = await fetch(url, {
        ...asked,
        headers: { ...asked.headers, accept: 'application/json', authorization: `Bearer ${token}` },
        redirect: 'error', // the token is for nobody else
        signal: AbortSignal.any(signals),
      })
      return { status: answer.status, text: await textOf(answer) }
    } catch (error) {
      throw new Error(`${url} does not answer: ${reasonOf(error)}`, { cause: error })
    }
  }

  return {
    name: url,
    async last(signal) {
      const { status, text } = await ask(signal)
      if (status !== 200) throw new Error(`${url} answers ${status} where its last seals are asked for`)
      const read = Answer.safeParse(jsonIn(text))
      if (!read.success) throw new Error(`${url} answers with something else than its last seals`)
      return inOrder(read.data.seals, url)
    },
    async take(seals, signal) {
      for (const seal of seals) {
        const { status } = await ask(signal, seal)
        if (status === CONFLICT) throw new SealsDisagree(`${url} holds another seal ${seal.number}`)
        if (status < 200 || status > 299)
          throw new Error(`${url} does not take seal ${seal.number}: it answers ${status}`)
      }
    },
  }
}

async function textOf(answer: Response): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.length
    if (size > LONGEST_ANSWER) throw new Error('the answer is too long')
    pieces.push(Buffer.from(piece))
  }
  return Buffer.concat(pieces).toString()
}

/** What fetch keeps to itself: that it was refused, or no certificate that one could trust. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
