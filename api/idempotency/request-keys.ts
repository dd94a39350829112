import type pg from 'pg'
import { HttpError } from '#api/http-error.ts'
import { hashOf } from './request-hash.ts'
import { type Answer, openAnswer, openChoice, sealAnswer, sealChoice } from './sealed.ts'
import type { EndTurn, Turns } from './turns.ts'

/** A request that is the only one under its key now. */
export type OwnRequest = {
  /**
   * What it is about, as it was chosen the first time; kept before anything is done about it. Throws 409 where that was
   * changed past the portal: part of it may be done, and nobody knows what the rest was.
   */
  choose(choice: () => Promise<readonly string[]>): Promise<readonly string[]>
  /** Keeps what it is answered; gives what whoever was faster had answered, should there be such. */
  answer(answer: Answer): Promise<Answer>
  /** Lets the next one under the key go on. */
  end: EndTurn
}

/** What stands under a caller's key. */
export type Claim =
  | { readonly kind: 'own'; readonly request: OwnRequest }
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** The key was used before, for something else. */
  | { readonly kind: 'taken' }
  /** The same key is at work, and for long. */
  | { readonly kind: 'busy' }

/** Who asks, under which key, and the hash of all that is asked (request-hash.ts). */
export type Asked = { readonly caller: string; readonly key: string; readonly request: Buffer }

export type RequestKeys = {
  hashOf(...parts: readonly string[]): Buffer
  /** Takes a key for a request before anything is done about it. */
  claim(asked: Asked): Promise<Claim>
  /** Forgets what a caller asked and was answered. */
  forgetCaller(caller: string): Promise<void>
  close(): Promise<void>
}

type Row = { readonly request: Buffer; readonly chosen: Buffer | null; readonly answer: Buffer | null }

/** What a request's answer, and what it is about, are sealed under: neither opens as the other. */
type Sealing = { readonly answer: Buffer; readonly choice: Buffer }

type Parts = {
  readonly pool: pg.Pool
  readonly turns: Turns
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Keys of requests in the table `request_key` (architecture.md, Handling a command): the same key with another request is
 * told apart before the first append, and the same request is answered with the same bytes.
 */
export function createRequestKeys({ pool, turns, secret, now }: Parts): RequestKeys {
  async function rowOf(id: Buffer, request: Buffer, caller: string): Promise<Row> {
    const { rows } = await pool.query<Row>(
      `with added as (
         insert into request_key (id, request, caller, created_at) values ($1, $2, $4, $3) on conflict (id) do nothing
         returning request, chosen, answer)
       select * from added union all select request, chosen, answer from request_key where id = $1`,
      [id, request, new Date(now()), callerHash(secret, caller)],
    )
    const [row] = rows
    if (row === undefined) throw new Error('A key was kept and is not there')
    return row
  }

  function own(id: Buffer, sealing: Sealing, { chosen: kept, answer: unopened }: Row, end: EndTurn): OwnRequest {
    return {
      end,
      async choose(choice) {
        if (kept !== null) return chosenBefore(sealing.choice, kept)
        const chosen = await choice()
        await pool.query('update request_key set chosen = $2 where id = $1', [id, sealChoice(sealing.choice, chosen)])
        return chosen
      },
      async answer(answer) {
        const { rows } = await pool.query<{ answer: Buffer }>(
          `update request_key set answer = case when answer is not distinct from $3 then $2 else answer end
            where id = $1 returning answer`,
          [id, sealAnswer(sealing.answer, answer), unopened],
        )
        return rows[0] === undefined ? answer : openAnswer(sealing.answer, rows[0].answer)
      },
    }
  }

  return {
    hashOf: (...parts) => hashOf(secret, 'request', ...parts),
    async claim({ caller, key, request }) {
      const id = hashOf(secret, 'key', caller, key)
      const sealing = { answer: hashOf(secret, 'answer', caller, key), choice: hashOf(secret, 'choice', caller, key) }
      const end = await turns.take(id.readBigInt64BE())
      if (end === undefined) return { kind: 'busy' }
      try {
        const row = await rowOf(id, request, caller)
        const isSame = row.request.equals(request)
        const answer = isSame ? opened(sealing.answer, row.answer) : undefined
        if (isSame && answer === undefined) return { kind: 'own', request: own(id, sealing, row, end) }
        await end()
        return answer === undefined ? { kind: 'taken' } : { kind: 'answered', answer }
      } catch (error) {
        await end()
        throw error
      }
    },
    forgetCaller: (caller) => forgetCaller(pool, secret, caller),
    close: () => turns.close(),
  }
}

/** What was answered; undefined of an answer that was changed past the portal, which is made again: the log knows what was done. */
function opened(sealing: Buffer, answer: Buffer | null): Answer | undefined {
  try {
    return answer === null ? undefined : openAnswer(sealing, answer)
  } catch {
    return undefined
  }
}

function chosenBefore(sealing: Buffer, kept: Buffer): readonly string[] {
  try {
    return openChoice(sealing, kept)
  } catch {
    throw new HttpError(
      409,
      'What this request was about has been changed. Look at what was done, and ask anew for the rest.',
    )
  }
}

const callerHash = (secret: string, caller: string) => hashOf(secret, 'caller', caller)

/** `RequestKeys.forgetCaller`. `secret` is the one that the keys are kept under. */
export async function forgetCaller(pool: pg.Pool, secret: string, caller: string): Promise<void> {
  await pool.query('delete from request_key where caller = $1', [callerHash(secret, caller)])
}

/** Forgets the keys from before a time; their commands are known by the log for ever. Says how many. */
export async function forgetOldKeys(pool: pg.Pool, before: Date): Promise<number> {
  const { rowCount } = await pool.query('delete from request_key where created_at < $1', [before])
  return rowCount ?? 0
}
