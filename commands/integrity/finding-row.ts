import { type EventKey, type KnownEventKeys, macOver } from '#commands/log/event-mac.ts'
import { type Finder, type Finding, findingId } from './finding.ts'

/** What the table of findings keeps of each (`check` is a word of SQL). */
export const COLUMNS = [
  ...(['id', 'position', 'through', 'stream', 'checked', 'expected', 'found'] as const),
  ...(['found_by', 'found_at', 'row', 'key_id', 'mac'] as const),
] as const

/** A row as it is read: all of it text, and anything. */
export type FindingRow = { readonly id: string } & {
  readonly [column in Exclude<(typeof COLUMNS)[number], 'id'>]: string | null
}

/** A row that no process of the portal wrote, or that was changed since. */
export type ForeignRow = Pick<FindingRow, 'id' | 'mac'> & {
  /** What it says, cut, for whoever looks. */
  readonly says: string
}

/** A finding as it is kept: under a MAC over all that its row says, which nobody makes who has only the database. */
export function rowOf(finding: Finding, { id: keyId, key }: EventKey): FindingRow {
  const { id, position, through, stream, check, expected, found, foundBy, foundAt, row } = finding
  const said = {
    ...{ id, position: String(position), through: through === undefined ? null : String(through) },
    ...{ stream: stream ?? null, checked: check, expected, found, found_by: foundBy, found_at: foundAt },
    ...{ row: row === undefined ? null : JSON.stringify(row), key_id: keyId },
  }
  return { ...said, mac: macOf(key, said) }
}

/** The finding in a row; undefined unless a process of the portal wrote it as it stands. */
export function findingIn(row: FindingRow, keys: Pick<KnownEventKeys, 'of'>): Finding | undefined {
  const key = row.key_id === null ? undefined : keys.of(row.key_id)
  if (key === undefined || key === 'retired' || macOf(key, row) !== row.mac) return undefined
  const { id, through, stream, checked, expected, found, found_by: foundBy, found_at: foundAt } = row
  const finding = {
    position: Number(row.position),
    ...(through === null ? {} : { through: Number(through) }),
    ...(stream === null ? {} : { stream }),
    ...(row.row === null ? {} : { row: JSON.parse(row.row) as NonNullable<Finding['row']> }),
    ...{ id, check: String(checked), expected: String(expected), found: String(found) },
    ...{ foundBy: foundBy as Finder, foundAt: String(foundAt) },
  }
  return findingId(finding) === id ? finding : undefined
}

const LONGEST_SAID = 100

export const foreignOf = ({ id, mac, key_id: _, ...rest }: FindingRow): ForeignRow => ({
  ...{ id, mac },
  says: COLUMNS.flatMap((column) => {
    const value = { ...rest, id, key_id: null, mac: null }[column]
    return value === null ? [] : [`${column} ${JSON.stringify(value.slice(0, LONGEST_SAID))}`]
  }).join(', '),
})

function macOf(key: Buffer, row: Omit<FindingRow, 'mac'>): string {
  const said = COLUMNS.flatMap((column) => (column === 'mac' ? [] : [row[column]]))
  return macOver(key, 'chf-finding-mac-1', JSON.stringify(said))
}
