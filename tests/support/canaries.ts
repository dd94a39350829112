import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Whether a text has a canary in it, however it is written. */
export const hasCanary = (text: string, canary: string): boolean => text.toLowerCase().includes(canary)

/** Every file below a folder that has a canary in its name or its bytes; Postgres' own are left out, see `tablesWith`. */
export async function filesWith(folder: string, canary: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path.includes(join('postgres', 'cluster'))) continue
    if (hasCanary(path, canary) || hasCanary(await readFile(path, 'latin1'), canary)) found.push(path)
  }
  return found
}

/** Every table, of whatever schema, with a canary in any column of any row; bytes are looked through as well. */
export async function tablesWith(database: Pick<pg.Client, 'query'>, canary: string): Promise<readonly string[]> {
  const { rows } = await database.query<{ schema: string; name: string }>(
    `select schemaname as schema, tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by tablename`,
  )
  const found: string[] = []
  for (const { schema, name } of rows) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
    const { rowCount } = await database.query(`select from ${table} t where t::text ilike any($1) limit 1`, [
      [`%${canary}%`, `%${Buffer.from(canary).toString('hex')}%`],
    ])
    if (rowCount !== 0) found.push(name)
  }
  return found
}
