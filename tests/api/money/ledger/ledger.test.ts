import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handle } from '#commands/handle.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { ACCOUNT_KINDS } from '#domain/kernel/accounts.ts'
import { role } from '#domain/people/role/role.ts'
import { command } from '#tests/support/command.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { independentLedger, type Line, naira, randomHistory } from './random-history.ts'
import { csvLines } from '#tests/support/csv-lines.ts'

let app: DemoApp
let auditor: Caller
let ledger: readonly Line[]
let head: number
let ahead = 0
const patient = `patient:${personOf('PATIENT').userId}`
beforeAll(async () => {
  app = await startDemoApp({ now: () => Date.now() + ahead })
  await randomHistory(app, 20_261_121, 60)
  auditor = await app.as('AUDITOR')
  ledger = await independentLedger(app.database.superuserUrl)
  head = await app.context.eventLog.head()
})
afterAll(() => app.end())

type Movement = {
  position: number
  account: string
  amount: string
  debit: string
  credit: string
  balance: string
  cause: string
  counter_account: string
  counter_name: string
  actor: string
  event_id: string
  transfer_id: string
}
const get = async <T>(url: string, caller = auditor): Promise<T> => {
  const answer = await caller.get(url)
  expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200)
  return answer.json<{ data: T }>().data
}
const movementsOf = async (account: string, query = ''): Promise<Movement[]> =>
  (await get<{ data: Movement[] }>(`/api/ledger/accounts/${account}/movements?limit=1000${query}`)).data
/** What the independent ledger holds on accounts that begin so, at a position. */
const heldBy = (prefix: string, position: number): number =>
  ledger
    .filter((line) => line.account.startsWith(prefix) && line.position <= position)
    .reduce((sum, line) => sum + line.amount, 0)
const accounts = () => [...new Set(ledger.map(({ account }) => account))].sort()
const moneyPositions = () => [...new Set(ledger.map(({ position }) => position))]

describe('the trial balance', () => {
  type Row = { kind: string; balance: string; debits: string; credits: string }

  test('the history moves money on every kind of account', () => {
    const kinds = new Set(ledger.map(({ account }) => account.split(':')[0]))
    expect([...kinds].sort()).toEqual([...ACCOUNT_KINDS].sort())
  })

  test('is zero at every position and equals an independent sum, money in transit included', async () => {
    let inTransit = 0
    for (const position of moneyPositions()) {
      const url = `/api/ledger/trial-balance?as_of_position=${position}`
      const { data } = await get<{ data: Row[] }>(url)
      const expected = ACCOUNT_KINDS.map((kind) => [kind, naira(heldBy(kind, position))])
      expect(data.map(({ kind, balance }) => [kind, balance])).toEqual(expected)
      const { totals } = await get<{ totals: Record<string, string> }>(url.replace('?', '/totals?'))
      expect(totals['balance']).toBe('0.00')
      expect(totals['debits']).toBe(totals['credits'])
      if (heldBy('in-transit', position) !== 0) inTransit += 1
    }
    expect(inTransit).toBeGreaterThan(5)
  })

  test('of a recorded date is that of the day’s last position; one to come is refused', async () => {
    const today = new Date(app.context.now() + 3_600_000).toISOString().slice(0, 10)
    const now = await get<{ data: Row[] }>('/api/ledger/trial-balance')
    expect((await get<{ data: Row[] }>(`/api/ledger/trial-balance?as_of=${today}`)).data).toEqual(now.data)
    const before = await get<{ data: Row[] }>('/api/ledger/trial-balance?as_of=2020-01-01')
    expect(new Set(before.data.map(({ balance }) => balance))).toEqual(new Set(['0.00']))
    for (const bad of ['as_of=2999-01-01', `as_of_position=${head + 1}`, 'as_of_position=-1', 'as_of=yesterday']) {
      const answer = await auditor.get(`/api/ledger/trial-balance?${bad}`)
      expect(answer.statusCode, bad).toBe(422)
      expect(Object.keys(answer.json<{ errors: object }>().errors), bad).toContain(bad.split('=')[0])
    }
  })
})

