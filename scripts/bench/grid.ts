import pg from 'pg'
import { PILOT_HOSPITALS } from '#domain/catalogue/reference/hospitals.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { withHistory } from './history.ts'
import { growTransactions } from './many-transactions.ts'
import { type Findings, markdownTable, type Measurement, whole } from './measurement.ts'
import type { Caller } from './portal/calls.ts'
import { signedInCaller, startPortal } from './portal/portal.ts'
import { quantile } from './rounds.ts'
import { onWorkbench, type Workbench } from './workbench.ts'

const LIST = '/api/transactions'

/** What people ask of the grid; the number makes every call ask for something else. */
const QUESTIONS: readonly {
  readonly name: string
  readonly path: (nth: number) => string
  readonly isPage: boolean
}[] = [
  { name: 'first page', path: () => LIST, isPage: true },
  { name: 'filter by hospital', path: (nth) => `${LIST}?coe=${hospital(nth)}`, isPage: true },
  { name: 'filter by status', path: () => `${LIST}?status=payment%20initiated`, isPage: true },
  {
    name: 'filter by hospital, status and kind',
    path: (nth) => `${LIST}?coe=${hospital(nth)}&status=permsec%20approved&is_drug=1`,
    isPage: true,
  },
  { name: 'sort by total', path: (nth) => `${LIST}?sort=${nth % 2 === 0 ? '-' : ''}total`, isPage: true },
  {
    name: 'sort by total within a hospital',
    path: (nth) => `${LIST}?coe=${hospital(nth)}&sort=-total`,
    isPage: true,
  },
  { name: 'date range of a month', path: (nth) => `${LIST}?${month(nth)}`, isPage: true },
  {
    name: 'date range and hospital',
    path: (nth) => `${LIST}?${month(nth)}&coe=${hospital(nth)}`,
    isPage: true,
  },
  { name: 'totals of a month', path: (nth) => `${LIST}/totals?${month(nth)}`, isPage: false },
  { name: 'totals of everything', path: () => `${LIST}/totals`, isPage: false },
]

const hospital = (nth: number): string => pilotCoeId(PILOT_HOSPITALS[nth % PILOT_HOSPITALS.length]?.code ?? '')
const month = (nth: number): string => {
  const first = new Date(Date.UTC(new Date().getUTCFullYear() - 1 - (nth % 6), (nth * 5) % 12, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0))
  return `start_date=${first.toISOString().slice(0, 10)}&end_date=${last.toISOString().slice(0, 10)}`
}

/** The p50 and p95 of each question, in milliseconds. */
async function askAll(caller: Caller, times: number) {
  const answers = new Map<string, { readonly p50: number; readonly p95: number }>()
  for (const { name, path, isPage } of QUESTIONS) {
    const latencies: number[] = []
    const rounds = isPage ? times : Math.ceil(times / 10)
    for (let nth = -2; nth < rounds; nth += 1) {
      const { status, ms, text } = await caller.call({ path: path(Math.abs(nth)) })
      if (status !== 200) throw new Error(`${path(Math.abs(nth))} answered ${status}: ${text.slice(0, 200)}`)
      if (nth >= 0) latencies.push(ms)
    }
    answers.set(name, { p50: quantile(latencies, 0.5), p95: quantile(latencies, 0.95) })
  }
  return answers
}

async function measure(bench: Workbench, sizes: readonly number[], times: number, say: (line: string) => void) {
  const portal = await startPortal(bench)
  const owner = new pg.Pool({ connectionString: bench.postgres.ownerUrl, max: 1 })
  owner.on('error', () => undefined)
  const caller = await signedInCaller(portal.port, 1, 'super-admin@chf.example')
  try {
    const bySize: Awaited<ReturnType<typeof askAll>>[] = []
    for (const size of sizes) {
      const begun = performance.now()
      await growTransactions(owner, size)
      say(`${whole(size)} rows, made in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
      const answers = await askAll(caller, times)
      for (const [name, { p50, p95 }] of answers) say(`${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
      bySize.push(answers)
    }
    return bySize
  } finally {
    caller.close()
    await owner.end()
    await portal.stop()
  }
}

async function run({ quick, rows = 10_000_000, say }: Parameters<Measurement['run']>[0]): Promise<Findings> {
  const [small, large, times] = quick ? [10_000, 50_000, 10] : [100_000, rows, 100]
  const [few, many] = await onWorkbench((bench) =>
    withHistory(bench, quick ? 200 : 2_000, () => measure(bench, [small, large], times, say)),
  )
  if (few === undefined || many === undefined) throw new Error('A size was not measured')
  const table = QUESTIONS.map(({ name }) => {
    const [a, b] = [few.get(name), many.get(name)]
    if (a === undefined || b === undefined) throw new Error(`${name} was not measured`)
    const milliseconds = [a.p50, a.p95, b.p50, b.p95].map((ms) => `${ms.toFixed(1)} ms`)
    return [name, ...milliseconds, `${(b.p95 / a.p95).toFixed(2)}x`]
  })
  const sizes = [whole(small), whole(large)]
  return {
    goals: [],
    body: `${markdownTable(
      ['', ...sizes.flatMap((size) => [`p50 at ${size}`, `p95 at ${size}`]), 'growth of p95'],
      table,
    )}

Pages of 50 over HTTP, each question ${times} times in a row by one client (totals ${Math.ceil(times / 10)} times), as the grid asks:
hospitals and months change from call to call. The first eight are what a list waits for; they page by key. Totals count
and add up every row of the filter, come in a call of their own, and grow with it. The rows are copies of a generated
history's, over ten years, put straight into the read model.`,
  }
}

export const grid: Measurement = { name: 'grid', title: '5. The transactions grid at scale', run }
