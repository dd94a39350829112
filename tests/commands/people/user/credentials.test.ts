import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCredentials, signOldPasswords } from '#commands/people/user/credentials.ts'
import { createRowMacs } from '#commands/row-macs.ts'
import { createPool } from '#projections/postgres.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

const macs = createRowMacs('ab'.repeat(32))
let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.appUrl, { name: 'test', patience: 'call', max: 2 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a password is right for its user alone', async () => {
  const credentials = createCredentials(pool, macs)
  await credentials.setPassword('ada', 'Right-pass-1')
  expect(await credentials.check('ada', 'Right-pass-1')).toBe(true)
  expect(await credentials.check('ada', 'Wrong-pass-1')).toBe(false)
  expect(await credentials.check('bola', 'Right-pass-1')).toBe(false)
  expect(await credentials.check(undefined, 'nobody has this password')).toBe(false)
  expect([await credentials.has('ada'), await credentials.has('bola')]).toEqual([true, false])
})

test('a new password takes the place of the old', async () => {
  const credentials = createCredentials(pool, macs)
  await credentials.setPassword('chidi', 'First-pass-1')
  await credentials.setPassword('chidi', 'Second-pass-1')
  expect(await credentials.check('chidi', 'First-pass-1')).toBe(false)
  expect(await credentials.check('chidi', 'Second-pass-1')).toBe(true)
})

test('what is kept is an argon2id hash of 46 MiB, another one each time', async () => {
  const credentials = createCredentials(pool, macs)
  await credentials.setPassword('dayo', 'Same-pass-1')
  await credentials.setPassword('efe', 'Same-pass-1')
  const { rows } = await pool.query<{ password_hash: string }>(
    `select password_hash from credential where user_id in ('dayo', 'efe')`,
  )
  expect(rows).toHaveLength(2)
  for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  expect(rows[0]?.password_hash).not.toBe(rows[1]?.password_hash)
})

test('a password that was written past the portal, or is another person’s, lets nobody in', async () => {
  const credentials = createCredentials(pool, macs)
  await credentials.setPassword('mallory', 'Known-pass-1')
  await credentials.setPassword('ngozi', 'Hidden-pass-1')
  await pool.query(`update credential set (password_hash, mac) =
    (select password_hash, mac from credential where user_id = 'mallory') where user_id = 'ngozi'`)
  expect(await credentials.check('ngozi', 'Known-pass-1')).toBe(false)
  await createCredentials(pool, createRowMacs('cd'.repeat(32))).setPassword('ngozi', 'Known-pass-1')
  expect(await credentials.check('ngozi', 'Known-pass-1')).toBe(false)
})

test('passwords from before they had MACs are taken under theirs once, and none that comes later', async () => {
  const credentials = createCredentials(pool, macs)
  await signOldPasswords(pool, database.ownerUrl, macs) // of a new database: nothing
  await credentials.setPassword('obi', 'Older-pass-1')
  const owner = createPool(database.ownerUrl, { name: 'test', patience: 'call', max: 1 })
  await owner.query("alter table credential alter column mac set default ''")
  await pool.query("update credential set mac = ''")
  expect(await credentials.check('obi', 'Older-pass-1')).toBe(false)
  await Promise.all([1, 2].map(() => signOldPasswords(pool, database.ownerUrl, macs)))
  expect(await credentials.check('obi', 'Older-pass-1')).toBe(true)
  await pool.query("update credential set mac = '' where user_id = 'obi'")
  await signOldPasswords(pool, database.ownerUrl, macs)
  expect(await credentials.check('obi', 'Older-pass-1')).toBe(false)
  await owner.end()
})