describe('an account', () => {
  test('as of any position is the fold of its lines up to there', async () => {
    for (const account of accounts()) {
      for (const position of moneyPositions().filter((_, index) => index % 3 === 0)) {
        const { balance } = await get<{ balance: string }>(`/api/ledger/accounts/${account}?as_of_position=${position}`)
        expect(balance, `${account} at ${position}`).toBe(naira(heldBy(account, position)))
      }
    }
  })

  test('as of a recorded instant is what it held at the last position by then', async () => {
    const [line] = await movementsOf(patient)
    const at = (line as unknown as { recorded_at: string }).recorded_at
    const early = new Date(Date.parse(at) - 60_000).toISOString()
    const before = await get<{ balance: string; position: number }>(`/api/ledger/accounts/${patient}?at=${early}`)
    expect(before).toMatchObject({ balance: '0.00', movements: 0 })
    expect(before.position).toBeLessThan(line?.position ?? 0)
    const late = new Date(app.context.now()).toISOString()
    const after = await get<{ balance: string }>(`/api/ledger/accounts/${patient}?at=${late}`)
    expect(after.balance).toBe(naira(heldBy(patient, head)))
  })

  test('says how it is called, and whose it is to those who may see people', async () => {
    expect(await get(`/api/ledger/accounts/pool`)).toMatchObject({ name: 'Pool', person: null, is_wallet: true })
    expect(await get(`/api/ledger/accounts/in-transit`)).toMatchObject({ name: 'In transit', is_wallet: false })
    const seen = await get<{ name: string; person: string }>(`/api/ledger/accounts/${patient}`)
    expect(seen.name).toMatch(/^Wallet of CHF-\d{6}$/)
    expect(seen.person).toBe('Ngozi Okonkwo')
  })

  test('that nobody has is not found', async () => {
    for (const nobody of ['patient:nobody', 'allocation:nowhere', 'treasury', 'pool:x:y'])
      expect((await auditor.get(`/api/ledger/accounts/${nobody}`)).statusCode, nobody).toBe(404)
  })

  test('is on the list with what it holds, and the list adds up to zero', async () => {
    const { data } = await get<{ data: { account: string; balance: string }[] }>('/api/ledger/accounts?limit=1000')
    expect(data.map(({ account }) => account)).toEqual(accounts())
    for (const { account, balance } of data) expect(balance, account).toBe(naira(heldBy(account, head)))
    const { totals } = await get<{ totals: Record<string, string> }>('/api/ledger/accounts/totals')
    expect(totals['balance']).toBe('0.00')
    const kinds = await get<{ data: { kind: string }[] }>('/api/ledger/accounts?kind=patient')
    expect(new Set(kinds.data.map(({ kind }) => kind))).toEqual(new Set(['patient']))
  })

  test('is found by CHF id, by name, by hospital, and as the pool', async () => {
    const { name } = await get<{ name: string }>(`/api/ledger/accounts/${patient}`)
    const search = (text: string) =>
      get<{ account: string; person: string | null }[]>(`/api/ledger/wallets?search=${encodeURIComponent(text)}`)
    expect(await search(name.replace('Wallet of ', '').toLowerCase())).toMatchObject([{ account: patient }])
    expect(await search('ngozi okon')).toMatchObject([{ account: patient, person: 'Ngozi Okonkwo' }])
    expect(await search('pool')).toMatchObject([{ account: 'pool' }])
    expect((await search('ibadan')).map(({ account }) => account.split(':')[0])).toContain('allocation')
    expect(await search('%')).toEqual([])
  })
})

