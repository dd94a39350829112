import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { independentLedger, randomHistory } from './random-history.ts'

let app: DemoApp
/** Every account on which something has moved. */
let accounts: readonly string[]
const patient = `patient:${personOf('PATIENT').userId}`
beforeAll(async () => {
  app = await startDemoApp()
  await randomHistory(app, 3, 40)
  accounts = [...new Set((await independentLedger(app.database.superuserUrl)).map(({ account }) => account))]
})
afterAll(() => app.end())

const get = async <T>(url: string, caller: Caller): Promise<T> => {
  const answer = await caller.get(url)
  expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200)
  return answer.json<{ data: T }>().data
}

test('a patient reads the own wallet alone', async () => {
  const caller = await app.as('PATIENT')
  expect(await get(`/api/ledger/accounts/${patient}`, caller)).toMatchObject({ account: patient })
  const list = await get<{ data: { account: string }[] }>('/api/ledger/accounts', caller)
  expect(list.data.map(({ account }) => account)).toEqual([patient])
  expect((await caller.get(`/api/ledger/accounts/${patient}/movements`)).statusCode).toBe(200)
  for (const other of accounts.filter((account) => account !== patient)) {
    for (const part of ['', '/movements', '/movements/totals', '/movements/csv', '/history'])
      expect((await caller.get(`/api/ledger/accounts/${other}${part}`)).statusCode, other + part).toBe(404)
  }
})

test("a hospital's head reads the hospital's own accounts alone", async () => {
  const caller = await app.as('COE_ADMIN')
  const own = await get<{ data: { account: string }[] }>('/api/ledger/accounts', caller)
  const reached = own.data.map(({ account }) => account)
  expect(reached.map((account) => account.split(':')[0])).toEqual(['allocation', 'payable'])
  for (const other of accounts.filter((account) => !reached.includes(account)))
    expect((await caller.get(`/api/ledger/accounts/${other}/movements`)).statusCode, other).toBe(404)
})

test.each(['COE_ADMIN', 'PATIENT', 'FUND_ADMIN', 'ANALYST', 'DFA', 'COE_STAFF'])(
  '%s reads neither the trial balance nor events nor a proof',
  async (role) => {
    const caller = await app.as(role)
    for (const path of ['trial-balance', 'wallets', `accounts/${patient}/proof`, `events/${crypto.randomUUID()}`])
      expect((await caller.get(`/api/ledger/${path}`)).statusCode, path).toBe(403)
  },
)

test.each(['FUND_ADMIN', 'ANALYST', 'PERMSEC'])('%s, who reaches every hospital, reads no account', async (role) => {
  const caller = await app.as(role)
  for (const path of ['accounts', `accounts/pool`, `accounts/pool/movements`, 'accounts/pool/history'])
    expect((await caller.get(`/api/ledger/${path}`)).statusCode, path).toBe(403)
})

test("an account that is nobody's has no movements either, and the fund has its own before anything moves", async () => {
  const caller = await app.as('AUDITOR')
  const statusOf = async (account: string, part: string) =>
    (await caller.get(`/api/ledger/accounts/${account}${part}`)).statusCode
  const parts = ['', '/movements', '/movements/totals', '/movements/csv', '/history']
  for (const nobodys of ['patient:nobody', 'allocation:nowhere', 'payable:nowhere', 'disbursed:nobody', 'pool:other'])
    for (const part of parts) expect([nobodys, part, await statusOf(nobodys, part)]).toEqual([nobodys, part, 404])
  for (const own of ['pool', 'benefactors', 'in-transit', 'disbursed:emge'])
    for (const part of parts) expect([own, part, await statusOf(own, part)]).toEqual([own, part, 200])
})

test('without a session nothing is read', async () => {
  expect((await app.app.inject({ url: '/api/ledger/accounts/pool' })).statusCode).toBe(401)
})
