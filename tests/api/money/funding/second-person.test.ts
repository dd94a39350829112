import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Done } from '#api/contracts/done.ts'
import type { FundingDetail, FundingDone, FundingNotices, FundingView } from '#api/money/contracts/funding.ts'
import { load } from '#commands/handle.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import type { FundingEvent } from '#domain/money/funding/events.ts'
import { funding } from '#domain/money/funding/funding.ts'
import { type SecondProcess, secondProcess } from '#tests/api/limits/second-process.ts'
import { OTHER, OWN, refusal } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let [first, second, keeper] = [undefined, undefined, undefined] as unknown as [Caller, Caller, Caller]
let away: SecondProcess
beforeAll(async () => {
  demo = await startDemoApp()
  first = await demo.as('FUND_ADMIN')
  second = await demo.as('FUND_ADMIN', 2)
  keeper = await demo.as('SUPER_ADMIN')
  away = await secondProcess(demo)
})
afterAll(async () => {
  await away.end()
  await demo.end()
})

const nameOf = ({ person: { firstName, lastName } }: Caller) => `${firstName} ${lastName}`
const LARGE = '60,000,000.00'
const asked = (answer: { json: <T>() => T; statusCode: number; body: string }): FundingDone => {
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<FundingDone>()
}
const give = (by: Caller, credit = LARGE, key?: string) =>
  by.post('/api/pool/credit', { benefactor: 'Lottery Trust', credit }, key)
const allocate = (by: Caller, amount = LARGE, coeId = OWN) => by.post(`/api/coes/${coeId}/allocation`, { amount })
const act = (by: Caller, what: 'confirm' | 'decline' | 'withdraw', id: string, reason?: string) =>
  by.post(`/api/fundings/${what}`, { funding_id: id, ...(reason === undefined ? {} : { reason }) })
const proposed = async (by = first): Promise<string> => asked(await give(by)).data.id
const detail = async (id: string, by = first) =>
  (await by.get(`/api/fundings/${id}`)).json<{ data: FundingDetail }>().data
const pool = async () =>
  Number((await first.get('/api/sitesettings/pool_account_balance')).json<{ data: { value: string } }>().data.value)
const ended = async (id: string) => (await act(first, 'withdraw', id, 'Done with')).statusCode

test('a credit above the setting moves nothing until another confirms it; both names stand on list, detail, CSV and statement', async () => {
  const before = await pool()
  const waiting = asked(await give(first))
  expect(waiting).toMatchObject({
    message:
      'A second person must confirm the credit. With it you would move NGN 60,000,000.00 today on your own; above NGN 50,000,000.00 a second person must confirm.',
    data: { status: 'proposed', caught_up: true },
  })
  const { id } = waiting.data
  expect(await pool()).toBe(before)
  const listed = async () =>
    (await first.get('/api/fundings?status=proposed')).json<{ data: { data: FundingView[] } }>().data.data
  expect(await listed()).toMatchObject([{ id, by: nameOf(first), second_person: null, moved: '0.00' }])
  expect(refusal(await act(first, 'confirm', id))).toMatchObject({ status: 422, fields: ['funding_id'] })
  expect(await pool()).toBe(before)

  const done = await act(second, 'confirm', id)
  expect(done.json<Done>()).toMatchObject({ message: 'Confirmed: NGN 60,000,000.00 has been moved', data: { id } })
  expect(await pool()).toBe(before + 60_000_000)
  expect(await listed()).toEqual([])
  const now = await detail(id)
  expect(now).toMatchObject({ status: 'completed', by: nameOf(first), second_person: nameOf(second), acts: [] })
  expect(now.history.map(({ who, what }) => [who, what.slice(0, 20)])).toEqual([
    [nameOf(second), 'The money has been m'],
    [nameOf(second), 'Confirmed as the sec'],
    [nameOf(first), 'Proposed a credit of'],
  ])
  expect(now.history[1]).toMatchObject({ permission: 'CREDIT_POOL' })
  const csv = (await first.get('/api/fundings/csv?status=completed')).body
  const line = csv.split('\n').find((one) => one.includes('Lottery Trust')) ?? ''
  for (const name of [nameOf(first), nameOf(second)]) expect(line).toContain(name)
  const auditor = await demo.as('AUDITOR')
  const statement = await auditor.get('/api/ledger/accounts/pool/movements?sort=-position&per_page=1')
  expect(statement.json<{ data: { data: object[] } }>().data.data[0]).toMatchObject({
    actor: `${nameOf(first)}, confirmed by ${nameOf(second)}`,
  })
})

