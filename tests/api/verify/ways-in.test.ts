import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkWaysIn } from '#api/verify/verify-ways-in.ts'
import { createPool } from '#commands/postgres.ts'
import { type Postgres, startPostgres } from '#scripts/postgres/start-postgres.ts'
import { copyFirstPostgres } from '#tests/support/made-once.ts'
import { ask } from '#tests/support/postgres-note.ts'

// A server of its own: what is changed here would let everybody into the run's.
let dataDir: string
let hba: string
let postgres: Postgres
beforeAll(async () => {
  dataDir = await mkdtemp(join(inject('runDir'), 'ways-in-'))
  await copyFirstPostgres(dataDir)
  hba = join(dataDir, 'postgres', 'cluster', 'pg_hba.conf')
  postgres = await startPostgres({ dataDir })
})
afterAll(async () => {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function notes(): Promise<readonly string[]> {
  const pool = createPool(postgres.appUrl, { name: 'test', patience: 'call', max: 1 })
  const check = checkWaysIn({ pool, appUrl: postgres.appUrl })(() => undefined)
  await check.end?.(0)
  await pool.end()
  return check.notes?.() ?? []
}

test('verify notes a second superuser and a server that asks for no password; the next start asks again', async () => {
  expect(await notes()).toEqual([])
  const own = await readFile(hba, 'utf8')
  await writeFile(hba, own.replace('scram-sha-256', 'trust'))
  await ask(postgres.url, 'create role planted superuser login')
  await ask(postgres.url, 'select pg_reload_conf()')
  await expect
    .poll(notes)
    .toEqual([expect.stringMatching(/Superusers .*: planted$/), expect.stringContaining('any password')])

  await postgres.stop()
  const lines: string[] = []
  postgres = await startPostgres({ dataDir, log: (line) => lines.push(line) })
  expect(lines).toEqual([expect.stringContaining('Somebody had changed who is let in')])
  expect(await readFile(hba, 'utf8')).toBe(own)
  expect(await notes()).toEqual([expect.stringMatching(/planted$/)])
})
