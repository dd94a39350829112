import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import type { Findings, Measurement } from './measurement.ts'

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks.md')

const HEAD = `# Benchmarks

Written by \`npm run bench\`. Every figure stands against a baseline that was measured in the same run, in paired rounds
that take turns; ratios are medians of rounds, with the least and the most. Absolute figures are this machine's; ratios
travel better. Sections are written one by one, each with its date and machine.
`

/** How many processes waited for a processor over the last minute: above the number of processors others had their share. */
export const loadNow = (): number => loadavg()[0] ?? 0

/** What a section says of its run beside the findings: the load when it began, and a note. */
type RunNote = { readonly loadBefore: number; readonly note: string | undefined }

/** Where and when: what a figure is worth nothing without. */
function circumstances({ loadBefore, note }: RunNote): string {
  const processors = cpus()
  const machine = `${processors.length} x ${processors[0]?.model.trim() ?? 'unknown processor'}`
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: join(FILE, '..') })
    .toString()
    .trim()
  const day = new Date().toISOString().slice(0, 10)
  const parts = [
    `${day}, commit ${commit}`,
    machine,
    memory,
    `Node ${process.versions.node}`,
    'Postgres 18 (embedded, fsync on)',
    `load ${loadBefore.toFixed(1)} before, ${loadNow().toFixed(1)} at the end`,
  ]
  return `_${parts.join('; ')}._${note === undefined ? '' : ` ${note}`}`
}

const begin = (name: string): string => `<!-- ${name} -->`
const end = (name: string): string => `<!-- /${name} -->`

/** Puts the findings of one measurement into the page, in place of what it said before; all else stays as it is. */
export async function writeSection(
  all: readonly Measurement[],
  measurement: Measurement,
  findings: Findings,
  note: RunNote,
): Promise<string> {
  const standing = await readFile(FILE, 'utf8').catch(() => HEAD)
  const names = all.map(({ name }) => name)
  const text = withSection(standing, names, measurement.name, sectionOf(measurement, findings, note))
  await writeFile(FILE, await format(text, { ...(await resolveConfig(FILE)), filepath: FILE }))
  return FILE
}

/**
 * The page with this section between its marks: where it stood, or in the order of `names`, or at the end. What people
 * have written around the sections stays.
 */
export function withSection(page: string, names: readonly string[], name: string, section: string): string {
  const marked = `${begin(name)}\n${section}\n${end(name)}`
  const isThere = (mark: string) => page.includes(mark)
  if (isThere(begin(name)) && isThere(end(name))) {
    const after = page.indexOf(end(name)) + end(name).length
    return `${page.slice(0, page.indexOf(begin(name)))}${marked}${page.slice(after)}`
  }
  const before = names.slice(0, names.indexOf(name)).map(end).findLast(isThere)
  const later = names.map(begin).find(isThere)
  const place =
    before === undefined
      ? later === undefined
        ? page.length
        : page.indexOf(later)
      : page.indexOf(before) + before.length
  return `${page.slice(0, place)}\n\n${marked}\n\n${page.slice(place)}`
}

function sectionOf({ title }: Measurement, { goals, body }: Findings, note: RunNote): string {
  const met = goals.map(({ what, measured, isMet }) => `- ${isMet ? 'Met' : '**Not met**'}: ${what} - ${measured}`)
  const parts = [`## ${title}`, circumstances(note), ...(met.length > 0 ? [met.join('\n')] : []), body]
  return parts.join('\n\n')
}