test('at the setting and below it one word is enough, and a changed one binds what is asked for later', async () => {
  expect(asked(await give(first, '50,000,000.00')).data.status).toBe('completed')
  const waiting = await proposed()
  const other = await demo.as('SUPER_ADMIN', 2)
  const set = async (value: string) => {
    const at = '/api/sitesettings/second_person_above'
    await keeper.put(at, { key: 'second_person_above', value, reason: 'Prices' })
    const { data } = (await other.get(at)).json<{ data: { proposal: { id: string } } }>()
    return other.post(`${at}/confirm`, { proposal: data.proposal.id })
  }
  expect((await set('110,000,000.00')).statusCode).toBe(200)
  expect(asked(await give(first)).data.status).toBe('completed')
  expect((await detail(waiting)).status).toBe('proposed')
  expect((await first.get('/api/funds')).json()).toMatchObject({
    data: { second_person_above: '110000000.00', moved_alone_today: '110000000.00' },
  })
  expect((await set('5.00')).statusCode).toBe(200)
  const small = asked(await give(first, '5.01'))
  expect(small.data.status).toBe('proposed')
  expect((await set('50,000,000.00')).statusCode).toBe(200)
  expect((await act(second, 'confirm', small.data.id)).statusCode).toBe(200)
  expect(await ended(waiting)).toBe(200)
})

test('the same request again is the same proposal, and what became of it does not change its answer', async () => {
  const one = asked(await give(first, LARGE, 'asked twice'))
  expect(asked(await give(first, LARGE, 'asked twice')).data.id).toBe(one.data.id)
  await act(second, 'decline', one.data.id, 'Not agreed')
  await demo.context.pool.query('delete from request_key')
  const before = await pool()
  expect(asked(await give(first, LARGE, 'asked twice')).data).toMatchObject({ id: one.data.id, status: 'proposed' })
  expect((await detail(one.data.id)).status).toBe('declined')
  expect(await pool()).toBe(before)
})

test('an allocation that the pool cannot pay is refused with what it holds, and goes on waiting', async () => {
  const id = asked(await allocate(first, '90,000,000,000.00')).data.id
  const held = await pool()
  const refused = await act(second, 'confirm', id)
  expect(refused.statusCode).toBe(422)
  const holds = held.toLocaleString('en', { minimumFractionDigits: 2 })
  expect(refused.json()).toMatchObject({
    errors: { funding_id: [`The pool holds NGN ${holds} and cannot pay it now. It can be confirmed later.`] },
  })
  expect(await detail(id)).toMatchObject({ status: 'proposed', second_person: null })
  expect(await pool()).toBe(held)
  expect(await ended(id)).toBe(200)
})

test('it is declined by another with a reason, or withdrawn by who proposed it with one; then nobody confirms it', async () => {
  const declined = await proposed()
  expect(refusal(await act(first, 'decline', declined, 'Mine'))).toMatchObject({ status: 422, fields: ['funding_id'] })
  expect(refusal(await act(second, 'decline', declined))).toMatchObject({ status: 422, fields: ['reason'] })
  expect(refusal(await act(second, 'withdraw', declined, 'x'))).toMatchObject({ status: 422, fields: ['funding_id'] })
  expect((await act(second, 'decline', declined, 'Not agreed')).statusCode).toBe(200)
  const now = await detail(declined)
  expect(now).toMatchObject({ status: 'declined', second_person: nameOf(second) })
  expect(now.history[0]).toMatchObject({ who: nameOf(second), why: 'Not agreed' })
  expect(refusal(await act(second, 'confirm', declined))).toMatchObject({
    ...{ status: 409, message: 'This movement of funds has already been declined' },
  })
  const withdrawn = await proposed()
  expect((await act(first, 'withdraw', withdrawn, 'A zero too many')).statusCode).toBe(200)
  expect(await detail(withdrawn)).toMatchObject({ status: 'withdrawn', second_person: null })
  expect((await detail(withdrawn)).history[0]).toMatchObject({ who: nameOf(first), why: 'A zero too many' })
  expect(refusal(await act(second, 'confirm', withdrawn))).toMatchObject({ status: 409 })
  expect((await act(second, 'confirm', 'nothing')).statusCode).toBe(404)
})

