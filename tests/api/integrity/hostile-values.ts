import type pg from 'pg'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'

/** What is written into every column: by its type the first of these that the table takes. */
export const KINDS = ['highest', 'lowest', 'empty', 'long', 'none', 'others'] as const
export type Kind = (typeof KINDS)[number]

type Values = Readonly<Partial<Record<Kind | 'first', readonly string[]>>>
const NUMBERS: Values = {
  first: ['1'],
  highest: ['9223372036854775807', '9007199254740991', '2147483647'],
  lowest: ['-9223372036854775808', '-9007199254740991', '-2147483648', '-1'],
  empty: ['0'],
}
const VALUES: Readonly<Record<string, Values>> = {
  integer: NUMBERS,
  bigint: NUMBERS,
  numeric: { first: ['1'], highest: [`'NaN'`, '1e30'], lowest: ['-1e30'], empty: ['0'] },
  boolean: { first: ['false'], highest: ['true'], lowest: ['false'] },
  text: { first: [`'x'`], highest: [`'__proto__'`], empty: [`''`], long: [`repeat('x', 1000)`] },
  uuid: { first: ['gen_random_uuid()'], highest: [`'ffffffff-ffff-ffff-ffff-ffffffffffff'`] },
  jsonb: { first: [`'{}'`], highest: [`'{"__proto__":1}'`], lowest: [`'[]'`], empty: [`'null'`] },
  bytea: { first: [`'\\x00'`], empty: [`''`], long: [`convert_to(repeat('x', 1000), 'utf8')`] },
  ARRAY: { first: [`'{}'`], empty: [`'{}'`] },
  'timestamp with time zone': {
    first: ['now()'],
    highest: [`'infinity'`, `'9999-12-30'`],
    lowest: [`'-infinity'`, `'0044-03-15 BC'`, `'0001-01-02'`],
  },
}

/** One that is changed lets nothing start, with the file named (tests/api/secrets*.test.ts). */
const STOPS_A_START = 'secret_check'

const MODELS: readonly string[] = READ_MODEL_NAMES.flatMap((name) => [name, `${name}_history`])
const isOfModel = (table: string) => MODELS.includes(table)

/** Each is swept by itself, as what one of them stops would hide what another does. */
export const GROUPS: readonly { readonly what: string; readonly isIn: (table: string) => boolean }[] = [
  { what: 'that follow the log', isIn: (table) => /^(read_model|process_)/.test(table) },
  { what: 'of read models', isIn: isOfModel },
  {
    what: 'of mail, of what was found and all else',
    isIn: (table) => !isOfModel(table) && !/^(read_model|process_)/.test(table),
  },
]

/** Rows of a table that are written at once: more say no more. */
const AS_MANY = 40

type Column = { readonly name: string; readonly type: string; readonly isKey: boolean }

/**
 * What writes a kind of value into every column of these tables, by a connection of the app's role: into some rows, or one where
 * they must differ, and a megabyte of text into one. Gives how many columns took one.
 */
export async function hostileWriter(pool: pg.Pool, isIn: (table: string) => boolean) {
  const { rows } = await pool.query<{ table: string; columns: Column[] }>(
    `select t.tablename as table, json_agg(json_build_object('name', c.column_name, 'type', c.data_type, 'isKey', exists (
              select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
               where i.indrelid = t.tablename::regclass and i.indisprimary and a.attname = c.column_name))) as columns
       from pg_tables t join information_schema.columns c on c.table_schema = t.schemaname and c.table_name = t.tablename
      where t.schemaname = 'public' and t.tablename <> $1 group by 1 order by 1`,
    [STOPS_A_START],
  )
  const tables = rows.filter(({ table }) => isIn(table))
  const isTaken = (text: string) =>
    pool.query(text).then(
      ({ rowCount }) => (rowCount ?? 0) > 0,
      () => false,
    )
  for (const { table, columns } of tables) {
    const known = columns.filter(({ type }) => VALUES[type] !== undefined)
    const names = known.map(({ name }) => `"${name}"`).join()
    await isTaken(
      `insert into ${table} (${names}) values (${known.map(({ type }) => VALUES[type]?.first?.[0]).join()})`,
    )
  }
  await isTaken(`insert into process_item (process, key, stream, revision, position, due_at)
                 select name, 'x', 'wallet-pool', 0, 1, now() from process_checkpoint`)

  const valuesOf = (table: string, { name, type }: Column, kind: Kind): readonly string[] => {
    if (kind === 'none') return ['null']
    if (kind === 'others') return [`(select "${name}" from ${table} order by ctid desc limit 1)`]
    return VALUES[type]?.[kind] ?? []
  }
  async function writeColumn(table: string, column: Column, kind: Kind): Promise<boolean> {
    const one = `where ctid = (select min(ctid) from ${table})`
    const some = `where ctid = any(array(select ctid from ${table} limit ${AS_MANY}))`
    for (const value of valuesOf(table, column, kind)) {
      const set = `update ${table} set "${column.name}" = ${value}`
      if ((!column.isKey && (await isTaken(`${set} ${some}`))) || (await isTaken(`${set} ${one}`))) {
        if (kind === 'long') await isTaken(`update ${table} set "${column.name}" = repeat('x', 1000000) ${one}`)
        return true
      }
    }
    return false
  }
  return async (kind: Kind): Promise<number> => {
    let written = 0
    for (const { table, columns } of tables)
      for (const column of columns) if (await writeColumn(table, column, kind)) written += 1
    return written
  }
}
