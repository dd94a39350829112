import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, reachOf } from '#api/actor.ts'
import { openSession } from '#api/people/session/sessions.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { apiRoutes } from '#tests/support/api-routes.ts'

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

const COE = { id: 'coe-1', coe_name: 'A hospital' }
const PATIENT = { id: 'patient-1', chfId: 'CHF-1', capId: null, identificationId: null, identificationNumber: null }
type RoleReach = Actor['roles'][number]['reach']

test.each<[readonly RoleReach[], Pick<Actor, 'coe' | 'patient'>, ReturnType<typeof reachOf>]>([
  [['self'], { coe: null, patient: PATIENT }, { kind: 'patient', patientId: 'patient-1' }],
  [['hospital'], { coe: COE, patient: null }, { kind: 'coe', coeId: 'coe-1' }],
  [['hospital', 'hospital'], { coe: COE, patient: null }, { kind: 'coe', coeId: 'coe-1' }],
  [['all'], { coe: null, patient: null }, { kind: 'all' }],
  // Nothing, rather than everything.
  [['hospital'], { coe: null, patient: null }, undefined],
  [['self'], { coe: null, patient: null }, undefined],
  [[], { coe: null, patient: null }, undefined],
  [[], { coe: COE, patient: PATIENT }, undefined],
  // The narrowest.
  [['all'], { coe: COE, patient: null }, { kind: 'coe', coeId: 'coe-1' }],
  [['all'], { coe: null, patient: PATIENT }, { kind: 'patient', patientId: 'patient-1' }],
  [['self'], { coe: COE, patient: null }, undefined],
  [['all', 'hospital'], { coe: COE, patient: null }, { kind: 'coe', coeId: 'coe-1' }],
  [['all', 'hospital'], { coe: null, patient: null }, undefined],
  [['hospital', 'self'], { coe: COE, patient: PATIENT }, { kind: 'patient', patientId: 'patient-1' }],
  [['all', 'self'], { coe: null, patient: PATIENT }, { kind: 'patient', patientId: 'patient-1' }],
])('roles that reach %j with %j reach %j', (reaches, whose, reached) => {
  const roles = reaches.map((reach, index) => ({ id: String(index), role: reach, reach }))
  expect(reachOf({ roles, ...whose })).toEqual(reached)
})

test('somebody of a hospital that was taken from them reaches no record of any hospital', async () => {
  const clerk = await demo.as('COE_STAFF')
  const { pool } = demo.context
  const { userId } = clerk.person
  const { rows } = await pool.query<{ coe_id: string }>('select coe_id from user_account where id = $1', [userId])
  await pool.query('update user_account set coe_id = null where id = $1', [userId])
  try {
    const lists = (await apiRoutes(demo.context)).filter(
      ({ method, url, permission, scope }) =>
        method === 'GET' &&
        scope === 'reach' &&
        !/[:*]/.test(url) &&
        [permission ?? []].flat().some((one) => ['BILL_SERVICES', 'VIEW_PATIENT', 'VIEW_SERVICE'].includes(one)),
    )
    expect(lists.length).toBeGreaterThan(1)
    for (const { url } of lists) expect([url, (await clerk.get(url)).statusCode]).toEqual([url, 404])
  } finally {
    await pool.query('update user_account set coe_id = $2 where id = $1', [userId, rows[0]?.coe_id])
  }
})

test('a session in the place of another has their rights and records, and says who looks', async () => {
  const [agent, patient] = [personOf('SUPPORT'), await demo.as('PATIENT')]
  const { app, context } = demo
  const { token } = await openSession(context, { userId: agent.userId, onBehalfOf: patient.person.userId })
  const headers = { authorization: `Bearer ${token}` }
  const own = await app.inject({ url: '/api/users/profile', headers })
  const mine = (await patient.get('/api/users/profile')).json<{ data: object }>().data
  const name = `${agent.firstName} ${agent.lastName}`
  const looking = { id: agent.userId, name, until: expect.any(String) }
  expect(own.json()).toEqual({ data: { ...mine, support: looking } })
  expect((await app.inject({ url: '/api/wallet', headers })).statusCode).toBe(200)
  await context.pool.query(`update user_account set status = 'closed' where id = $1`, [agent.userId])
  expect((await app.inject({ url: '/api/users/profile', headers })).statusCode).toBe(401)
})

test('a session knows the device and the address that it was opened from', async () => {
  const person = personOf('FINANCE')
  const payload = { email: person.email, password: 'Demo-pass-2026' }
  const signIn = { method: 'POST', url: '/api/login', payload } as const
  const device = `A browser ${'of a long name '.repeat(40)}`
  const answer = await demo.app.inject({ ...signIn, headers: { 'user-agent': device }, remoteAddress: '192.0.2.7' })
  expect(answer.statusCode).toBe(200)
  const { rows } = await sql<{ device: string; address: string; on_behalf_of: null }>`
    select device, address, on_behalf_of from session where user_id = ${person.userId}
     order by created_at desc limit 1`.execute(demo.context.db)
  expect(rows).toEqual([{ device: device.slice(0, 300), address: '192.0.2.7', on_behalf_of: null }])
})
