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
  expect(before[0]).toEqual({ id: 'support_line', key: 'support_line', value: '', created_at: null, updated_at: null })
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

test('another setting is not changed here, an unknown one is not found, and only who administers them may', async () => {
  const other = await admin.put('/api/sitesettings/funding_cap', { key: 'funding_cap', value: '1.00' })
  expect(other.statusCode).toBe(422)
  expect(other.json()).toMatchObject({
    errors: { key: ['Only support_line, second_factor and application_terms_condition are changed here'] },
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
