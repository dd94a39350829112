import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { createClient, createDb, createPool } from '#projections/postgres.ts'
import type { Database } from '#projections/read-models.ts'
import { csvStream } from '#projections/report/csv.ts'
import { allTransactions } from '#projections/money/transaction/billing-lists.ts'
import { withHistory } from './history.ts'
import { growTransactions } from './many-transactions.ts'
import { type Findings, markdownTable, type Measurement, whole } from './measurement.ts'
import { watchMemory } from './portal/memory.ts'
import { signedInCaller, startPortal } from './portal/portal.ts'
import { medianOf, pairedRounds, pick, ratioOf, ratioText } from './rounds.ts'
import { onWorkbench, type Workbench } from './workbench.ts'

const PATH = '/api/transactions/csv'
const [EXPORT, PACKED, SAME, BARE] = [
  `\`GET ${PATH}\``,
  'the same, compressed on the way (br)',
  '`COPY` of the same query to stdout',
  '`COPY transaction TO STDOUT`, bare',
] as const
const MOST_MB = 200

type Run = { readonly seconds: number; readonly megabytes: number; readonly peak: number; readonly before: number }

async function measure(bench: Workbench, rows: number, rounds: number, say: (line: string) => void) {
  const { ownerUrl, appUrl } = bench.postgres
  // A first start catches up with the log, in memory that it keeps; what counts is a portal that has been started again.
  await (await startPortal(bench)).stop()
  const portal = await startPortal(bench)
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  owner.on('error', () => undefined)
  const caller = await signedInCaller(portal.port, 1, 'auditor@chf.example')
  const db = createDb<Database>(createPool(appUrl, { name: 'bench', patience: 'hours', max: 1 }))
  const client = createClient(appUrl, { name: 'bench', patience: 'hours' })
  await client.connect()
  const copied = async (source: AsyncIterable<Buffer>): Promise<number> => {
    let bytes = 0
    for await (const chunk of source) bytes += chunk.length
    return bytes
  }
  const timed = (name: string, act: () => Promise<number>) => ({
    name,
    run: async (): Promise<Run> => {
      const memory = await watchMemory(portal.pid)
      const begun = performance.now()
      const megabytes = (await act()) / 1e6
      const seconds = (performance.now() - begun) / 1000
      say(`${name}: ${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(0)} MB/s`)
      return { seconds, megabytes, peak: await memory.stop(), before: memory.before }
    },
  })
  try {
    await growTransactions(owner, rows)
    say(`${whole(rows)} rows made`)
    const exported = (headers: Readonly<Record<string, string>>) => async () => {
      const { status, bytes } = await caller.call({ path: PATH, headers, isLarge: true })
      if (status !== 200) throw new Error(`The export answered ${status}`)
      return bytes
    }
    const designs = [
      timed(EXPORT, exported({})),
      timed(PACKED, exported({ 'accept-encoding': 'br' })),
      timed(SAME, () => copied(csvStream(db, client, allTransactions, { filter: {}, dates: 'as the spec' }))),
      timed(BARE, () => copied(client.query(copyTo('copy "transaction" to stdout with (format csv, header)')))),
    ]
    for (const { run } of designs) await run()
    return await pairedRounds(rounds, designs)
  } finally {
    caller.close()
    await client.end()
    await db.destroy()
    await owner.end()
    await portal.stop()
  }
}

async function run({ quick, say }: Parameters<Measurement['run']>[0]): Promise<Findings> {
  const [rows, rounds] = quick ? [30_000, 2] : [1_000_000, 3]
  const figures = await onWorkbench((bench) =>
    withHistory(bench, quick ? 200 : 2_000, () => measure(bench, rows, rounds, say)),
  )
  const seconds = pick(figures, (one) => one.seconds)
  const speed = pick(figures, (one) => one.megabytes / one.seconds)
  const inverse = pick(figures, (one) => 1 / one.seconds)
  const exports = [EXPORT, PACKED].flatMap((name) => figures.get(name) ?? [])
  const peak = Math.max(...exports.map((one) => one.peak))
  const before = Math.min(...exports.map((one) => one.before))
  const ratio = ratioOf(inverse, EXPORT, SAME)
  const table = [EXPORT, PACKED, SAME, BARE].map((name) => [
    name,
    `${medianOf(seconds, name).toFixed(1)} s`,
    whole(
      medianOf(
        pick(figures, (one) => one.megabytes),
        name,
      ),
    ),
    whole(medianOf(speed, name)),
    ratioText(ratioOf(inverse, name, SAME)),
    name === PACKED ? '' : ratioText(ratioOf(speed, name, BARE)),
  ])
  return {
    goals: [
      { what: 'at 0.8x of `COPY TO STDOUT` or faster', measured: ratioText(ratio), isMet: ratio.middle >= 0.8 },
      {
        what: `peak memory under ${MOST_MB} MB`,
        measured: `${whole(peak)} MB resident in the portal's process, ${whole(before)} MB before an export`,
        isMet: peak < MOST_MB,
      },
    ],
    body: `${markdownTable(['', 'time', 'MB', 'MB/s', 'against the same query', 'MB/s against the bare copy'], table)}

${whole(rows)} transactions, all columns of the screen, newest first. The export goes over HTTP from the portal in a process of
its own: session, one snapshot, control totals over all rows, SHA-256, manifest. *The same query* is the report's own
statement (joins, order, formatting, formulas made safe) by \`COPY\` on a bare connection; *bare* is the table as it lies.
The goal is judged against the same query: what the portal adds to it. A browser asks for compression; its MB are those on
the way, and the program that compresses and the one that reads share the machine's two cores. ${rounds} rounds after a warm-up; the rows are copies
of a generated history's.`,
  }
}

export const csv: Measurement = { name: 'csv', title: '4. CSV of a million rows', run }
