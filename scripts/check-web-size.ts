import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { FETCHED, type Fetched } from './web/fetched.ts'

// Sizes are gzip -9 of JS and CSS, in KB of 1,000 bytes. A screen counts all that it fetches beyond the entry (and the
// shell, when signed in), what it imports lazily included: a grid screen's grid, a form's calendar.

/**
 * The most that a part may weigh, in KB; of a grid or a chart with what screens share and forms are checked by. The dashboard counts
 * what is of any role, though nobody has all of it. What a bill opens with, its acts and its dispute's chat, is beside them.
 */
export const BUDGETS = { entry: 185, shell: 61, grid: 323, chart: 278, bills: 22 } as const

/** Screens that patients open, by their file: neither grid nor chart may come with them. */
const PATIENT_FEATURES =
  /^features\/(\w+\/)?(landing|sign-in|profile|enrol|my-applications|my-billing|recover|verify-email)\//

/** What is asked of a build: the line of the table, its weight in KB, the most it may weigh, and what is wrong. */
export type SizeLine = {
  readonly part: string
  readonly kilobytes: number
  readonly budget: number | undefined
  readonly wrong: string | undefined
}

/** Weighs a build. `sizeOf` gives the gzip bytes of a file of the build. */
export function weigh(
  { entry, shell, grid, chart, bills, screens }: Fetched,
  sizeOf: (file: string) => number,
): SizeLine[] {
  const kilobytes = (files: Iterable<string>) => {
    let bytes = 0
    for (const file of files) bytes += sizeOf(file)
    return bytes / 1000
  }
  const line = (part: string, weight: number, budget?: number, wrong?: string): SizeLine => ({
    part,
    kilobytes: weight,
    budget,
    wrong: wrong ?? (budget !== undefined && weight > budget ? `more than ${budget} KB` : undefined),
  })
  const lines = [
    line('entry', kilobytes(entry), BUDGETS.entry),
    line('shell, once signed in', kilobytes(shell), BUDGETS.shell),
    line('grid', kilobytes(grid), BUDGETS.grid),
    line('chart', kilobytes(chart), BUDGETS.chart),
    line('bills', kilobytes(bills), BUDGETS.bills),
  ]
  for (const [part, { now, later }] of Object.entries(screens).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const fetched = new Set([...now, ...later])
    const has = (files: readonly string[]) => files.slice(0, 1).some((own) => fetched.has(own))
    const within = (files: readonly string[], budget: number) => (has(files) ? budget : 0)
    const budget =
      has(grid) || has(chart)
        ? within(grid, BUDGETS.grid) + within(chart, BUDGETS.chart) + within(bills, BUDGETS.bills)
        : undefined
    const isHeavy = PATIENT_FEATURES.test(part) && budget !== undefined
    lines.push(line(part, kilobytes(fetched), budget, isHeavy ? 'brings the grid or the chart to patients' : undefined))
  }
  return lines
}

/** Weighs the build in a folder; throws when there is none. */
export function weighBuild(folder: string): SizeLine[] {
  const path = join(folder, FETCHED)
  if (!existsSync(path)) throw new Error(`No build in ${folder}: run vite build first`)
  const fetched: Fetched = JSON.parse(readFileSync(path, 'utf8'))
  return weigh(fetched, (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
}

/** The table that people read. */
export function sizeTable(lines: readonly SizeLine[]): string {
  const width = Math.max(...lines.map(({ part }) => part.length))
  return lines
    .map(({ part, kilobytes, budget, wrong }) => {
      const limit = budget === undefined ? '' : `of ${budget} KB`
      return `${part.padEnd(width)}  ${kilobytes.toFixed(1).padStart(6)} KB  ${limit.padEnd(10)}${wrong === undefined ? '' : `  ${wrong}`}`.trimEnd()
    })
    .join('\n')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--help')) {
    console.log(
      'Prints the gzip size of the web build (dist/web) by part; fails above a budget. Usage: check-web-size [folder]',
    )
  } else {
    const lines = weighBuild(process.argv[2] ?? 'dist/web')
    console.log(sizeTable(lines))
    if (lines.some(({ wrong }) => wrong !== undefined)) process.exitCode = 1
  }
}
