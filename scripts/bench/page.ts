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

/** Puts the findings of one measurement into the page, in place of what it said before; sections keep their order. */
export async function writeSection(
  all: readonly Measurement[],
  measurement: Measurement,
  findings: Findings,
  note: RunNote,
): Promise<string> {
  const standing = await readFile(FILE, 'utf8').catch(() => '')
  const sections = all.map((one) => {
    if (one.name === measurement.name) return sectionOf(one, findings, note)
    const [, rest] = standing.split(`${begin(one.name)}\n`)
    const kept = rest?.split(`${end(one.name)}\n`)[0]
    return kept === undefined ? '' : `${begin(one.name)}\n${kept}${end(one.name)}\n`
  })
  const text = [HEAD, ...sections.filter((section) => section !== '')].join('\n')
  await writeFile(FILE, await format(text, { ...(await resolveConfig(FILE)), filepath: FILE }))
  return FILE
}

function sectionOf({ name, title }: Measurement, { goals, body }: Findings, note: RunNote): string {
  const met = goals.map(({ what, measured, isMet }) => `- ${isMet ? 'Met' : '**Not met**'}: ${what} - ${measured}`)
  const parts = [`## ${title}`, circumstances(note), ...(met.length > 0 ? [met.join('\n')] : []), body]
  return `${begin(name)}\n${parts.join('\n\n')}\n${end(name)}\n`
}
