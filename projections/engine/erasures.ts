import type pg from 'pg'
import type { RecordedBatch } from '#commands/log/domain-log.ts'
import { erasedBy } from '#commands/log/erasing.ts'
import { ERASED } from '#domain/kernel/event-table.ts'
import type { Row } from '#projections/read-model.ts'
import { carried } from './cells.ts'
import type { Definition } from './definition.ts'
import { quoted, type TableNames } from './table-sql.ts'

/** Whom a batch erases. */
export function erasedIn({ events }: Pick<RecordedBatch, 'events'>): readonly string[] {
  return events.flatMap(({ event }) => erasedBy(event) ?? [])
}

/**
 * Everybody who is known to be erased. Of them nothing personal is folded any more, wherever in the log it stands and
 * whatever key a process still holds.
 */
export async function readErased(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ person_id: string }>('select person_id from erased_person')
  return new Set(rows.map(({ person_id: person }) => person))
}

/** Keeps whom a batch erased, in the transaction that empties their rows. */
export async function keepErased(client: pg.ClientBase, people: readonly string[]): Promise<void> {
  await client.query(
    'insert into erased_person (person_id) select distinct unnest($1::text[]) on conflict do nothing',
    [people],
  )
}

/** A folded row without what is personal of erased people; undefined when it goes with its person. */
export function withoutErased({ personal }: Definition, row: Row, erased: ReadonlySet<string>): Row | undefined {
  let kept: Record<string, Row[string]> | undefined
  for (const { of, emptied } of personal) {
    const isErased = erased.has(String(row[of]))
    if (emptied === 'row') {
      if (isErased) return undefined
      continue
    }
    for (const [name, cell] of emptied)
      // The log may be without a person's key before it comes to their end.
      if (isErased || row[name] === ERASED) (kept ??= { ...row })[name] = cell
  }
  return kept ?? row
}

/** Empties what is personal of these people in the tables of a model, the past included. */
export async function emptyRows(
  client: Pick<pg.ClientBase, 'query'>,
  { personal, columns, temporal }: Definition,
  { live, history }: TableNames,
  people: readonly string[],
): Promise<void> {
  for (const { of, emptied } of personal) {
    for (const table of temporal ? [live, history] : [live]) {
      const theirs = `where ${quoted(of)} = any($1)`
      if (emptied === 'row') await client.query(`delete from ${quoted(table)} ${theirs}`, [people])
      else {
        const cells = columns.flatMap(({ name, base }) => {
          const cell = emptied.get(name)
          return cell === undefined ? [] : [{ name, base, value: carried(base, cell) }]
        })
        const sets = cells.map(({ name, base }, index) => `${quoted(name)} = $${index + 2}::${base}`).join(', ')
        await client.query(`update ${quoted(table)} set ${sets} ${theirs}`, [
          people,
          ...cells.map(({ value }) => value),
        ])
      }
    }
  }
}
