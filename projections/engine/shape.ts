import type pg from 'pg'

/** What is kept as the reason of a model whose tables are not what its checkpoint says. */
export const TABLES_CHANGED = 'Its tables, columns or indexes are not as they were made: it is built again from the log'

/**
 * What the tables of `m`, a row of read_model, are made of now: columns, keys and indexes of both, as the catalog has
 * them, without the names of indexes, which change when built tables take the place of serving ones. Rows of the catalog
 * only: functions that describe a table (pg_get_indexdef, pg_table_is_visible) look at what is committed by then, and a
 * statement that began before a swap would find the tables of before, which it sees, half gone.
 */
export const SHAPE = `md5(coalesce((
  select string_agg(p.part, E'\\n' order by p.part collate "C")
    from pg_class c
    cross join lateral (
      select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attcollation::regcollation)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       union all
      select concat_ws(' ', c.relname, i.indisprimary, i.indisunique, i.indisvalid, i.indkey, i.indnkeyatts, i.indoption,
               i.indclass, i.indcollation, i.indexprs, i.indpred, o.relam)
        from pg_index i join pg_class o on o.oid = i.indexrelid where i.indrelid = c.oid) p(part)
   where c.relkind = 'r' and c.relname in (m.name, m.name || '_history')
     and c.relnamespace = (select n.oid from pg_namespace n where n.nspname = current_schema())), 'none'))`

/** Keeps what a model's tables are made of, in the transaction that has made them. */
export async function keepShape(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`update read_model m set shape = ${SHAPE} where name = $1`, [name])
}

/** The models whose tables are not as they were made, for whoever changes nothing. */
export async function changedModels(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select m.name from read_model m where m.shape is distinct from ${SHAPE}`,
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * The models whose tables are not as they were made: somebody has dropped or altered them by hand. Records it as the
 * reason why they stand still.
 */
export async function findChanged(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `with changed as (select m.name from read_model m where m.shape is distinct from ${SHAPE}),
     told as (
       update read_model m set error = coalesce(m.error, $1) from changed where changed.name = m.name returning m.name)
     select name from told`,
    [TABLES_CHANGED],
  )
  return new Set(rows.map(({ name }) => name))
}
