import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepHouse } from '#api/housekeeping.ts'
import { erasePerson, type Eraser } from '#api/people/erasure/erase-person.ts'
import { openSession } from '#api/people/session/sessions.ts'
import { handle } from '#commands/handle.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { user } from '#domain/people/user/user.ts'
import { userAccount } from '#projections/people/user-account/user-account.ts'
import { rebuild } from '#projections/rebuild.ts'
import { APP } from '#scripts/postgres/roles.ts'
import { patientWith } from '#tests/api/money/billing/hospital.ts'
import { tablesWith } from '#tests/support/canaries.ts'
import { command } from '#tests/support/command.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
beforeAll(async () => {
  // It keeps house at its start, and not again for minutes: the tests say when.
  demo = await startDemoApp({ roles: { api: true, projections: true, processes: false } })
})
afterAll(() => demo.end())

const erase = (eraser: Eraser, personId: string) =>
  erasePerson(eraser, command('ErasePerson', { personId, reason: 'Request 12' }, { by: 'officer' }))
const keep = () => keepHouse(demo.context, new AbortController().signal)

class Killed extends Error {}

/** The same parts, of a process that ends at the nth thing that it does to the database, to files or to keys. */
function killedAt(nth: number): { readonly eraser: Eraser; readonly isKilled: () => boolean } {
  let done = 0
  const dying = <T extends object>(part: T, names: readonly string[]): T =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        if (!names.includes(String(name))) return value.bind(target)
        return (...given: readonly unknown[]): unknown => {
          done += 1
          return done > nth ? Promise.reject(new Killed()) : value.apply(target, given)
        }
      },
    })
  const { context } = demo
  const eraser = {
    ...context,
    pool: dying(context.pool, ['query', 'connect']),
    db: dying(context.db, ['transaction']),
    requestKeys: dying(context.requestKeys, ['forgetCaller']),
    keys: dying(context.keys, ['destroy']),
  }
  return { eraser, isKilled: () => done > nth }
}

async function leftOf(personId: string): Promise<Record<string, unknown>> {
  const { pool, keys } = demo.context
  const count = async (query: string) => (await pool.query(query, [personId])).rowCount
  return {
    accounts: await count('select from user_account where id = $1 and first_name is not null'),
    patients: await count('select from patient where id = $1 and not is_erased'),
    sessions: await count('select from session where $1 in (user_id, on_behalf_of)'),
    keys: (await keys.load([personId])).size,
  }
}
const NOTHING = { accounts: 0, patients: 0, sessions: 0, keys: 0 }

test('cut at any step, it is finished by keeping house, and by asking again', { timeout: 300_000 }, async () => {
  let cut = 0
  for (let nth = 0; ; nth += 1) {
    const personId = await patientWith(demo, 0)
    await openSession(demo.context, { userId: personId })
    await openSession(demo.context, { userId: personOf('SUPPORT').userId, onBehalfOf: personId })
    const { eraser, isKilled } = killedAt(nth)
    const ended = await erase(eraser, personId).catch((error: unknown) => error)
    if (!isKilled()) {
      expect(ended).toMatchObject({ outcome: 'done' })
      break
    }
    cut += 1
    expect(ended).toBeInstanceOf(Killed)
    await demo.context.caughtUp(await demo.context.log.head())
    if (nth % 2 === 0) await keep()
    else expect(await erase(demo.context, personId)).toMatchObject({ outcome: 'done' })
    await demo.context.caughtUp(await demo.context.log.head())
    expect([nth, await leftOf(personId)]).toEqual([nth, NOTHING])
  }
  expect(cut).toBeGreaterThan(5)
  // Nothing is left to do, so that nobody is looked at again.
  const { pool } = demo.context
  const { rows } = await pool.query(
    `select from erased_person e where not exists (
       select from person_key k where k.person_id = e.person_id and destroyed_at is not null)`,
  )
  expect(rows).toEqual([])
})

test('who works for the fund or a hospital is not erased, nor somebody unknown, and nothing of them is touched', async () => {
  const { userId } = personOf('COE_STAFF')
  await openSession(demo.context, { userId })
  const left = { accounts: 1, patients: 0, sessions: 1, keys: 1 }
  const before = await demo.context.log.head()
  expect(await erase(demo.context, userId)).toMatchObject({ refusal: { refused: 'user_is_staff' } })
  expect(await erase(demo.context, 'nobody')).toMatchObject({ refusal: { refused: 'user_unknown' } })
  expect(await demo.context.log.head()).toBe(before)
  expect(await leftOf(userId)).toEqual(left)
})

test('their e-mail is free for whoever has it next, as somebody else', async () => {
  const personId = await patientWith(demo, 0)
  const email = (
    await demo.context.pool.query<{ email: string }>('select email from user_account where id = $1', [personId])
  ).rows[0]?.email
  expect(await erase(demo.context, personId)).toMatchObject({ outcome: 'done' })
  const registration = {
    email: email ?? '',
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Obi',
    phoneNumber: '0803',
  }
  const roles = { roles: [roleIdOf('PATIENT')], granter: 'system' as const }
  const again = command('RegisterUser', { userId: 'ada-again', ...registration, ...roles })
  const { handler } = demo.context
  expect(await registerUser({ handler, emailSecret: demo.context.emailSecret }, again)).toMatchObject({
    outcome: 'done',
  })
})

test('rows of a model that stands still are emptied too, and filled by nothing that it folds later', async () => {
  const personId = await patientWith(demo, 0)
  const one = new pg.Client(demo.database.superuserUrl)
  await one.connect()
  try {
    await one.query(`alter table user_account add constraint stop check (phone_number <> '0999')`)
    const { handler } = demo.context
    const name = { firstName: 'Zaynab', lastName: 'Stands-still', phoneNumber: '0999' }
    await handle(handler, user, personId, command('ChangeUserProfile', { userId: personId, ...name }))
    const stopped = async () => (await one.query('select from read_model where error is not null')).rowCount
    await expect.poll(stopped).toBe(1)
    expect(await erase(demo.context, personId)).toMatchObject({ outcome: 'done' })
    expect(await leftOf(personId)).toMatchObject({ accounts: 0, keys: 0 })
    await one.query('alter table user_account drop constraint stop')
    const { log } = demo.context
    const { failed } = await rebuild({ log, models: [userAccount], ownerUrl: demo.database.ownerUrl, appRole: APP })
    expect(failed).toEqual(new Map())
    expect(await demo.context.caughtUp(await log.head())).toBe(true)
    expect(await tablesWith(one, 'stands-still')).toEqual([])
  } finally {
    await one.end()
  }
})
