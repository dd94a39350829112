import type pg from 'pg'

/**
 * Makes the table of transactions as long as wanted, out of the rows that it has: each with an id and a number of its
 * own, over ten years. Straight into the read model, past the log: what is measured on it reads tables only. The indexes
 * are those of the model, made anew behind the rows.
 */
export async function growTransactions(owner: pg.Pool, wanted: number): Promise<void> {
  const { rows: columns } = await owner.query<{ name: string; kind: string }>(
    `select column_name as name, data_type as kind from information_schema.columns
      where table_schema = 'public' and table_name = 'transaction' order by ordinal_position`,
  )
  const { rows: counted } = await owner.query<{ standing: number; own: number }>(
    `select count(*)::integer as standing, (count(*) filter (where reference not like 'TRX-B-%'))::integer as own
       from "transaction" where billed_at is not null`,
  )
  const { standing, own } = counted[0] ?? { standing: 0, own: 0 }
  if (own === 0) throw new Error('There is no transaction to make more of')
  if (standing >= wanted) return
  // Numbered on from what stands: no two copies of a row ever have the same number, wherever the limit cuts.
  const [first, last] = [standing, standing + Math.ceil((wanted - standing) / own)]
  const values = columns.map(({ name, kind }) => {
    if (name === 'id') return `md5(t.id || '.' || n)::uuid::text`
    if (name === 'reference') return `'TRX-B-' || nextval('bench_reference')`
    // The whole history of a copy lies as many years back, some hours apart from its neighbours.
    if (kind === 'timestamp with time zone') return `t."${name}" - shift`
    return `t."${name}"`
  })
  await owner.query('create sequence if not exists bench_reference')
  await owner.query(`set maintenance_work_mem = '512MB'`)
  await withoutIndexes(owner, () =>
    owner.query(
      `insert into "transaction" (${columns.map(({ name }) => `"${name}"`).join(', ')})
       select ${values.join(', ')}
         from generate_series($1::integer, $2::integer) n
        cross join (select * from "transaction" where billed_at is not null and reference not like 'TRX-B-%') t
        cross join lateral (select (n % 8 + 1) * interval '365 days' + (n * 7919 % 1440) * interval '1 minute' as shift) s
        limit $3`,
      [first, last, wanted - standing],
    ),
  )
  await owner.query('vacuum (analyze) "transaction"')
}

/** Runs something on the table while it has no index, which is many times faster, and makes them again. */
async function withoutIndexes(owner: pg.Pool, act: () => Promise<unknown>): Promise<void> {
  const { rows: keys } = await owner.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = '"transaction"'::regclass and contype in ('p', 'u')`,
  )
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'transaction' and schemaname = 'public' and indexname <> all ($1)`,
    [keys.map(({ name }) => name)],
  )
  for (const { name } of keys) await owner.query(`alter table "transaction" drop constraint "${name}"`)
  for (const { name } of indexes) await owner.query(`drop index "${name}"`)
  await act()
  for (const { name, definition } of keys)
    await owner.query(`alter table "transaction" add constraint "${name}" ${definition}`)
  for (const { definition } of indexes) await owner.query(definition)
}
