import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCredentials, signOldPasswords } from '#commands/people/user/credentials.ts'
import { peppersFrom } from '#commands/peppers.ts'
import { createRowMacs } from '#commands/row-macs.ts'
import { createPool } from '#projections/postgres.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

const macs = createRowMacs('ab'.repeat(32))
const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const peppers = peppersFrom([first])
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
  const credentials = createCredentials(pool, macs, peppers)
  await credentials.setPassword('ada', 'Right-pass-1')
  expect(await credentials.check('ada', 'Right-pass-1')).toBe(true)
  expect(await credentials.check('ada', 'Wrong-pass-1')).toBe(false)
  expect(await credentials.check('bola', 'Right-pass-1')).toBe(false)
  expect(await credentials.check(undefined, 'nobody has this password')).toBe(false)
  expect([await credentials.has('ada'), await credentials.has('bola')]).toEqual([true, false])
})

test('a new password takes the place of the old', async () => {
  const credentials = createCredentials(pool, macs, peppers)
  await credentials.setPassword('chidi', 'First-pass-1')
  await credentials.setPassword('chidi', 'Second-pass-1')
  expect(await credentials.check('chidi', 'First-pass-1')).toBe(false)
  expect(await credentials.check('chidi', 'Second-pass-1')).toBe(true)
})

test('what is kept is an argon2id hash of 46 MiB, another one each time', async () => {
  const credentials = createCredentials(pool, macs, peppers)
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
  const credentials = createCredentials(pool, macs, peppers)
  await credentials.setPassword('mallory', 'Known-pass-1')
  await credentials.setPassword('ngozi', 'Hidden-pass-1')
  await pool.query(`update credential set (password_hash, mac) =
    (select password_hash, mac from credential where user_id = 'mallory') where user_id = 'ngozi'`)
  expect(await credentials.check('ngozi', 'Known-pass-1')).toBe(false)
  await createCredentials(pool, createRowMacs('cd'.repeat(32)), peppers).setPassword('ngozi', 'Known-pass-1')
  expect(await credentials.check('ngozi', 'Known-pass-1')).toBe(false)
})

test('passwords from before they had MACs are taken under theirs once, and none that comes later', async () => {
  const credentials = createCredentials(pool, macs, peppers)
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

/** Without the pepper, as a password was kept before there was one. */
async function keepAsBefore(userId: string, password: string, memoryCost = 47_104): Promise<void> {
  const old = await hash(password, { memoryCost, timeCost: 1, parallelism: 1 })
  await pool.query(
    `insert into credential (user_id, password_hash, changed_at, mac) values ($1, $2, '2026-01-02', $3)`,
    [userId, old, macs.of('credential', [userId, old])],
  )
}
const keptOf = async (userId: string) => {
  const { rows } = await pool.query<{ password_hash: string; pepper: number; day: string }>(
    `select password_hash, pepper, changed_at::date::text as day from credential where user_id = $1`,
    [userId],
  )
  return rows[0]
}

test('whoever has the hashes and not the pepper cannot compare', async () => {
  await createCredentials(pool, macs, peppers).setPassword('pat', 'Secret-pass-1')
  const kept = await keptOf('pat')
  expect(kept?.pepper).toBe(1)
  expect(await verify(kept?.password_hash ?? '', 'Secret-pass-1')).toBe(false)
  expect(await verify(kept?.password_hash ?? '', 'Secret-pass-1', { secret: first })).toBe(true)
  expect(await createCredentials(pool, macs, peppersFrom([second])).check('pat', 'Secret-pass-1')).toBe(false)
})

test('a password from before there were peppers, or of lesser cost, is kept as now once its owner signs in', async () => {
  const credentials = createCredentials(pool, macs, peppers)
  await keepAsBefore('quadri', 'Older-pass-1')
  await keepAsBefore('rita', 'Cheap-pass-1', 8_192)
  expect(await credentials.check('quadri', 'Wrong-pass-1')).toBe(false)
  expect(await keptOf('quadri')).toMatchObject({ pepper: 0 })
  for (const [userId, password] of [['quadri', 'Older-pass-1'] as const, ['rita', 'Cheap-pass-1'] as const]) {
    expect(await credentials.check(userId, password)).toBe(true)
    const kept = await keptOf(userId)
    expect(kept).toMatchObject({ pepper: 1, day: '2026-01-02' })
    expect(kept?.password_hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
    expect(await credentials.check(userId, password)).toBe(true)
    expect((await keptOf(userId))?.password_hash).toBe(kept?.password_hash)
  }
})

test('a new pepper takes over password by password, also where another process has it already', async () => {
  const all = async () => [first, second]
  const [older, newer] = [peppersFrom([first], all), peppersFrom([first, second])]
  await createCredentials(pool, macs, older).setPassword('sade', 'Rotate-pass-1')
  expect(await createCredentials(pool, macs, newer).check('sade', 'Rotate-pass-1')).toBe(true)
  expect(await keptOf('sade')).toMatchObject({ pepper: 2 })
  expect(await createCredentials(pool, macs, peppersFrom([first])).check('sade', 'Rotate-pass-1')).toBe(false)
  expect(await createCredentials(pool, macs, older).check('sade', 'Rotate-pass-1')).toBe(true)
})

test('what is kept anew at sign-in does not undo a password that was set in that moment', async () => {
  const credentials = createCredentials(pool, macs, peppers)
  await keepAsBefore('tobi', 'Before-pass-1')
  await Promise.all([credentials.check('tobi', 'Before-pass-1'), credentials.setPassword('tobi', 'Behind-pass-1')])
  expect(await credentials.check('tobi', 'Behind-pass-1')).toBe(true)
  expect(await credentials.check('tobi', 'Before-pass-1')).toBe(false)
})

test('a password is the same however its letters are composed, and older hashes of what was typed go on', async () => {
  const credentials = createCredentials(pool, macs, peppers)
  const [composed, apart] = (['NFC', 'NFD'] as const).map((form) => 'Ọláwálé-pass-1'.normalize(form))
  if (composed === undefined || apart === undefined) throw new Error('There is no such form')
  await credentials.setPassword('tunde', apart)
  expect([await credentials.check('tunde', composed), await credentials.check('tunde', apart)]).toEqual([true, true])
  // As an older version kept it: what was typed.
  const [cost, secret] = [{ memoryCost: 47_104, timeCost: 1, parallelism: 1 }, peppers.current.key]
  const older = await hash(apart, { ...cost, secret })
  await pool.query('update credential set password_hash = $2, mac = $3 where user_id = $1', [
    ...['tunde', older, macs.of('credential', ['tunde', older])],
  ])
  expect(await credentials.check('tunde', composed)).toBe(false)
  expect(await credentials.check('tunde', apart)).toBe(true)
  // And from then on as now.
  expect(await credentials.check('tunde', composed)).toBe(true)
  expect(await credentials.check('tunde', 'Ọláwálé-pass-2')).toBe(false)
})
