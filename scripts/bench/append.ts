import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { installPostgresLog } from '#commands/log/postgres/log-schema.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import { allEvents } from '#domain/events.ts'
import { APP } from '#scripts/postgres/roles.ts'
import { aMovement, commandOf } from './append/event.ts'
import { emmettWriter } from './append/emmett.ts'
import { countLost } from './append/naive-follower.ts'
import { plainWriter } from './append/plain.ts'
import { type Writing, writeFor } from './append/writers.ts'
import { type Findings, markdownTable, type Measurement, whole } from './measurement.ts'
import { medianOf, pairedRounds, ratioOf, ratioText } from './rounds.ts'
import { benchSecrets } from './append/bench-secrets.ts'
import { onWorkbench, type Workbench } from './workbench.ts'

const WRITERS = [1, 8, 32] as const
const [GROUP, PLAIN, EMMETT] = ['group commit, whole codec', 'plain checked insert', "Emmett's Postgres store"] as const

/** Appends of one event by many writers: ours, a plain checked insert, and Emmett's store. */
async function measure({ postgres }: Workbench, quick: boolean, say: (line: string) => void) {
  const { ownerUrl, appUrl } = postgres
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  owner.on('error', () => undefined)
  await installPostgresLog(owner, APP)
  const store = createPostgresLog({ connection: { connectionString: appUrl } })
  const keys = createMemoryKeys()
  const log = createDomainLog(store, createCodec(allEvents, keys, benchSecrets), keys)
  const ours: Writing = (stream) => {
    let head = { revision: NO_STREAM, hash: '' }
    return async () => {
      const { event, command } = { event: aMovement(), command: commandOf(randomUUID()) }
      head = (await log.append(stream, head, [event], command)).head
    }
  }
  const plain = await plainWriter(owner, Math.max(...WRITERS))
  const emmett = await emmettWriter(ownerUrl, Math.max(...WRITERS))
  const [rounds, ms] = quick ? [2, 500] : [7, 2_000]
  const rows: string[][] = []
  const ratios = new Map<number, { plain: ReturnType<typeof ratioOf>; emmett: ReturnType<typeof ratioOf> }>()
  let followed = { ours: 0, lost: 0, naive: 0, written: 0 }
  try {
    for (const writers of WRITERS) {
      for (const writing of [ours, plain.writing, emmett.writing]) await writeFor(writing, writers, ms / 3)
      const run = (name: string, writing: Writing) => ({ name, run: () => writeFor(writing, writers, ms) })
      const figures = await pairedRounds(rounds, [
        run(GROUP, ours),
        run(PLAIN, plain.writing),
        run(EMMETT, emmett.writing),
      ])
      const against = { plain: ratioOf(figures, GROUP, PLAIN), emmett: ratioOf(figures, GROUP, EMMETT) }
      ratios.set(writers, against)
      const perSecond = [GROUP, PLAIN, EMMETT].map((name) => whole(medianOf(figures, name)))
      rows.push([String(writers), ...perSecond, ratioText(against.plain), ratioText(against.emmett)])
      say(`${writers} writers: ${perSecond.join(', ')} events/s`)
    }
    followed = await countLost(store, ours, plain, quick ? 1_000 : 5_000)
  } finally {
    await Promise.all([store.close(), plain.end(), emmett.end()])
    await owner.end()
  }
  return { rows, ratios, followed, rounds, ms }
}

async function run({ quick, say }: Parameters<Measurement['run']>[0]): Promise<Findings> {
  const { rows, ratios, followed, rounds, ms } = await onWorkbench((bench) => measure(bench, quick, say))
  const at32 = ratios.get(32)
  if (at32 === undefined) throw new Error('32 writers were not measured')
  const { ours, lost, naive, written } = followed
  return {
    goals: [
      {
        what: "at 32 writers at least 5x Emmett's store",
        measured: ratioText(at32.emmett),
        isMet: at32.emmett.middle >= 5,
      },
      {
        what: 'at 32 writers at least 1.2x plain inserts',
        measured: ratioText(at32.plain),
        isMet: at32.plain.middle >= 1.2,
      },
      {
        what: 'a follower loses no event, while a naive one loses some in the same run',
        measured: `${lost} of ${whole(ours)} lost; the naive follower lost ${whole(naive)} of ${whole(written)}`,
        isMet: lost === 0 && naive > 0,
      },
    ],
    body: `${markdownTable(['writers', `${GROUP}, events/s`, PLAIN, EMMETT, 'against plain', 'against Emmett'], rows)}

One event of some 650 bytes (data and metadata) per append, every append with its expected revision, ${rounds} rounds of ${ms / 1000} s
each after a warm-up; figures are medians. *Group commit* includes schema check, metadata, keyed command hash and hash
chain. The *plain checked insert* writes bytes that are encoded already, with the same indexes, through the same driver,
one commit each on a connection per writer. *Emmett's store* (0.42) writes the same data through its own append,
with as many connections.
The followers run beside 32 writers: ours on the log, the naive one on the plain table, asking for what is behind the
last position it has seen.`,
  }
}

export const append: Measurement = { name: 'append', title: '1. Appending events', run }
