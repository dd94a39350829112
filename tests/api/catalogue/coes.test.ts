import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Done } from '#api/contracts/done.ts'
import { newId } from '#commands/ids.ts'
import { load } from '#commands/handle.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { eventsOf, GOOD, linkOf, mail, page, sending } from '#tests/api/people/staff-world.ts'
import { secondProcess } from '#tests/api/limits/second-process.ts'
import { refusal } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let admin: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
})
afterAll(() => demo.end())

let made = 0
/** What creates a hospital that there is not yet. */
const hospital = (over: object = {}) => {
  made += 1
  return {
    ...{ coe_name: 'Lagos Island Hospital', coe_type: 'State', coe_address: 'Broad Street, Lagos Island' },
    ...{ coe_id_cap: 'CAP-LIH', state_id: '25', coe_code: `L${made}` },
    ...{ first_name: 'Zubaida', last_name: 'Nwachukwu', email: mail(), phone_number: '08012345678' },
    ...over,
  }
}
const created = async (over: object = {}) => {
  const body = hospital(over)
  const answer = await admin.post('/api/coes', body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { ...body, id: answer.json<Done>().data.id ?? '' }
}

test('a hospital is created with its first administrator, who chooses a password by the mailed link', async () => {
  const { coe_code: _, ...body } = hospital({ coe_name: 'Onikan Women Hospital' })
  const answer = await admin.post('/api/coes', body)
  expect(answer.json()).toMatchObject({ message: 'COE Created successfully', data: { caught_up: true } })
  const { id = '' } = answer.json<Done>().data
  const known = (await demo.app.inject('/api/coes'))
    .json<{ data: { id: string }[] }>()
    .data.find((one) => one.id === id)
  // The code that its name suggests; nothing but what anybody may know.
  expect(known).toEqual({
    ...{ id, coe_name: 'Onikan Women Hospital', coe_code: 'OWH', coe_id_cap: 'CAP-LIH', status: 'active' },
  })
  expect(await load(demo.context.handler, coe, id)).toMatchObject({
    details: { type: 'State', address: 'Broad Street, Lagos Island', stateId: '25' },
  })
  const [head] = (await page(admin, `/api/coestaffs/${id}`)).data
  expect(head).toMatchObject({
    ...{ email: body.email, first_name: 'Zubaida', last_name: 'Nwachukwu', phone_number: '08012345678' },
    ...{ status: 'active', coe_id: id, password_changed_at: null },
    roles: [{ id: roleIdOf('COE_ADMIN'), role: 'COE_ADMIN' }],
  })
  const userId = head?.id ?? ''
  expect((await eventsOf(demo, userId)).map(({ type }) => type)).toEqual(['UserRegistered', 'UserCodeAsked'])
  const send = sending(demo)
  const token = await linkOf(demo, userId)
  expect((await send('POST', '/api/set_password', { token, password: GOOD })).statusCode).toBe(200)
  expect((await send('POST', '/api/login', { email: body.email, password: GOOD })).statusCode).toBe(200)
})

test('what is wrong with a new hospital is said by field, in the words of the spec, and nothing is kept of it', async () => {
  const { coe_code: own } = await created()
  const head = await demo.context.log.head()
  const cases: [object, string, string][] = [
    [{ email: 'nothing' }, 'email', 'Please provide a valid email'],
    [{ email: personOf('DOCTOR').email.toUpperCase() }, 'email', 'This email is already used'],
    [{ coe_address: 'Nine char' }, 'coe_address', 'Address must be more than 10 characters!'],
    [{ phone_number: '0801234567' }, 'phone_number', 'Phone number must be 11 digits'],
    [{ first_name: 'A' }, 'first_name', 'Please provide a first name of coe admin'],
    [{ last_name: 'A' }, 'last_name', 'Please provide a last name of coe admin'],
    [{ coe_id_cap: 'CA' }, 'coe_id_cap', "Please provide the COE's id on CAP"],
    [{ coe_name: 'L' }, 'coe_name', 'Please provide a coe name'],
    [{ state_id: undefined }, 'state_id', 'Please choose a state'],
    [{ state_id: 38 }, 'state_id', 'Please choose a state'],
    [{ coe_type: 'Private' }, 'coe_type', 'Please choose a valid coe_type'],
    [{ coe_name: 'Lagos\u0000' }, 'coe_name', ''],
    [{ coe_name: 'L'.repeat(201) }, 'coe_name', 'At most 200 characters'],
    [{ coe_code: 'TOOLONG' }, 'coe_code', 'At most 5 characters'],
    [{ coe_code: 'L 1' }, 'coe_code', 'Use a code without blanks'],
    [{ coe_code: own.toLowerCase() }, 'coe_code', 'Another hospital has this code'],
    [{ coe_code: 'abuth' }, 'coe_code', 'Another hospital has this code'],
    [{ coe_code: undefined, coe_name: '2020' }, 'coe_code', 'Use up to 5 characters'],
    [{ unknown: 'x' }, 'unknown', ''],
  ]
  for (const [over, field, message] of cases) {
    const answer = await admin.post('/api/coes', hospital(over))
    expect([over, answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([
      over,
      422,
      { [field]: [expect.stringContaining(message)] },
    ])
  }
  expect(await demo.context.log.head()).toBe(head)
  // Ten characters and three are enough (spec, open-questions Q115).
  for (const coe_type of ['Federal', 'State'])
    await created({
      ...{ coe_type, coe_address: 'A'.repeat(10), coe_id_cap: `${coe_type[0]}`.repeat(3), coe_name: 'LI' },
      ...{ first_name: 'Ab', last_name: 'Cd' },
    })
})

test('of two who create a hospital with one code, or one e-mail, at once on two processes, one does; both its parts are there', async () => {
  const second = await secondProcess(demo)
  try {
    const there = (body: object, key: string) =>
      fetch(`http://127.0.0.1:${second.port}/api/coes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
    const [code, email] = [`R${made}`, mail()]
    for (const bodies of [() => hospital({ coe_code: code }), () => hospital({ email })]) {
      const answers = await Promise.all([
        ...['a', 'b'].map(async () => (await admin.post('/api/coes', bodies(), newId(Date.now()))).statusCode),
        ...['c', 'd'].map(async () => (await there(bodies(), newId(Date.now()))).status),
      ])
      expect(answers.filter((status) => status === 200)).toHaveLength(1)
    }
    const same = hospital()
    const [here, over] = await Promise.all([admin.post('/api/coes', same, 'same'), there(same, 'same')])
    expect([here.statusCode, over.status].filter((status) => status === 200).length).toBeGreaterThan(0)
    const again = await admin.post('/api/coes', same, 'same')
    expect(again.statusCode).toBe(200)
    await demo.context.caughtUp(await demo.context.log.head())
    // Each hospital has its head, and each head a hospital.
    const { rows } = await demo.context.pool.query(
      `select c.id, count(u.id)::int as heads from coe c left join user_account u on u.coe_id = c.id and $1 = any(u.role_ids)
        where c.code like 'L%' or c.code = $2 group by 1`,
      [roleIdOf('COE_ADMIN'), code],
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.every(({ heads }) => heads === 1)).toBe(true)
    const lost = await demo.context.pool.query(
      'select u.id from user_account u left join coe c on c.id = u.coe_id where u.coe_id is not null and c.id is null',
    )
    expect(lost.rows).toEqual([])
  } finally {
    await second.end()
  }
})

test.each(['COE_ADMIN', 'FUND_ADMIN', 'SECRETARIAT', 'AUDITOR', 'SUPPORT', 'PATIENT'])(
  'somebody who is %s creates no hospital',
  async (role) => {
    const by = await demo.as(role)
    expect(refusal(await by.post('/api/coes', hospital()))).toMatchObject({ status: 403 })
  },
)