describe('movements', () => {
  test.each(['pool', patient, 'in-transit', 'disbursed:emge'])(
    'of %s run up to the balance, line by line',
    async (account) => {
      const expected = ledger.filter((line) => line.account === account)
      const movements = await movementsOf(account)
      expect(movements.map(({ position, amount }) => [position, amount])).toEqual(
        expected.map(({ position, amount }) => [position, naira(amount)]),
      )
      let held = 0
      const running = expected.map(({ amount }) => naira((held += amount)))
      expect(movements.map(({ balance }) => balance)).toEqual(running)
    },
  )

  test('of several lines of one event on one account each have a balance of their own', async () => {
    const payable = accounts().find((account) => account.startsWith('payable:')) ?? ''
    const expected = ledger.filter((line) => line.account === payable)
    const positions = expected.map(({ position }) => position)
    expect(new Set(positions).size).toBeLessThan(positions.length)
    let held = 0
    const running = expected.map(({ amount }) => naira((held += amount)))
    expect((await movementsOf(payable)).map(({ balance }) => balance)).toEqual(running)
  })

  test('say what caused them and who, and name the other side', async () => {
    const movements = await movementsOf(patient)
    const funded = movements.find(({ cause }) => cause === 'Patient funding')
    expect(funded?.counter_account).toMatch(/^allocation:/)
    expect(funded?.counter_name).toMatch(/^Allocation of /)
    expect(funded?.transfer_id).toMatch(/^funding:/)
    const billed = movements.find(({ cause }) => cause.startsWith('Bill TRX-2026-'))
    expect(billed).toMatchObject({ credit: '0.00' })
    expect((await movementsOf('pool'))[0]?.cause).toBe('Pool credit from Start')
  })

  test('page by key without a gap or a repeat, both ways', async () => {
    const all = await movementsOf('pool')
    for (const sort of ['position', '-position']) {
      const seen: Movement[] = []
      for (let after = ''; ;) {
        const url = `/api/ledger/accounts/pool/movements?limit=3&sort=${sort}${after && `&after=${after}`}`
        const page = await get<{ data: Movement[]; next: string | null }>(url)
        seen.push(...page.data)
        if (page.next === null) break
        after = page.next
      }
      expect(seen).toEqual(sort === 'position' ? all : all.toReversed())
    }
  })

  test('as of a position end there', async () => {
    const all = await movementsOf(patient)
    const middle = all[Math.floor(all.length / 2)]?.position ?? 0
    expect(await movementsOf(patient, `&as_of_position=${middle}`)).toEqual(
      all.filter(({ position }) => position <= middle),
    )
  })

  test('as CSV have the same rows and order, and a manifest that tells the bytes', async () => {
    const all = await movementsOf(patient)
    const answer = await auditor.get(`/api/ledger/accounts/${patient}/movements/csv`)
    const lines = csvLines(answer.body)
    expect(lines[0]).toMatch(
      /^Position,Business time,Cause,Counter-account,Amount \(NGN\),Balance \(NGN\),By,Recorded,/,
    )
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(all.map(({ position }) => position))
    const manifest = await get<{ sha256: string; rows: number }>(
      `/api/exports/${String(answer.headers['x-export-id'])}`,
    )
    expect(manifest.rows).toBe(all.length)
    expect(manifest.sha256).toBe(createHash('sha256').update(answer.rawPayload).digest('hex'))
  })

  test('the balance over time has a point for every movement', async () => {
    const all = await movementsOf(patient)
    const { points, is_sampled } = await get<{ points: Movement[]; is_sampled: boolean }>(
      `/api/ledger/accounts/${patient}/history`,
    )
    expect(is_sampled).toBe(false)
    expect(points.map(({ position, balance }) => [position, balance])).toEqual(
      all.map(({ position, balance }) => [position, balance]),
    )
  })
})

describe('a raw event', () => {
  type Raw = {
    type: string
    data: Record<string, unknown>
    hash_holds: boolean
    related: { id: string; stream: string; type: string }[]
  }

  test('is what a movement names, with the events that asked for it', async () => {
    const [movement] = (await movementsOf(patient)).filter(({ cause }) => cause === 'Patient funding')
    const raw = await get<Raw>(`/api/ledger/events/${movement?.event_id}`)
    expect(raw).toMatchObject({ type: 'WalletCredited', hash_holds: true })
    expect(raw.data).toMatchObject({ transferId: movement?.transfer_id })
    expect(raw.related.map(({ type }) => type)).toEqual(['PatientFundingRequested', 'FundingCompleted'])
  })

  test('shows a personal field to who may see it, masked to who may not, and as erased once the key is gone', async () => {
    const second = `patient:${personOf('PATIENT', 2).userId}`
    const [movement] = (await movementsOf(second)).filter(({ cause }) => cause === 'Patient funding')
    const raw = await get<Raw>(`/api/ledger/events/${movement?.event_id}`)
    const [asked] = raw.related
    const url = `/api/ledger/events/${asked?.id}?stream=${asked?.stream}`
    expect((await get<Raw>(url)).data['reason']).toMatch(/^Reason \d+$/)

    const blind = await app.as('SUPER_ADMIN')
    const detach = {
      roleId: roleIdOf('SUPER_ADMIN'),
      granter: { kind: 'system' },
      permission: 'VIEW_PERSONAL_DATA',
    } as const
    const detached = await handle(app.context.handler, role, detach.roleId, command('DetachPermission', detach))
    expect(detached.outcome).toBe('done')
    await app.context.caughtUp(await app.context.eventLog.head())
    expect((await get<Raw>(url, blind)).data).toMatchObject({ reason: '[masked]', amount: expect.any(Number) })
    await app.context.pool.query('update person_key set wrapped_key = null where person_id = $1', [second.slice(8)])
    ahead = 60_000 // keys are kept in memory for a while
    expect((await get<Raw>(url)).data['reason']).toBe('[erased]')
    expect((await get<Raw>(url, blind)).data['reason']).toBe('[erased]')
  })

  test('that is not there is not found', async () => {
    expect((await auditor.get('/api/ledger/events/00000000-0000-4000-8000-000000000000')).statusCode).toBe(404)
    expect((await auditor.get('/api/ledger/events/7')).statusCode).toBe(404)
  })
})
