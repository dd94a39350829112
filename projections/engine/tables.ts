import pg from 'pg'
import type { Definition } from './definition.ts'
import { findChanged, keepShape } from './shape.ts'
import { buildingTables, createSql, indexSql, keySql, quoted, servingTables, type TableNames } from './table-sql.ts'
import { lockTransaction } from '#commands/lock-holder.ts'
import type { Report } from '#commands/rarely.ts'
import { inTransaction } from '#commands/postgres.ts'

/** How long a swap waits for readers before it lets those behind it pass and tries again. */
const SWAP_PATIENCE = '150ms'

/**
 * Makes the empty tables of the models that have none, at position 0.
 * Tables that are not as they were made stay as they are, and their models stand still until they are built again. What
 * a build has left whose process was killed goes. `report` hears for whom it waits.
 */
export async function ensureTables(
  owner: pg.ClientBase,
  appRole: string,
  definitions: readonly Definition[],
  report: Report,
): Promise<void> {
  await inTransaction(owner, async () => {
    await lockTransaction(owner, 'read model tables', report)
    for (const definition of definitions) {
      const { name, revision, fingerprint } = definition
      const { rowCount } = await owner.query(
        `insert into read_model (name, revision, position, fingerprint) values ($1, $2, 0, $3) on conflict do nothing`,
        [name, revision, fingerprint],
      )
      if (rowCount === 0) continue
      // Left by a checkpoint that somebody removed: nothing tells how far they have come.
      await dropServing(owner, name)
      await createTables(owner, definition, servingTables(name), appRole)
      await owner.query(keySql(definition, servingTables(name)))
      const { live, history } = indexSql(definition, servingTables(name))
      for (const statement of [...live, ...history]) await owner.query(statement)
      await keepShape(owner, name)
    }
    await dropLeftBuilds(owner)
    await findChanged(owner)
  })
}

export async function createTables(
  client: pg.ClientBase,
  definition: Definition,
  tables: TableNames,
  appRole: string,
): Promise<void> {
  for (const statement of createSql(definition, tables)) await client.query(statement)
  for (const table of definition.temporal ? [tables.live, tables.history] : [tables.live]) {
    await client.query(`grant select, insert, update, delete on ${quoted(table)} to ${pg.escapeIdentifier(appRole)}`)
  }
}

/** Removes what a build that was killed left. */
export async function dropBuilding(client: pg.ClientBase, name: string): Promise<void> {
  await dropBuildingTables(client, name)
  await client.query('delete from read_model_build where name = $1', [name])
}

async function dropBuildingTables(client: pg.ClientBase, name: string): Promise<void> {
  const { live, history } = buildingTables(name)
  await client.query(`drop table if exists ${quoted(live)}, ${quoted(history)}`)
}

/** Removes, in the caller's transaction, what builds have left that nobody goes on with; why one failed stays told. */
async function dropLeftBuilds(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select name from (
       select regexp_replace(relname, '(_history)?__building$', '') as name from pg_class
        where relkind = 'r' and relname like '%\\_\\_building' and pg_table_is_visible(oid)
       union
       select name from read_model_build where error is null) l
      where pg_try_advisory_xact_lock(hashtext('read model build'), hashtext(name))`,
  )
  for (const { name } of rows) {
    await dropBuildingTables(owner, name)
    await owner.query('delete from read_model_build where name = $1 and error is null', [name])
  }
}

/** One or both may be gone. */
async function dropServing(client: pg.ClientBase, name: string): Promise<void> {
  const { live, history } = servingTables(name)
  await client.query(`drop table if exists ${quoted(live)}`)
  await client.query(`drop table if exists ${quoted(history)}`)
}

/** Puts the built tables in the place of the serving ones, within the caller's transaction. */
export async function swapTables(client: pg.ClientBase, { name, temporal }: Definition): Promise<void> {
  const serving = servingTables(name)
  const building = buildingTables(name)
  await client.query(`set local lock_timeout = '${SWAP_PATIENCE}'`)
  await dropServing(client, name)
  await client.query(`alter table ${quoted(building.live)} rename to ${quoted(serving.live)}`)
  if (temporal) await client.query(`alter table ${quoted(building.history)} rename to ${quoted(serving.history)}`)
}

/** Readers held the tables for longer than a swap waits. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
