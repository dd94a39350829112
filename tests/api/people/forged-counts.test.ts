import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWN_TABLES } from '#api/health/own-tables.ts'
import { countCall } from '#api/limits/call-limits.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

// Somebody with the database's app role, who would have the portal keep people out, or not start.
let demo: DemoApp
beforeAll(async () => void (demo = await startDemoApp({ roles: { api: true, projections: false, processes: false } })))
afterAll(() => demo.end())

const asApp = (text: string) => demo.context.pool.query(text)
const { email } = personOf('FINANCE')
const signIn = async (password = 'Demo-pass-2026') =>
  (await demo.app.inject({ method: 'POST', url: '/api/login', payload: { email, password } })).statusCode

test.each([
  ['as many tries as the column holds', 'tries = 2147483647'],
  ['fewer than none', 'tries = -2147483648'],
  ['closed for a thousand years', `closed_until = now() + interval '1000 years'`],
  ['never forgotten', `closed_until = now() + interval '1000 years', forget_at = '9999-12-30'`],
])('%s: who has the right password signs in', async (_, change) => {
  expect(await signIn('not it')).toBe(401)
  await asApp(`update sign_in_try set ${change}`)
  expect(await signIn()).toBe(200)
  await asApp('delete from sign_in_try')
})

test('calls that are said to be used up until a day to come are counted anew', async () => {
  const call = () => countCall(demo.context, 60_000, 'Enough.', [{ key: 'test:one', most: 1 }])
  await call()
  await expect(call()).rejects.toThrow('Enough.')
  await asApp(`update call_count set used = 2147483647, resets_at = '9999-12-30' where key = 'test:one'`)
  await call()
  await expect(call()).rejects.toThrow('Enough.')
})

test('no table takes a number or a time that no process could read back', async () => {
  const { rows } = await demo.context.pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relname = any($1) and a.atttypid in ('int8'::regtype, 'timestamptz'::regtype)
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
                                                       and k.conname = c.relname || '_' || a.attname || '_is_read')
      order by 1`,
    [Object.keys(OWN_TABLES).filter((table) => !table.startsWith('event_log'))],
  )
  // These are read whatever stands there (tests/api/integrity/nightly.test.ts, forged-findings.test.ts).
  expect(rows.map(({ name }) => name).filter((name) => !name.startsWith('integrity_'))).toEqual([])
  for (const change of ['position = 9223372036854775807', 'stopped_at = -9007199254740993'])
    await expect(asApp(`update read_model set ${change}`)).rejects.toThrow('_is_read')
  for (const time of ['infinity', '-infinity', '0044-03-15 BC', '294000-01-01'])
    await expect(asApp(`update person_key set created_at = '${time}'`)).rejects.toThrow('_is_read')
})
