import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

// Sizes are gzip -9 of JS and CSS, in KB of 1,000 bytes. A screen counts all that it fetches beyond the entry (and the
// shell, when signed in), what it imports lazily included: a grid screen's grid, a form's calendar.

/** One entry of Vite's manifest. */
type Chunk = {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly isEntry?: boolean
}
export type Manifest = Readonly<Record<string, Chunk>>

/** The most that a part may weigh, in KB (screens.md). */
export const BUDGETS = { entry: 210, shell: 100, grid: 280, chart: 210 } as const

const GRID = 'ui/data-grid/grid-table.tsx'
const CHART = 'ui/chart/chart-canvas.tsx'
const SHELL = 'shell/signed-in-frame.tsx'

/** Screens that patients open, by their file: neither grid nor chart may come with them. */
const PATIENT_FEATURES =
  /^features\/(\w+\/)?(landing|sign-in|profile|enrol|my-applications|my-billing|recover|verify-email)\//

/** Screens outside the shell; the others are weighed beyond entry and shell. */
const PUBLIC_FEATURES = /^features\/(\w+\/)?(landing|sign-in|enrol|recover|verify-email)\//

/** The chunks that a chunk fetches at once, itself included; with `lazily` also those that it may fetch later. */
export function fetchedBy(manifest: Manifest, key: string, lazily: boolean, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const next of chunk.imports ?? []) fetchedBy(manifest, next, lazily, seen)
  if (lazily) for (const next of chunk.dynamicImports ?? []) fetchedBy(manifest, next, lazily, seen)
  return seen
}

/** What is asked of a build: the line of the table, its weight in KB, the most it may weigh, and what is wrong. */
export type SizeLine = {
  readonly part: string
  readonly kilobytes: number
  readonly budget: number | undefined
  readonly wrong: string | undefined
}

/** Weighs a build. `sizeOf` gives the gzip bytes of a file of the build. */
export function weigh(manifest: Manifest, sizeOf: (file: string) => number): SizeLine[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true)
  if (entry === undefined) throw new Error('The manifest has no entry')
  const base = fetchedBy(manifest, entry, false)
  const filesOf = (keys: Iterable<string>) =>
    new Set([...keys].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]))
  const baseFiles = filesOf(base)
  const withShell = fetchedBy(manifest, SHELL, false, new Set(base))
  const kilobytes = (files: Iterable<string>) => {
    let bytes = 0
    for (const file of files) bytes += /\.(js|css)$/.test(file) ? sizeOf(file) : 0
    return bytes / 1000
  }
  const beyond = (key: string, before: Set<string>) =>
    new Set([...fetchedBy(manifest, key, true, new Set(before))].filter((one) => !before.has(one)))
  const line = (part: string, weight: number, budget?: number, wrong?: string): SizeLine => ({
    part,
    kilobytes: weight,
    budget,
    wrong: wrong ?? (budget !== undefined && weight > budget ? `more than ${budget} KB` : undefined),
  })

  const shellFiles = [...filesOf(withShell)].filter((file) => !baseFiles.has(file))
  const lines = [
    line('entry', kilobytes(baseFiles), BUDGETS.entry),
    line('shell, once signed in', kilobytes(shellFiles), BUDGETS.shell),
  ]
  for (const key of Object.keys(manifest).sort()) {
    const screen = /^features\/.+-screen\.tsx$/.test(key)
    if (!screen && key !== GRID && key !== CHART) continue
    const before = PUBLIC_FEATURES.test(key) ? base : withShell
    const fetched = beyond(key, before)
    const [hasGrid, hasChart] = [fetched.has(GRID), fetched.has(CHART)]
    const budget = hasGrid || hasChart ? (hasGrid ? BUDGETS.grid : 0) + (hasChart ? BUDGETS.chart : 0) : undefined
    const isHeavy = PATIENT_FEATURES.test(key) && budget !== undefined
    const weight = kilobytes([...filesOf(fetched)].filter((file) => !filesOf(before).has(file)))
    lines.push(line(key, weight, budget, isHeavy ? 'brings the grid or the chart to patients' : undefined))
  }
  return lines
}

/** Weighs the build in a folder; throws when there is none. */
export function weighBuild(folder: string): SizeLine[] {
  const path = join(folder, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error(`No build in ${folder}: run vite build first`)
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  return weigh(manifest, (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
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
