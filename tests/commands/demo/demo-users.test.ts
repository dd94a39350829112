import type { SessionUser } from '#api/people/contracts/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PILOT_HOSPITALS } from '#domain/catalogue/reference/hospitals.ts'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { loadDemoUsers } from '#scripts/demo/people/demo-users.ts'
import type { PeopleInstallation } from '#scripts/demo/installation.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { AT } from '#tests/support/command.ts'

let system: TestApp
let installation: PeopleInstallation

beforeAll(async () => {
  system = await startTestApp()
  const { handler, credentials, codes } = system.context
  installation = { handler, credentials, codes, emailSecret: system.context.emailSecret, at: AT }
  await loadReferenceData(installation)
  await loadDemoUsers(installation)
  const position = await system.context.log.head()
  expect(await system.context.caughtUp(position)).toBe(true)
})
afterAll(() => system.end())

/** Everyone at a machine of their own: tries are counted by address as well. */
const signIn = async (email: string, password = DEMO_PASSWORD) => {
  machines += 1
  const remoteAddress = `10.0.0.${machines}`
  return system.app.inject({ method: 'POST', url: '/api/login', payload: { email, password }, remoteAddress })
}
let machines = 0
const emailOf = (role: string, second = '') => `${role.toLowerCase().replaceAll('_', '-')}${second}@chf.example`

test.each(STARTING_ROLES)(
  'two people sign in as $role, with what the role may do',
  async ({ role, reach, permissions }) => {
    const coes: unknown[] = []
    for (const second of ['', '-2']) {
      const answer = await signIn(emailOf(role, second))
      expect(answer.statusCode).toBe(200)
      const { user } = answer.json<{ data: { user: SessionUser } }>().data
      expect(user.roles.map((held) => held.role)).toEqual([role])
      expect([...user.permissions].sort()).toEqual([...permissions].sort())
      expect(user.patient === null).toBe(role !== 'PATIENT')
      coes.push(user.coe?.id)
    }
    const [first, other] = PILOT_HOSPITALS.map(({ code }) => pilotCoeId(code))
    expect(coes).toEqual(reach === 'hospital' ? [first, other] : [undefined, undefined])
  },
)

test('the demo password is needed', async () => {
  expect((await signIn(emailOf('AUDITOR'), 'Demo-pass-2027')).statusCode).toBe(401)
})

test('people of the demo have names and phones of their own', async () => {
  const people = await system.context.db.selectFrom('user_account').selectAll().execute()
  expect(people).toHaveLength(2 * STARTING_ROLES.length)
  expect(new Set(people.map(({ first_name, last_name }) => `${first_name} ${last_name}`)).size).toBe(people.length)
  expect(new Set(people.map(({ phone_number }) => phone_number)).size).toBe(people.length)
  for (const { phone_number } of people) expect(phone_number).toMatch(/^\d{11}$/)
})

test('loading the people again adds nothing, and leaves a changed password alone', async () => {
  const person = await system.context.db
    .selectFrom('user_account')
    .select('id')
    .where('email', '=', emailOf('DFA'))
    .executeTakeFirstOrThrow()
  await system.context.credentials.setPassword(person.id, 'My-own-pass-2026')
  const before = await system.context.log.head()
  await loadDemoUsers(installation)
  expect(await system.context.log.head()).toBe(before)
  expect((await signIn(emailOf('DFA'), 'My-own-pass-2026')).statusCode).toBe(200)
})
