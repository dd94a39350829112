import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SiteSetting } from '#api/people/contracts/setting.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let admin: Caller
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
})
afterAll(() => demo.end())

const SUPPORT_LINE = '/api/sitesettings/support_line'
const set = (value: string, caller = admin, url = SUPPORT_LINE) => caller.put(url, { key: 'support_line', value })
const number = async () => {
  const answer = await demo.app.inject({ url: '/api/support_line' })
  expect(answer.headers['cache-control']).toBe('public, max-age=300')
  return answer.json<{ data: { number: string | null } }>().data.number
}

test('the support line has no number until somebody sets one, and then everybody reads it', async () => {
  expect(await number()).toBeNull()
  const before = (await admin.get('/api/sitesettings')).json<{ data: readonly SiteSetting[] }>().data
  expect(before[0]).toEqual({
    id: 'support_line',
    key: 'support_line',
    value: '',
    created_at: null,
    updated_at: null,
    proposal: null,
  })
  expect(before.find(({ key }) => key === 'funding_cap')).toMatchObject({ id: 'funding_cap', value: '2,000,000.00' })

  const done = await set('08000000100')
  expect(done.json()).toMatchObject({ message: 'Site setting updated', data: { id: 'support_line' } })
  expect(await number()).toBe('08000000100')
  const after = (await admin.get('/api/sitesettings')).json<{ data: readonly SiteSetting[] }>().data
  expect(after[0]).toMatchObject({ value: '08000000100', updated_at: expect.any(String) })
})

test('who changed it, when and from what to what is told', async () => {
  await set('08000000100')
  await set('08000000100')
  await set('08000000200')
  const told = await admin.get(SUPPORT_LINE)
  const { history } = told.json<{ data: { history: readonly { what: string; who: string; at: string }[] } }>().data
  expect(history.map(({ what }) => what)).toEqual(['Changed from 08000000100 to 08000000200', 'Set to 08000000100'])
  expect(history[0]).toMatchObject({ who: `${admin.person.firstName} ${admin.person.lastName}` })
  const shares = (await admin.get('/api/sitesettings/share_bank')).json<{ data: { history: readonly object[] } }>()
  expect(shares.data.history).toMatchObject([{ what: 'Set to 1.00' }])
})

test.each(['', '0800000010', '080000001000', '0800 000 010', 'call me now', '+234800000'])(
  'a number is eleven digits: %j is refused, and nothing is set',
  async (value) => {
    const head = await demo.context.log.head()
    const answer = await set(value)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: { value: ['Phone number must be 11 digits'] } })
    expect(await demo.context.log.head()).toBe(head)
  },
)

const change = (key: string, body: object) => admin.put(`/api/sitesettings/${key}`, { key, ...body })
const valuesOf = async (...keys: string[]) => {
  const all = (await admin.get('/api/sitesettings')).json<{ data: readonly SiteSetting[] }>().data
  return keys.map((key) => all.find((one) => one.key === key)?.value)
}

test('the funding cap is an amount above nothing, and its history tells from what to what', async () => {
  expect((await change('funding_cap', { value: '1,500,000.50' })).json()).toMatchObject({ data: { caught_up: true } })
  expect(await valuesOf('funding_cap')).toEqual(['1,500,000.50'])
  const told = (await admin.get('/api/sitesettings/funding_cap')).json<{ data: { history: { what: string }[] } }>().data
  expect(told.history.map(({ what }) => what)).toEqual([
    'Changed from 2,000,000.00 to 1,500,000.50',
    'Set to 2,000,000.00',
  ])
  for (const value of ['', '0', '-1', '1.001', 'much', '100000000000.01', '1e5'])
    expect([value, (await change('funding_cap', { value })).json()]).toMatchObject([
      value,
      { errors: { value: [expect.any(String)] } },
    ])
  expect(await valuesOf('funding_cap')).toEqual(['1,500,000.50'])
})

const LIMIT = '/api/sitesettings/second_person_above'
const proposeLimit = (value: string, reason = 'Prices have risen') => change('second_person_above', { value, reason })
const seenBy = async (caller: Caller) =>
  (await caller.get(LIMIT)).json<{
    data: SiteSetting & { history: { what: string; who: string; why: string | null }[] }
  }>().data
const limitProposal = async () => (await seenBy(admin)).proposal?.id ?? ''
const nameOf = ({ person: { firstName, lastName } }: Caller) => `${firstName} ${lastName}`