test('who may be its second person is told until it ends, and who proposed it what became of it', async () => {
  const told = async (by: Caller) => (await by.get('/api/notification/fundings')).json<FundingNotices>().data
  const counted = async (by: Caller) => {
    const { data } = (await by.get('/api/uimenu')).json<{ data: { link: string; waiting: number | null }[] }>()
    return data.find(({ link }) => link === '/fmoh/finance-and-accounting/funds')?.waiting
  }
  const before = (await counted(second)) ?? 0
  const id = asked(await allocate(first)).data.id
  const of = async (by: Caller) => (await told(by)).filter((one) => one.id === id)
  expect(await of(second)).toMatchObject([
    { kind: 'waiting', what: 'allocation', amount: '60000000.00', by: nameOf(first), is_read: false },
  ])
  expect(await of(first)).toEqual([])
  expect([await counted(second), await counted(first)]).toEqual([before + 1, 0])
  expect((await act(second, 'decline', id, 'Not agreed')).statusCode).toBe(200)
  expect(await of(second)).toEqual([])
  expect(await of(first)).toMatchObject([{ kind: 'declined', by: nameOf(second) }])
  expect(await counted(second)).toBe(before)
  // Whom mail goes to is in the events.
  const { events } = await demo.context.log.readWhatHolds<FundingEvent>(`funding-${id}`, 0)
  expect(events.map(({ event }) => event.data)).toMatchObject([
    { toConfirm: [personOf('FUND_ADMIN', 2).userId], above: 50_000_000_00 },
    { proposedBy: personOf('FUND_ADMIN').userId },
  ])
})

test('what can be done is told by the decision that would refuse it', async () => {
  const id = await proposed()
  const refusedBy = async (by: Caller) =>
    (await detail(id, by)).acts.map(({ act: what, refused }) => `${what}${refused === null ? '' : ' no'}`)
  expect(await refusedBy(first)).toEqual(['confirm no', 'decline no', 'withdraw'])
  expect(await refusedBy(second)).toEqual(['confirm', 'decline', 'withdraw no'])
  expect(await refusedBy(await demo.as('AUDITOR'))).toEqual([])
  expect(await ended(id)).toBe(200)
})

test('nobody without its permission is its second person: who may only credit confirms no allocation', async () => {
  const roleId = (await keeper.post('/api/roles', { role: 'CASHIER', reach: 'all' })).json<Done>().data.id
  expect(roleId).toBe(roleIdOf('CASHIER'))
  expect((await keeper.post(`/api/roles/${roleId}/permissions/CREDIT_POOL`, {})).statusCode).toBe(200)
  const cashier = personOf('ANALYST', 2)
  const given = await keeper.patch(`/api/users/${cashier.userId}/roles`, { roles: [roleId] })
  expect(given.statusCode).toBe(200)
  const by = await demo.as('ANALYST', 2)
  const [credit, allocation] = [await proposed(), asked(await allocate(first)).data.id]
  expect(refusal(await act(by, 'confirm', allocation))).toMatchObject({ status: 422, fields: ['funding_id'] })
  expect(refusal(await act(by, 'decline', allocation, 'No'))).toMatchObject({ status: 422, fields: ['funding_id'] })
  const { data } = (await by.get('/api/notification/fundings')).json<FundingNotices>()
  expect(data.map(({ id }) => id)).toEqual([credit])
  expect((await act(by, 'confirm', credit)).statusCode).toBe(200)
  expect(await ended(allocation)).toBe(200)
})

test('a hospital that was deactivated meanwhile gets nothing, and the proposal can still be declined', async () => {
  const id = asked(await allocate(first, LARGE, OTHER)).data.id
  expect((await keeper.post(`/api/coes/${OTHER}/deactivate`, { reason: 'Closed' })).statusCode).toBe(200)
  expect(refusal(await act(second, 'confirm', id))).toMatchObject({ status: 422, fields: ['funding_id'] })
  expect((await keeper.post(`/api/coes/${OTHER}/activate`, {})).statusCode).toBe(200)
  expect((await act(second, 'decline', id, 'It was closed')).statusCode).toBe(200)
})

