import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type SpecTable, tsvLines } from '#scripts/test/conformance.ts'
import { ROOT } from '#tests/support/source-files.ts'

/** Where the repository is: of a further worktree, whose `.git` is a file that leads there, the checkout that it belongs to. */
function repository(): string {
  const git = join(ROOT, '.git')
  const link = existsSync(git) && statSync(git).isFile() ? /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8')) : null
  return link?.[1] === undefined ? ROOT : join(link[1], '..', '..', '..')
}
const FOLDER = join(repository(), '..', 'shared', 'spec')

/** Whether the spec's tables stand beside the repository, as they do where it is made; a clone elsewhere has none. */
export const hasSpec = existsSync(FOLDER)

/** A row of the spec, by the names of its columns. */
export type SpecRow = Readonly<Record<string, string>>

/** What a row is called in our tables: its id where it has one, and what tells a reader which it is. */
const KEYS: Readonly<Record<SpecTable, readonly string[]>> = {
  endpoints: ['id', 'method', 'path'],
  screens: ['id', 'route'],
  messages: ['id', 'text'],
  validations: ['form', 'field', 'rule'],
  statuses: ['entity', 'state', 'action', 'next_state'],
  permissions: ['permission'],
  entities: ['entity', 'field'],
  constants: ['name'],
}
const BETWEEN: Partial<Record<SpecTable, string>> = { entities: '.', endpoints: ' ', screens: ' ', messages: ' ' }

/** The rows of a table of the spec, by their keys. */
export function specRows(table: SpecTable): ReadonlyMap<string, SpecRow> {
  const text = readFileSync(join(FOLDER, `${table}.tsv`), 'utf8')
  const names = text.slice(0, text.indexOf('\n')).split('\t')
  return new Map(
    tsvLines(text).map((cells) => {
      const row = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
      return [KEYS[table].map((name) => row[name]).join(BETWEEN[table] ?? ' / '), row] as const
    }),
  )
}
