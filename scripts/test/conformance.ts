import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The tables of the spec whose rows are answered, each by a table of the same name in tests/conformance. */
export const SPEC_TABLES = [
  ...(['endpoints', 'screens', 'messages', 'validations'] as const),
  ...(['statuses', 'permissions', 'entities', 'constants'] as const),
] as const
export type SpecTable = (typeof SPEC_TABLES)[number]

const KINDS = ['held', 'decided otherwise', 'not yet'] as const

/**
 * What became of a row: `held` by what `by` names, `decided otherwise` in the decision of that number, or `not yet`, with
 * the issue (or the group of rows) that brings it and, where part of it is there, what is missing.
 */
export type Answer = { readonly key: string; readonly kind: (typeof KINDS)[number]; readonly by: string }

/** Lines of columns between tabs, the names of the columns first. */
export const tsvLines = (text: string): readonly string[][] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const read = (root: string, name: string) =>
  tsvLines(readFileSync(join(root, 'tests', 'conformance', `${name}.tsv`), 'utf8'))

/** The answers of one table, a line for each row of the spec. Throws for a line that is none. */
export function answersIn(root: string, table: SpecTable): readonly Answer[] {
  return read(root, table).map(([key = '', given = '', by = '', ...more]) => {
    const kind = KINDS.find((one) => one === given)
    if (kind === undefined || by === '' || more.length > 0)
      throw new Error(`tests/conformance/${table}.tsv: ${key}: "${given}" is no answer`)
    return { key, kind, by }
  })
}

/**
 * How many rows are not there yet, as the line of the ceiling that says so. Which they are stands in it by a hash, so that
 * two who each took one off meet in a conflict, and not in a number that is wrong for both.
 */
export function ceilingLine(table: SpecTable, answers: readonly Answer[]): string {
  const open = answers.flatMap(({ key, kind }) => (kind === 'not yet' ? [key] : []))
  const hash = createHash('sha256').update(open.sort().join('\n')).digest('hex')
  return [table, String(open.length), hash.slice(0, 8)].join('\t')
}

/** The most rows of a table that may not be there yet, as its line in the repository. */
export function ceilingOf(root: string, table: SpecTable): { readonly line: string; readonly rows: number } {
  const found = read(root, 'ceiling').find(([name]) => name === table) ?? []
  return { line: found.join('\t'), rows: Number(found[1]) }
}

/** How much of the spec stands, table by table, for people. */
export function conformanceText(root: string): string {
  const counted = SPEC_TABLES.map((table) => {
    const answers = answersIn(root, table)
    return { table, counts: KINDS.map((kind) => answers.filter((answer) => answer.kind === kind).length) }
  })
  const sums = KINDS.map((_, at) => counted.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0))
  const line = (name: string, counts: readonly number[]) =>
    `${name.padEnd(12)} ${KINDS.map((kind, at) => `${String(counts[at]).padStart(4)} ${kind}`).join(', ')}`
  return [
    'The rows of the spec (tests/conformance):',
    ...counted.map(({ table, counts }) => line(table, counts)),
    line('all', sums),
  ].join('\n')
}
