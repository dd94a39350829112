import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { invitationToken } from '#commands/people/user/invitation.ts'
import type { StaffCreated } from '#api/people/contracts/staff.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { secondProcess } from '#tests/api/limits/second-process.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import {
  detailOf,
  eventsOf,
  GOOD,
  idsOf,
  linkOf,
  made,
  mail,
  OTHER,
  OWN,
  page,
  sending,
  someone,
  staff,
} from './staff-world.ts'

let demo: DemoApp
let admin: Caller
let cmd: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
  cmd = await demo.as('COE_ADMIN')
})
afterAll(() => demo.end())

const send: ReturnType<typeof sending> = (...call) => sending(demo)(...call)
const signIn = async (email: string, password = GOOD) =>
  (await send('POST', '/api/login', { email, password })).statusCode

test('the head of a hospital creates its staff, who choose their password by the link that is mailed, once', async () => {
  const body = staff({ other_names: 'Ada', profession: 'Oncologist' })
  const answer = await cmd.post('/api/users', body)
  expect(answer.json()).toMatchObject({
    message: 'New user created successfully',
    data: { first_name: 'Zubaida', last_name: 'Nwachukwu', roles: [{ id: roleIdOf('DOCTOR'), role: 'DOCTOR' }] },
  })
  const { id } = answer.json<StaffCreated>().data
  const found = (await page(cmd, `/api/coestaffs/${OWN}?per_page=1000`)).data.find((one) => one.id === id)
  expect(found).toMatchObject({
    ...{ email: body.email, phone_number: '08012345678', gender: 'Female', date_of_birth: '1990-02-03' },
    ...{ status: 'active', coe_id: OWN, password_changed_at: null, profession: 'Oncologist' },
    roles: [{ id: roleIdOf('DOCTOR'), role: 'DOCTOR' }],
  })
  expect(found?.created_at).toBe(found?.updated_at)
  expect(found?.email_verified_at).not.toBeNull()
  expect((await eventsOf(demo, id)).map(({ type }) => type)).toEqual(['UserRegistered', 'UserCodeAsked'])
  const token = await linkOf(demo, id)
  const choose = (password: string, shown = token) => send('POST', '/api/set_password', { token: shown, password })
  expect(refusal(await choose('short'))).toMatchObject({ status: 422, fields: ['password'] })
  for (const wrong of [token.slice(0, -1), `${token}~`, 'nothing', `x${token}`])
    expect(refusal(await choose(GOOD, wrong))).toMatchObject({ status: 422, fields: ['token'] })
  expect((await choose(GOOD)).json()).toMatchObject({ message: 'Your password is set. Please login to continue' })
  expect(await signIn(body.email)).toBe(200)
  expect((await choose(GOOD)).statusCode).toBe(200) // The answer was lost: it is done already.
  expect((await choose(`${GOOD}-again`)).statusCode).toBe(409)
  const now = (await page(cmd, `/api/coestaffs/${OWN}?per_page=1000`)).data.find((one) => one.id === id)
  expect(now?.password_changed_at).toBe(now?.updated_at)
})

test('a link runs out', async () => {
  const { id } = await made(cmd)
  const invited = { userId: id, codeId: 'any', until: demo.context.now() - 1 }
  const token = invitationToken(demo.context.emailSecret, invited)
  expect(refusal(await send('POST', '/api/set_password', { token, password: GOOD }))).toMatchObject({ status: 422 })
})

test('who may not be created is refused by name, and nothing is kept of them', async () => {
  const head = await demo.context.log.head()
  const taken = personOf('DOCTOR').email.toUpperCase()
  const cases: [Caller, object, number, string[] | undefined][] = [
    [cmd, { email: 'nothing' }, 422, ['email']],
    [cmd, { first_name: 'A' }, 422, ['first_name']],
    [cmd, { last_name: '\u0000Obi' }, 422, ['last_name']],
    [cmd, { phone_number: '0801234567' }, 422, ['phone_number']],
    [cmd, { gender: 'man' }, 422, ['gender']],
    [cmd, { date_of_birth: '1990-02-30' }, 422, ['date_of_birth']],
    [cmd, { role_id: 'nothing' }, 422, ['role_id']],
    [cmd, { role_id: roleIdOf('COE_ADMIN') }, 422, ['role_id']],
    [cmd, { role_id: roleIdOf('FINANCE') }, 422, ['role_id']],
    [cmd, { coe_id: OTHER }, 404, undefined],
    [admin, { role_id: roleIdOf('PATIENT') }, 422, ['role_id']],
    [admin, {}, 422, ['coe_id']],
    [admin, { coe_id: 'nothing' }, 422, ['coe_id']],
    [admin, { role_id: roleIdOf('FINANCE'), coe_id: OWN }, 422, ['coe_id']],
  ]
  for (const [by, over, status, fields] of cases)
    expect([over, refusal(await by.post('/api/users', staff(over)))]).toMatchObject([
      over,
      { status, ...(fields && { fields }) },
    ])
  expect(refusal(await cmd.post('/api/users', staff({ email: taken })))).toMatchObject({
    status: 422,
    fields: ['email'],
  })
  expect(await demo.context.log.head()).toBe(head)
})

