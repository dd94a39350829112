import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGNED_TABLES } from '#api/signed-tables.ts'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { ROOT } from '#tests/support/source-files.ts'

let demo: DemoApp
beforeAll(async () => void (demo = await startDemoApp({ roles: { api: true, projections: false, processes: false } })))
afterAll(() => demo.end())

/** What docs/tamperings.md says of each table: who holds it, and what nobody does. */
async function heldBy(): Promise<ReadonlyMap<string, { readonly by: string; readonly borne: string }>> {
  const text = await readFile(join(ROOT, 'docs', 'tamperings.md'), 'utf8')
  const [, section = ''] = text.split('### Every table, and who holds it\n')
  const [table = ''] = section.split('\n## ')
  return new Map(
    [...table.matchAll(/^\| `(\w+)` +\| (.*?) *\| (.*?) *\|$/gm)].map(([, name = '', by = '', borne = '']) => [
      name,
      { by, borne },
    ]),
  )
}

test('every table is compared with the log, or named with who holds it', async () => {
  const { rows } = await demo.context.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
  )
  const models: readonly string[] = READ_MODEL_NAMES.flatMap((name) => [name, `${name}_history`])
  const others = rows.map(({ name }) => name).filter((name) => !models.includes(name))
  const held = await heldBy()
  expect([...held.keys()].sort()).toEqual(others.sort())
  for (const [name, { by, borne }] of held) expect(by === 'nobody' ? borne : by, name).not.toBe('')
})

test('what is said to be under a MAC is: each row of these tables has one, and no other table has any', async () => {
  const { rows } = await demo.context.pool.query<{ name: string }>(
    `select distinct c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname like '%mac' order by 1`,
  )
  const said = [...(await heldBy())].flatMap(([name, { by }]) =>
    by.includes('MAC') && name !== 'event_log' ? [name] : [],
  )
  expect(rows.map(({ name }) => name)).toEqual(said.sort())
})

test('a signed table’s MAC is over all of its columns', async () => {
  for (const { name, columns } of SIGNED_TABLES) {
    const { rows } = await demo.context.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [name],
    )
    expect(rows.map((row) => row.name).sort(), name).toEqual([...Object.keys(columns), 'mac'].sort())
  }
})
