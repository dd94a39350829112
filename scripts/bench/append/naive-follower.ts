import { setImmediate } from 'node:timers/promises'
import type { EventLog } from '#commands/log/event-log.ts'
import type { PlainLog } from './plain.ts'
import { type Writing, writeFor } from './writers.ts'

/** How many events were written and how many of them a follower never saw: ours on the log, a naive one on the table. */
export type Followed = {
  readonly ours: number
  readonly lost: number
  readonly written: number
  readonly naive: number
}

const WRITERS = 32

export async function countLost(store: EventLog, ours: Writing, plain: PlainLog, ms: number): Promise<Followed> {
  const start = await store.head()
  const stop = new AbortController()
  let [seen, last] = [0, start]
  const following = (async () => {
    for await (const batch of store.follow(start, stop.signal)) {
      seen += batch.length
      last = batch.at(-1)?.position ?? last
    }
  })()
  await writeFor(ours, WRITERS, ms)
  const head = await store.head()
  while (last < head) await setImmediate()
  stop.abort()
  await following

  const naive = await followNaively(plain, () => writeFor(plain.writing, WRITERS, ms))
  return { ours: head - start, lost: head - start - seen, ...naive }
}

/** Asks again and again for what is behind the last position seen: what is committed late is never asked for. */
async function followNaively({ pool }: PlainLog, write: () => Promise<unknown>) {
  const head = async () => (await count('select coalesce(max(position), 0) as figure from plain_log', [])) ?? 0
  const count = async (text: string, values: unknown[]) =>
    Number((await pool.query<{ figure: string }>(text, values)).rows[0]?.figure)
  const start = await head()
  let [last, seen, isDone] = [start, 0, false]
  const writing = write().then(() => (isDone = true))
  for (let isLast = false; !isLast;) {
    isLast = isDone
    const { rows } = await pool.query<{ position: string }>(
      'select position from plain_log where position > $1 order by position limit 1000',
      [last],
    )
    seen += rows.length
    last = Number(rows.at(-1)?.position ?? last)
    if (rows.length > 0) isLast = false
  }
  await writing
  const written = await count('select count(*) as figure from plain_log where position > $1', [start])
  return { written, naive: written - seen }
}