const postElsewhere = (by: Caller, path: string, body: object) =>
  fetch(`http://127.0.0.1:${away.port}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const elsewhere = async (by: Caller, what: string, body: object) =>
  (await postElsewhere(by, `fundings/${what}`, body)).status

test('what one person moves in a day adds up: of six credits just below the setting, at once on two processes, one moves', async () => {
  const before = await pool()
  const credit = '49,999,999.99'
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, one) =>
      one % 2 === 0
        ? asked(await give(second, credit))
        : ((await (
            await postElsewhere(second, 'pool/credit', { benefactor: 'A bank', credit })
          ).json()) as FundingDone),
    ),
  )
  const waiting = answers.filter(({ data }) => data.status === 'proposed')
  expect(waiting).toHaveLength(5)
  for (const { message, data } of waiting) {
    expect(data).toMatchObject({ moved_alone_today: '99999999.98', second_person_above: '50000000.00' })
    expect(message).toContain('With it you would move NGN 99,999,999.98 today on your own')
  }
  await demo.context.caughtUp(await demo.context.log.head())
  expect(await pool()).toBe(before + 49_999_999.99)
  // Whatever is moved adds up, and what waits is another's word as well: it stays out of the sum.
  expect(asked(await allocate(second, '0.02')).data).toMatchObject({
    status: 'proposed',
    moved_alone_today: '50000000.01',
  })
  expect(asked(await allocate(second, '0.01')).data.status).toBe('completed')
  const [one] = waiting
  expect((await detail(one?.data.id ?? '')).history.at(-1)?.what).toContain(
    'this person moves NGN 99,999,999.98 that day',
  )
})

test('money for a patient adds up too; another who may fund patients confirms it', async () => {
  const { userId } = personOf('PATIENT')
  expect((await act(first, 'confirm', asked(await allocate(second, '900.00', OWN)).data.id)).statusCode).toBe(200)
  const wallet = async () =>
    Number(
      (await first.get(`/api/patients/${userId}/fund`)).json<{ data: { wallet_balance: string } }>().data
        .wallet_balance,
    )
  const before = await wallet()
  const { data } = asked(await second.post(`/api/patients/${userId}/fund`, { amount: '700.00' }))
  expect(data.status).toBe('proposed')
  expect(await wallet()).toBe(before)
  const told = (await first.get('/api/notification/fundings')).json<FundingNotices>().data
  expect(told.find(({ id }) => id === data.id)).toMatchObject({ kind: 'waiting', what: 'patient funding' })
  expect((await act(first, 'confirm', data.id)).statusCode).toBe(200)
  expect(await wallet()).toBe(before + 700)
})

test('of many who confirm at once on two processes, and of who confirms and who withdraws, one outcome; money moves once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const before = await pool()
    const id = await proposed()
    const body = { funding_id: id }
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, async () => (await act(second, 'confirm', id)).statusCode),
      ...Array.from({ length: 4 }, () => elsewhere(second, 'confirm', body)),
      elsewhere(first, 'withdraw', { ...body, reason: 'A slip' }),
    ])
    const isWithdrawn = answers.at(-1) === 200
    // All clicks of one person are one: they are all told that it is confirmed, or that it was withdrawn.
    expect(answers.slice(0, -1)).toEqual(Array.from({ length: 8 }, () => (isWithdrawn ? 409 : 200)))
    expect([200, 409]).toContain(answers.at(-1))
    const state = await load(demo.context.handler, funding, id)
    expect(state.status).toBe(isWithdrawn ? 'withdrawn' : 'completed')
    await demo.context.caughtUp(await demo.context.log.head())
    expect(await pool()).toBe(before + (isWithdrawn ? 0 : 60_000_000))
  }
})

test('of two who allocate the last of the pool by two confirmations at once, one goes on waiting', async () => {
  const rest = (await pool()).toFixed(2)
  const [one, other] = [asked(await allocate(first, rest)).data.id, asked(await allocate(first, rest, OTHER)).data.id]
  const answers = await Promise.all([
    act(second, 'confirm', one).then(({ statusCode }) => statusCode),
    elsewhere(second, 'confirm', { funding_id: other }),
  ])
  expect(answers.sort()).toEqual([200, 422])
  await demo.context.caughtUp(await demo.context.log.head())
  expect(await pool()).toBe(0)
  const statuses = [(await detail(one)).status, (await detail(other)).status]
  expect(statuses.sort()).toEqual(['completed', 'proposed'])
  const waiting = (await detail(one)).status === 'proposed' ? one : other
  const refused = await act(second, 'confirm', waiting)
  // With enough in the pool again, the same proposal is confirmed after all.
  while ((await pool()) < Number(rest)) await act(second, 'confirm', await proposed())
  if (refused.statusCode !== 200) expect((await act(second, 'confirm', waiting)).statusCode).toBe(200)
  expect((await detail(waiting)).status).toBe('completed')
})