test('the amount above which it takes two is proposed by one person and confirmed by another; until then the old one holds', async () => {
  const other = await demo.as('SUPER_ADMIN', 2)
  expect(await valuesOf('second_person_above')).toEqual(['50,000,000.00'])
  for (const value of ['', '0', '-1', '1.001', 'much', '100000000000.01', '50,000,000.00'])
    expect([value, (await proposeLimit(value)).json()]).toMatchObject([
      value,
      { errors: { value: [expect.any(String)] } },
    ])
  expect((await proposeLimit('10,000,000.00', ' ')).json()).toMatchObject({ errors: { reason: ['Enter a reason'] } })
  const asked = await proposeLimit('10,000,000.00')
  expect(asked.json()).toMatchObject({
    message: 'A second person must confirm the new amount',
    data: { caught_up: true },
  })
  expect((await proposeLimit('20,000,000.00')).statusCode).toBe(409)
  const proposal = { value: '10,000,000.00', reason: 'Prices have risen', proposed_by: nameOf(admin) }
  expect(await seenBy(other)).toMatchObject({ value: '50,000,000.00', proposal: { ...proposal, is_own: false } })
  expect((await seenBy(admin)).proposal).toMatchObject({ is_own: true })
  const end = (by: Caller, to: string, body: object = {}) => by.post(`${LIMIT}/${to}`, body)
  const first = { proposal: await limitProposal() }
  expect((await end(admin, 'confirm', first)).json()).toMatchObject({ errors: { proposal: [expect.any(String)] } })
  expect((await end(other, 'withdraw', first)).json()).toMatchObject({ errors: { proposal: [expect.any(String)] } })
  expect((await end(other, 'decline', first)).json()).toMatchObject({ errors: { reason: [expect.any(String)] } })
  expect((await end(other, 'decline', { ...first, reason: 'Too low' })).statusCode).toBe(200)
  await proposeLimit('20,000,000.00')
  expect((await end(admin, 'withdraw', { proposal: await limitProposal() })).statusCode).toBe(200)
  expect(await valuesOf('second_person_above')).toEqual(['50,000,000.00'])
  await proposeLimit('10,000,000.00')
  const confirmed = await end(other, 'confirm', { proposal: await limitProposal() })
  expect(confirmed.json()).toMatchObject({ message: 'The new amount has been confirmed', data: { caught_up: true } })

  const { value, proposal: none, history } = await seenBy(admin)
  expect([value, none]).toEqual(['10,000,000.00', null])
  const proposed = (amount: string) => [
    ...[nameOf(admin), `Proposed ${amount} for a second person to confirm`, 'Prices have risen'],
  ]
  expect(history.map(({ who, what, why }) => [who, what, why])).toEqual([
    [nameOf(other), 'Changed from 50,000,000.00 to 10,000,000.00', null],
    proposed('10,000,000.00'),
    [nameOf(admin), 'Withdrew the proposal', null],
    proposed('20,000,000.00'),
    [nameOf(other), 'Declined the proposal', 'Too low'],
    proposed('10,000,000.00'),
    ['The portal', 'Set to 50,000,000.00', null],
  ])
})

