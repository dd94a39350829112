import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createClient } from '#commands/postgres.ts'

/** Ends a turn; safe to call again. */
export type EndTurn = () => Promise<void>

/** One at a time under a name, over all processes on one database. */
export type Turns = {
  /** Waits its turn; undefined when it did not come in time. Throws when the database cannot be reached. */
  take(name: bigint): Promise<EndTurn | undefined>
  close(): Promise<void>
}

const PATIENCE_MS = 10_000
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [10, 200]

/**
 * Turns as advisory locks on one connection of this process: they end with it, however it ends, so that nobody waits for
 * a process that was killed, and one that was only paused keeps its turn. Within the process, where one connection could
 * take a lock twice, a map keeps the order.
 */
export function createPostgresTurns(connection: string | pg.ClientConfig): Turns {
  const held = new Map<bigint, Promise<void>>()
  let last: Promise<unknown> = Promise.resolve()
  let connected: Promise<pg.Client> | undefined

  function client(): Promise<pg.Client> {
    connected ??= connect().catch((error: unknown) => {
      connected = undefined
      throw error
    })
    return connected
  }

  async function connect(): Promise<pg.Client> {
    const fresh = createClient(connection, { name: 'turns of requests', patience: 'call' })
    const forget = () => {
      connected = undefined
    }
    fresh.on('error', forget)
    fresh.on('end', forget)
    await fresh.connect()
    return fresh
  }

  /** One query at a time on the one connection. */
  function ask(own: pg.Client, query: string, name: bigint): Promise<boolean> {
    const answer = last.then(async () => {
      const { rows } = await own.query<{ said: boolean }>(query, [name])
      return rows[0]?.said === true
    })
    last = answer.catch(nothing)
    return answer
  }

  /** The own place in this process; `until` is by performance.now(). */
  async function takeHere(name: bigint, until: number): Promise<(() => void) | undefined> {
    for (let other = held.get(name); other !== undefined; other = held.get(name)) {
      const left = until - performance.now()
      if (left <= 0) return undefined
      const over = new AbortController()
      await Promise.race([other, pause(left, undefined, { signal: over.signal }).catch(() => undefined)])
      over.abort()
    }
    let end = () => {}
    held.set(name, new Promise<void>((resolve) => (end = resolve)))
    return () => {
      held.delete(name)
      end()
    }
  }

  async function takeThere(name: bigint, until: number): Promise<EndTurn | undefined> {
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      const own = await client()
      const isTaken = await ask(own, 'select pg_try_advisory_lock($1) as said', name)
      // A connection that is lost has lost its locks too: there is nothing left to end.
      const end = () => ask(own, 'select pg_advisory_unlock($1) as said', name).then(nothing, nothing)
      if (isTaken) return end
      if (performance.now() + wait > until) return undefined
      await pause(wait)
    }
  }

  return {
    async take(name) {
      const until = performance.now() + PATIENCE_MS
      const endHere = await takeHere(name, until)
      if (endHere === undefined) return undefined
      const endThere = await takeThere(name, until).catch((error: unknown) => {
        endHere()
        throw error
      })
      if (endThere === undefined) {
        endHere()
        return undefined
      }
      let ending: Promise<void> | undefined
      return () => (ending ??= endThere().finally(endHere))
    },
    async close() {
      const own = await connected?.catch(nothing)
      await own?.end().catch(nothing)
    },
  }
}

const nothing = () => undefined