test('of two who create people with one e-mail at once, on two processes, one does; the same sent again makes one', async () => {
  const second = await secondProcess(demo)
  try {
    const body = staff()
    const there = (key: string) =>
      fetch(`http://127.0.0.1:${second.port}/api/users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${cmd.token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
    const answers = await Promise.all([
      ...['a', 'b', 'c'].map(async (key) => (await cmd.post('/api/users', body, key)).statusCode),
      ...['d', 'e', 'f'].map(async (key) => (await there(key)).status),
    ])
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    const { rows } = await demo.context.pool.query('select id from user_account where email = $1', [body.email])
    expect(rows).toHaveLength(1)
    const [third, again] = [staff(), 'again']
    const ids = [await cmd.post('/api/users', third, again), await cmd.post('/api/users', third, again)]
    expect(new Set(ids.map((answer) => answer.json<StaffCreated>().data.id)).size).toBe(1)
  } finally {
    await second.end()
  }
})

// Endpoint x role: of the own hospital, of another, of one that is not there; 403 for whoever lacks the right.
test.each([
  ['SUPER_ADMIN', 200, 200, 404],
  ['AUDITOR', 200, 200, 404],
  ['SECRETARIAT', 200, 200, 404],
  ['COE_ADMIN', 200, 404, 404],
  ['DOCTOR', 403, 403, 403],
  ['SUPPORT', 403, 403, 403],
  ['FINANCE', 403, 403, 403],
  ['PATIENT', 403, 403, 403],
])('%s reads the staff of the first hospital: %i, of the second: %i, of none: %i', async (role, ...expected) => {
  const by = await demo.as(role)
  const lists = [OWN, OTHER, 'nothing'].map((id) => by.get(`/api/coestaffs/${id}`))
  expect((await Promise.all(lists)).map(({ statusCode }) => statusCode)).toEqual(expected)
})

test.each([
  ['/api/chfstaffs', ['SUPER_ADMIN', 'AUDITOR', 'SECRETARIAT']],
  ['/api/chfstaff', ['SUPER_ADMIN', 'AUDITOR', 'SECRETARIAT']],
  ['/api/sadmin/chfstaffs', ['SUPER_ADMIN', 'AUDITOR']],
  ['/api/sadmin/coehelpdeskstaffs', ['SUPER_ADMIN', 'AUDITOR']],
  ['/api/users', ['SUPER_ADMIN', 'AUDITOR', 'SUPPORT']],
])('%s is for %s', async (url, may) => {
  for (const role of ['SUPER_ADMIN', 'AUDITOR', 'SECRETARIAT', 'SUPPORT', 'COE_ADMIN', 'FINANCE', 'PATIENT'])
    expect([role, (await (await demo.as(role)).get(url)).statusCode]).toEqual([role, may.includes(role) ? 200 : 403])
})

test('the genders of staff are Male and Female', async () => {
  const codeOf = async (gender: string) => (await cmd.post('/api/users', staff({ gender }))).statusCode
  for (const gender of ['Male', 'FEMALE']) expect([gender, await codeOf(gender)]).toEqual([gender, 200])
  for (const gender of ['M', 'Other', '']) expect([gender, await codeOf(gender)]).toEqual([gender, 422])
})

test('a hospital’s list has its staff and no patient; ten on a page, a thousand where they are asked for', async () => {
  const whole = await page(cmd, `/api/coestaffs/${OWN}?page=1&per_page=1000`)
  expect(whole).toMatchObject({ per_page: 1000, current_page: 1, last_page: 1 })
  const ids = whole.data.map(({ id }) => id)
  expect(ids).toContain(personOf('DOCTOR').userId)
  for (const other of [personOf('DOCTOR', 2), personOf('PATIENT'), personOf('FINANCE')])
    expect(ids).not.toContain(other.userId)
  const first = await page(admin, `/api/coestaffs/${OWN}`)
  expect(first).toMatchObject({ per_page: 10, total: whole.total, last_page: Math.ceil(whole.total / 10) })
  expect([...first.data, ...(await page(admin, `/api/coestaffs/${OWN}?page=2`)).data].map(({ id }) => id)).toEqual(
    ids.slice(0, 20),
  )
  expect(refusal(await cmd.get(`/api/coestaffs/${OWN}?page=0`))).toMatchObject({ status: 422 })
})

test('help desks, the staff of the fund and its administrators are created and found by part of a name or an e-mail', async () => {
  const desk = { ...someone, last_name: 'Deskwoman', email: mail(), coe_id: OTHER }
  const { role_id: _, ...chfAdmin } = staff({ last_name: 'Fundwoman' })
  const [one, two] = [
    await admin.post('/api/sadmin/coehelpdeskstaffs', desk),
    await admin.post('/api/sadmin/chfstaffs', chfAdmin),
  ]
  expect(one.json()).toMatchObject({ message: 'COE help desk staff Created', data: { roles: [{ role: 'HELP_DESK' }] } })
  expect(two.json()).toMatchObject({ message: 'CHF Admin Created', data: { roles: [{ role: 'FUND_ADMIN' }] } })
  const [deskId, adminId] = [one.json<StaffCreated>().data.id, two.json<StaffCreated>().data.id]
  const finance = await made(admin, staff({ role_id: roleIdOf('FINANCE'), last_name: 'Ledgerman' }))
  const desks = '/api/sadmin/coehelpdeskstaffs'
  expect(await idsOf(admin, `${desks}?coe_id=${OTHER}`)).toContain(deskId)
  expect(await idsOf(admin, `${desks}?coe_id=${OWN}`)).not.toContain(deskId)
  expect(await idsOf(admin, `${desks}/search/deskw`)).toEqual([deskId])
  expect(await idsOf(admin, `${desks}/search/${desk.email}?coe_id=${OTHER}`)).toEqual([deskId])
  expect(await idsOf(admin, `${desks}/search/deskw?coe_id=${OWN}`)).toEqual([])
  expect(await idsOf(admin, '/api/sadmin/chfstaffs/search/fundwo')).toEqual([adminId])
  expect(await idsOf(admin, '/api/sadmin/chfstaffs/search/ledger')).toEqual([])
  expect((await idsOf(admin, '/api/chfstaffs/search/woman')).toSorted()).toEqual([adminId])
  expect(await idsOf(admin, '/api/chfstaffs/search/ledgerman')).toEqual([finance.id])
  expect(await idsOf(admin, '/api/chfstaffs?per_page=1000')).not.toContain(deskId)
  const all = (await admin.get('/api/chfstaff')).json<{ data: { id: string }[] }>().data.map(({ id }) => id)
  expect(all).toEqual(await idsOf(admin, '/api/chfstaffs?per_page=1000'))
  expect(refusal(await admin.post(desks, { ...someone, email: mail() }))).toMatchObject({
    ...{ status: 422, message: 'Please choose a coe name', fields: ['coe_id'] },
  })
  const missing = await admin.post('/api/sadmin/chfstaffs', {
    ...chfAdmin,
    email: 'nothing',
    first_name: '',
    phone_number: '1',
    date_of_birth: '',
    gender: '',
  })
  expect(missing.json()).toMatchObject({
    errors: {
      email: ['Please provide a valid email'],
      phone_number: ['Phone number must be 11 digits'],
      first_name: ['Please provide a first name of coe admin'],
      date_of_birth: ['Please choose a date of birth!'],
      gender: ['Please choose a gender'],
    },
  })
  expect((await (await demo.as('SECRETARIAT')).post('/api/sadmin/chfstaffs', chfAdmin)).statusCode).toBe(403)
})

test('all users are listed by role and found by their whole e-mail, masked for who may not see them', async () => {
  const patient = personOf('PATIENT')
  expect(await idsOf(admin, `/api/users?role=${roleIdOf('PATIENT')}&page=1&per_page=1000`)).toContain(patient.userId)
  const [found] = (await page(admin, `/api/users?email=${patient.email.toUpperCase()}`)).data
  expect(found).toMatchObject({ id: patient.userId, email: patient.email, first_name: patient.firstName })
  const support = await demo.as('SUPPORT')
  const [seen] = (await page(support, `/api/users?email=${patient.email}`)).data
  expect(seen).toMatchObject({ id: patient.userId, email: null, first_name: null, phone_number: null })
  expect(JSON.stringify(await detailOf(support, patient.userId))).not.toMatch(
    new RegExp(`${patient.lastName}|${patient.email}|${patient.phoneNumber}`),
  )
  expect(await idsOf(admin, '/api/users?email=nobody@example.org')).toEqual([])
})

test('who works at a hospital is told by name and role to its own people', async () => {
  const read = async (role: string, id: string) => (await demo.as(role)).get(`/api/coes/${id}/staff`)
  const body = (await read('DOCTOR', OWN)).json<{ data: { coe_name: string; staffs: { id: string }[] } }>().data
  expect(body.staffs).toContainEqual({
    ...{
      id: personOf('DOCTOR').userId,
      first_name: personOf('DOCTOR').firstName,
      last_name: personOf('DOCTOR').lastName,
    },
    ...{ profession: personOf('DOCTOR').profession, roles: [{ id: roleIdOf('DOCTOR'), role: 'DOCTOR' }] },
  })
  expect((await read('DOCTOR', OTHER)).statusCode).toBe(404)
  expect((await read('PATIENT', OWN)).statusCode).toBe(200)
  expect((await read('FINANCE', OTHER)).statusCode).toBe(200)
})