test('two people who confirm and withdraw the limit at once over HTTP: one of the two, and the other is told 409', async () => {
  const url = await demo.app.listen({ host: '127.0.0.1', port: 0 })
  const other = await demo.as('SUPER_ADMIN', 2)
  await proposeLimit('15,000,000.00')
  const proposal = await limitProposal()
  const end = (by: Caller, to: string) =>
    fetch(`${url}${LIMIT}/${to}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ proposal }),
    })
  const [confirmed, withdrawn] = await Promise.all([end(other, 'confirm'), end(admin, 'withdraw')])
  expect([confirmed.status, withdrawn.status].toSorted()).toEqual([200, 409])
  await demo.context.caughtUp(await demo.context.log.head())
  expect(await valuesOf('second_person_above')).toEqual([confirmed.ok ? '15,000,000.00' : '10,000,000.00'])
  expect((await seenBy(admin)).proposal).toBeNull()
})

test('the shares are set together, and add up to 100', async () => {
  const KEYS = ['share_coe', 'share_bank', 'share_manufacturer', 'share_emge']
  const shares = { share_coe: '80', share_bank: '1.5', share_manufacturer: '16.25', share_emge: '2.25' }
  expect((await change('shares', shares)).json()).toMatchObject({ message: 'Site setting updated' })
  expect(await valuesOf(...KEYS)).toEqual(['80.00', '1.50', '16.25', '2.25'])
  const cases: [object, string][] = [
    [{ share_emge: '2.26' }, 'share_emge'],
    [{ share_coe: '-1', share_emge: '83.25' }, 'share_coe'],
    [{ share_bank: '1.555' }, 'share_bank'],
    [{ share_bank: '' }, 'share_bank'],
    [{ share_manufacturer: '101' }, 'share_manufacturer'],
  ]
  for (const [wrong, field] of cases) {
    const answer = (await change('shares', { ...shares, ...wrong })).json<{ errors: object }>()
    expect(Object.keys(answer.errors)).toContain(field)
  }
  expect(await valuesOf(...KEYS)).toEqual(['80.00', '1.50', '16.25', '2.25'])
})

test('deadlines are whole working hours, set together, and tell from what to what', async () => {
  const KEYS = ['cmd', 'initiate', 'recommend', 'approve', 'dfa', 'permsec'].map((step) => `deadline_${step}`)
  expect(await valuesOf(...KEYS)).toEqual(['18', '45', '18', '18', '18', '18'])
  const hours = Object.fromEntries(KEYS.map((key, index) => [key, 9 + index]))
  expect((await change('deadlines', hours)).json()).toMatchObject({ message: 'Site setting updated' })
  expect(await valuesOf(...KEYS)).toEqual(['9', '10', '11', '12', '13', '14'])
  const told = await admin.get('/api/sitesettings/deadline_dfa')
  const { history } = told.json<{ data: { history: readonly { what: string }[] } }>().data
  expect(history.map(({ what }) => what)).toEqual(['Changed from 18 to 13', 'Set to 18'])
  for (const wrong of ['', '0', '901', '1.5', '-9', 'soon']) {
    const answer = (await change('deadlines', { ...hours, deadline_dfa: wrong })).json<{ errors: object }>()
    expect([wrong, Object.keys(answer.errors)]).toEqual([wrong, ['deadline_dfa']])
  }
  expect(await valuesOf(...KEYS)).toEqual(['9', '10', '11', '12', '13', '14'])
})

test('what is worked out is not set, an unknown setting is not found, and only who administers them may', async () => {
  const other = await change('pool_account_balance', { value: '1.00' })
  expect(other.statusCode).toBe(422)
  expect(other.json()).toMatchObject({
    errors: {
      key: [
        'Only support_line, second_factor, application_terms_condition, funding_cap, second_person_above, shares and deadlines can be changed here',
      ],
    },
  })
  expect((await set('08000000100', admin, '/api/sitesettings/none')).statusCode).toBe(404)
  expect((await admin.get('/api/sitesettings/none')).statusCode).toBe(404)
  const finance = await demo.as('FINANCE')
  expect((await set('08000000300', finance)).statusCode).toBe(403)
  expect((await finance.get('/api/sitesettings')).statusCode).toBe(403)
})

test('anybody reads the terms and their version; each change is another one, and who changed it is told', async () => {
  const KEY = 'application_terms_condition'
  const terms = async () => {
    const answer = await demo.app.inject({ url: `/api/sitesettings/${KEY}` })
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
    return answer.json<{ data: { value: string; version: number } }>().data
  }
  const first = await terms()
  expect([first.version, first.value.length > 200]).toEqual([1, true])
  const change = (value: string) => admin.put(`/api/sitesettings/${KEY}`, { key: KEY, value })
  expect((await change(' \n')).json()).toMatchObject({ errors: { value: ['Please write the terms'] } })
  expect((await change('Be honest.\n\nBe kind.')).json()).toMatchObject({ data: { id: 'terms', caught_up: true } })
  expect(await terms()).toMatchObject({ value: 'Be honest.\n\nBe kind.', version: 2 })
  const told = await admin.get('/api/sitesettings/terms')
  expect(told.json()).toMatchObject({
    data: { key: KEY, history: [{ what: 'Changed from version 1 to version 2' }, { what: 'Set to version 1' }] },
  })
})

test('the terms and the balance of the pool are read by their keys', async () => {
  for (const [key, value] of [
    ['application_terms_condition', /\w/],
    ['pool_account_balance', /^\d+\.\d\d$/],
  ] as const) {
    const answer = await admin.get(`/api/sitesettings/${key}`)
    expect(answer.json()).toMatchObject({ data: { key, value: expect.stringMatching(value) } })
  }
})
