import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CoeView, CoeDetail } from '#api/catalogue/contracts/coe.ts'
import type { CoeNotices } from '#api/catalogue/contracts/coe-notice.ts'
import type { Done } from '#api/contracts/done.ts'
import { load } from '#commands/handle.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import type { CoeEvent } from '#domain/catalogue/coe/events.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { type SecondProcess, secondProcess } from '#tests/api/limits/second-process.ts'
import { CONSULTATION, OWN, OTHER, patientWith, refusal } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'

let demo: DemoApp
let admin: Caller
let other: Caller
let away: SecondProcess
beforeAll(async () => {
  demo = await startDemoApp()
  admin = await demo.as('SUPER_ADMIN')
  other = await demo.as('SUPER_ADMIN', 2)
  away = await secondProcess(demo)
})
afterAll(async () => {
  await away.end()
  await demo.end()
})

const UCH = pilotCoeId('UCH')
const NHA = pilotCoeId('NHA')
const seen = async (by: Caller, id: string) => (await by.get(`/api/coes/${id}`)).json<{ data: CoeDetail }>().data
const bank = {
  ...{ bank_account_name: 'University College Hospital', bank_account_number: '0122067715' },
  ...{ bank_sort_code: '035190127', bank_name: 'Wema Bank' },
}
/** Bank details that wait. */
async function given(by: Caller, id: string, over: object = {}): Promise<{ readonly proposal: string }> {
  const answer = await by.post(`/api/coes/${id}/bank`, { ...bank, ...over })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { proposal: (await seen(by, id)).bank_proposal?.id ?? '' }
}

test('a hospital is edited, and its history says from which value to which', async () => {
  const details = {
    ...{ coe_name: 'National Hospital, Abuja', coe_type: 'State', state_id: 15 },
    coe_address: 'Plot 132, Central District, Abuja',
  }
  expect((await admin.put(`/api/coes/${NHA}`, details)).json()).toMatchObject({ message: 'COE updated' })
  const now = await seen(admin, NHA)
  expect(now).toMatchObject({ coe_type: 'State', coe_id_cap: 'CAP-NHA', coe_code: 'NHA', status: 'active' })
  expect(now.history[0]).toMatchObject({
    who: 'Fatima Kolo',
    type: 'CoeDetailsChanged',
    right_to: 'add and edit hospitals',
  })
  expect(now.history[0]?.what).toContain('type from Federal to State')
  expect(now.history[0]?.what).toContain(
    'address from Plot 132, Central District (Phase II), Garki, Abuja to Plot 132,',
  )
  expect(now.history.at(-1)).toMatchObject({ what: 'Created as National Hospital, Abuja (NHA)', who: 'The portal' })
  const wrong: [object, string, string][] = [
    [{ coe_name: 'N' }, 'coe_name', 'Please provide a coe name'],
    [{ coe_address: 'Short' }, 'coe_address', 'Address must be more than 10 characters!'],
    [{ state_id: null }, 'state_id', 'Please choose a state'],
    [{ coe_type: '' }, 'coe_type', 'Please choose a valid coe_type'],
    [{ coe_id_cap: 'C' }, 'coe_id_cap', "Please provide the COE's id on CAP"],
    [{ coe_code: 'NEW' }, 'coe_code', ''],
  ]
  for (const [over, field, message] of wrong) {
    const answer = await admin.put(`/api/coes/${NHA}`, { ...details, ...over })
    expect(answer.json<{ errors: object }>().errors).toEqual({ [field]: [expect.stringContaining(message)] })
  }
  expect((await admin.put('/api/coes/nothing', details)).statusCode).toBe(404)
})

test('of two who edit a hospital on two processes with what they both read, one does, and the other is told', async () => {
  const { coe_name, coe_type, coe_address, state_id, revision } = await seen(admin, OTHER)
  const edit = (address: string) => ({ coe_name, coe_type, state_id, coe_address: address, revision })
  const answers = await Promise.all([
    admin.put(`/api/coes/${OTHER}`, edit(`${coe_address}, Gate 1`)).then(({ statusCode }) => statusCode),
    fetch(`http://127.0.0.1:${away.port}/api/coes/${OTHER}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${other.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(edit(`${coe_address}, Gate 2`)),
    }).then(({ status }) => status),
  ])
  expect(answers.sort()).toEqual([200, 409])
  const now = await seen(admin, OTHER)
  expect(now.revision).toBe(revision + 1)
  expect(refusal(await admin.put(`/api/coes/${OTHER}`, edit('Somewhere else in town')))).toMatchObject({
    ...{ status: 409, message: 'Someone else changed this hospital. Check it again.' },
  })
  const body = { ...edit(coe_address), revision: now.revision }
  expect((await admin.put(`/api/coes/${OTHER}`, body)).statusCode).toBe(200)
  for (const wrong of [-1, 1.5, 'one', null])
    expect(refusal(await admin.put(`/api/coes/${OTHER}`, { ...body, revision: wrong }))).toMatchObject({
      ...{ status: 422, fields: ['revision'] },
    })
})

test('a hospital is found by part of its name, and by its type', async () => {
  const names = async (term: string) => {
    const answer = await admin.get(`/api/coes/search/${encodeURIComponent(term)}`)
    return answer.json<{ data: { data: CoeView[] } }>().data.data.map(({ coe_code: code }) => code)
  }
  expect(await names('ibadan')).toEqual(['UCH'])
  expect(await names('federal')).toContain('ABUTH')
  expect(await names('no hospital has this')).toEqual([])
  expect(await names("'; drop table coe; --")).toEqual([])
  const listed = await admin.get('/api/coes/list?search=ibadan')
  expect(listed.json<{ data: { data: CoeView[] } }>().data.data).toMatchObject([{ id: UCH, state: { state: 'Oyo' } }])
  expect((await admin.get('/api/coes/list/csv')).body).toContain('University College Hospital, Ibadan')
})

test('who sees all hospitals gets what they have, and anybody else no more than before', async () => {
  const patient = await patientWith(demo, 1_000_000_00, UCH)
  expect(patient).not.toBe('')
  const listed = (await admin.get('/api/coes')).json<{ data: CoeView[] }>().data.find(({ id }) => id === UCH)
  expect(listed).toMatchObject({
    ...{ coe_type: 'Federal', coe_address: 'Queen Elizabeth II Road, Agodi, Ibadan, Oyo State', status: 'active' },
    ...{ wallet: { balance: '0.00' }, fund_allocation: '0.00', wallet_utilization: '0.0 %', billings_count: 0 },
    ...{ state: { state: 'Oyo' }, created_at: expect.any(String) },
  })
  expect(listed?.patients_count).toBeGreaterThan(0)
  const publicly = ['coe_code', 'coe_id_cap', 'coe_name', 'id', 'status']
  const keysOf = (body: { data: object }) => Object.keys(body.data).sort()
  const path = `/api/coes/${UCH}`
  for (const role of ['PATIENT', 'DOCTOR', 'COE_ADMIN', 'SUPPORT'])
    expect([role, keysOf((await (await demo.as(role)).get(path)).json())]).toEqual([role, publicly])
  expect((await demo.app.inject(path)).statusCode).toBe(401)
  const [first] = (await demo.app.inject('/api/coes')).json<{ data: object[] }>().data
  expect(Object.keys(first ?? {}).sort()).toEqual(publicly)
  // A session that has ended is nobody's.
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` }
  const ended = await demo.app.inject({ url: '/api/coes', headers })
  expect(Object.keys(ended.json<{ data: object[] }>().data[0] ?? {}).sort()).toEqual(publicly)
  const head = await demo.as('COE_ADMIN')
  // Whoever heads it sees its wallet, where it is paid and its staff, but of its own alone.
  expect(await seen(head, OWN)).toMatchObject({ wallet: { balance: '0.00' }, bank_proposal: null })
  expect((await head.get(`/api/coes/${OWN}`)).json().data.staffs.length).toBeGreaterThan(3)
  expect((await admin.get(`/api/coes/${OWN}`)).json().data.staffs[0]).toHaveProperty('roles')
  for (const [path, status] of [
    ['/api/coes/list', 403],
    ['/api/coes/search/uch', 403],
  ] as const)
    expect([path, (await head.get(path)).statusCode]).toEqual([path, status])
})

test('bank details are given by one person and confirmed by another; until then the hospital is paid where it was', async () => {
  const { proposal } = await given(admin, UCH)
  const waiting = await seen(other, UCH)
  expect(waiting.bank_name).toBeUndefined()
  expect(waiting.bank_proposal).toMatchObject({ id: proposal, ...bank, proposed_by: 'Fatima Kolo', is_own: false })
  expect((await seen(admin, UCH)).bank_proposal?.is_own).toBe(true)
  const confirm = (by: Caller, of = proposal) => by.post(`/api/coes/${UCH}/bank/confirm`, { proposal: of })
  expect(refusal(await confirm(admin))).toMatchObject({ status: 422, fields: ['proposal'] })
  expect(refusal(await admin.post(`/api/coes/${UCH}/bank`, { ...bank, bank_name: 'Zenith' }))).toMatchObject({
    status: 422,
  })
  expect(refusal(await confirm(other, 'another'))).toMatchObject({ status: 409 })
  expect((await confirm(other)).statusCode).toBe(200)
  const now = await seen(admin, UCH)
  expect(now).toMatchObject({ ...bank, bank_confirmed_by: 'Wale Akindele', bank_proposal: null })
  expect(now.history[0]).toMatchObject({
    who: 'Wale Akindele',
    what: expect.stringContaining('Bank details changed from none to Wema Bank, 0122067715'),
  })
  expect(refusal(await confirm(other, 'another'))).toMatchObject({ status: 409 })
})

test('bank details that wait are declined with a reason, or withdrawn by who gave them', async () => {
  const declined = await given(admin, NHA)
  const decline = (by: Caller, body: object) => by.post(`/api/coes/${NHA}/bank/decline`, body)
  expect(refusal(await decline(other, declined))).toMatchObject({ status: 422, fields: ['reason'] })
  expect(refusal(await decline(admin, { ...declined, reason: 'Mine' }))).toMatchObject({ status: 422 })
  expect((await decline(other, { ...declined, reason: 'Not their account' })).statusCode).toBe(200)
  expect((await seen(admin, NHA)).history[0]).toMatchObject({ why: 'Not their account', who: 'Wale Akindele' })
  const second = await given(other, NHA)
  const withdraw = (by: Caller) => by.post(`/api/coes/${NHA}/bank/withdraw`, second)
  expect(refusal(await withdraw(admin))).toMatchObject({ status: 422, fields: ['proposal'] })
  expect((await withdraw(other)).statusCode).toBe(200)
  const now = await seen(admin, NHA)
  expect(now.bank_proposal).toBeNull()
  expect(now.bank_name).toBeUndefined()
})

test('who may confirm bank details is told of them until they end, and who gave them what became of them', async () => {
  const told = async (by: Caller) =>
    (await by.get('/api/notification/coes')).json<CoeNotices>().data.filter(({ id }) => id === NHA)
  const counted = async (by: Caller) => {
    const { data } = (await by.get('/api/uimenu')).json<{ data: { link: string; waiting: number | null }[] }>()
    return data.find(({ link }) => link === '/coes')?.waiting
  }
  const [before, name] = [await counted(other), 'National Hospital, Abuja']
  const first = await given(admin, NHA)
  const [waiting] = await told(other)
  expect(waiting).toMatchObject({ kind: 'waiting', coe_name: name, by: 'Fatima Kolo', is_read: false })
  expect((await told(admin)).map(({ kind }) => kind)).not.toContain('waiting')
  expect([await counted(other), await counted(admin)]).toEqual([(before ?? 0) + 1, 0])
  await other.post('/api/notification/transactions/read', { until: waiting?.created_at })
  expect(await told(other)).toMatchObject([{ kind: 'waiting', is_read: true }])
  const reason = 'Not their account'
  await other.post(`/api/coes/${NHA}/bank/decline`, { ...first, reason })
  expect(await told(other)).toEqual([])
  expect(await told(admin)).toMatchObject([{ kind: 'declined', coe_name: name, by: 'Wale Akindele', is_read: false }])
  const second = await given(admin, NHA)
  await other.post(`/api/coes/${NHA}/bank/confirm`, second)
  expect(await told(admin)).toMatchObject([{ kind: 'confirmed', by: 'Wale Akindele', is_read: false }])
  expect(await counted(other)).toBe(before)
  // Whom mail goes to is in the events: the process of mail asks for it by these alone.
  const { events } = await demo.context.log.readWhatHolds<CoeEvent>(`coe-${NHA}`, 0)
  const toConfirm = events.flatMap(({ event: { data } }) => ('toConfirm' in data ? [data.toConfirm] : []))
  expect(toConfirm.at(-1)).toEqual([personOf('SUPER_ADMIN', 2).userId])
  const answers = events.flatMap(({ event: { data } }) => ('proposedBy' in data ? [data.proposedBy] : []))
  expect(answers.slice(-2)).toEqual([personOf('SUPER_ADMIN').userId, personOf('SUPER_ADMIN').userId])
})

test('two who confirm and decline the same bank details at once, on two processes: one of the two', async () => {
  const third = await demo.as('SUPER_ADMIN', 2)
  for (const number of ['0000000001', '0000000002', '0000000003']) {
    const body = await given(admin, OTHER, { bank_account_number: number })
    const [confirmed, declined] = await Promise.all([
      third.post(`/api/coes/${OTHER}/bank/confirm`, body),
      fetch(`http://127.0.0.1:${away.port}/api/coes/${OTHER}/bank/decline`, {
        method: 'POST',
        headers: { authorization: `Bearer ${third.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, reason: 'No' }),
      }),
    ])
    expect([confirmed.statusCode, declined.status].sort()).toEqual([200, 409])
    const state = await load(demo.context.handler, coe, OTHER)
    const isPaidThere = 'bank' in state && state.bank?.accountNumber === number
    expect(isPaidThere).toBe(confirmed.statusCode === 200)
  }
})

test('the number of an account is whole for who pays or administers, and its last digits for others; wrong ones are refused', async () => {
  await demo.context.caughtUp(await demo.context.log.head())
  const numberFor = async (role: string, second?: 2) => {
    const now = await seen(await demo.as(role, second), UCH)
    const told = now.history?.map(({ what, raw }) => what + JSON.stringify(raw)).join(' ') ?? ''
    return [role, now.bank_account_number, told.includes('0122067715')]
  }
  for (const role of ['SUPER_ADMIN', 'FINANCE', 'PERMSEC', 'AUDITOR'])
    expect(await numberFor(role)).toEqual([role, '0122067715', true])
  for (const role of ['FUND_ADMIN', 'SECRETARIAT', 'ANALYST'])
    expect(await numberFor(role)).toEqual([role, '••••••7715', false])
  const wrong: [object, string][] = [
    [{ bank_account_number: '012345678' }, 'bank_account_number'],
    [{ bank_account_number: 'O123456789' }, 'bank_account_number'],
    [{ bank_sort_code: '1' }, 'bank_sort_code'],
    [{ bank_name: '' }, 'bank_name'],
    [{ bank_account_name: 'A\u0000B' }, 'bank_account_name'],
  ]
  for (const [over, field] of wrong)
    expect(refusal(await admin.post(`/api/coes/${UCH}/bank`, { ...bank, ...over }))).toMatchObject({
      ...{ status: 422, fields: [field] },
    })
  for (const role of ['COE_ADMIN', 'FINANCE', 'FUND_ADMIN', 'AUDITOR', 'PATIENT'])
    for (const path of ['bank', 'bank/confirm', 'bank/decline', 'bank/withdraw', 'deactivate', 'activate'])
      expect((await (await demo.as(role)).post(`/api/coes/${UCH}/${path}`, bank)).statusCode).toBe(403)
})

test('a deactivated hospital bills nobody with the next call of every process and gets no money, and is paid for what it billed', async () => {
  const patient = await patientWith(demo, 1_000_000_00)
  const clerk = await demo.as('COE_STAFF')
  const bill = { patient_id: patient, services: [{ service_id: CONSULTATION, quantity: 1 }] }
  expect((await clerk.post('/api/coestaff/billings', bill, 'before')).statusCode).toBe(200)
  const giver = await demo.as('FUND_ADMIN')
  const fund = (key: string) => giver.post(`/api/patients/${patient}/fund`, { amount: '1.00', reason: 'Care' }, key)
  await giver.post('/api/pool/credit', { benefactor: 'Lottery Trust', credit: '5.00' })
  expect((await giver.post(`/api/coes/${OWN}/allocation`, { amount: '5.00' })).statusCode).toBe(200)
  expect((await fund('funded-before')).statusCode).toBe(200)
  const there = (path: string, body: object, by = clerk) =>
    fetch(`http://127.0.0.1:${away.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await there('/api/coestaff/billings', bill)).status).toBe(200)
  expect(refusal(await admin.post(`/api/coes/${OWN}/deactivate`, { reason: ' ' }))).toMatchObject({
    fields: ['reason'],
  })
  const reason = 'The licence was withdrawn'
  expect((await admin.post(`/api/coes/${OWN}/deactivate`, { reason })).json<Done>().message).toBe(
    'The hospital has been deactivated',
  )
  for (const answer of [await there('/api/coestaff/billings', bill), await there('/api/coestaff/billings', bill)]) {
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('This hospital is deactivated and cannot bill')
  }
  expect((await clerk.post('/api/coestaff/billings', bill)).statusCode).toBe(422)
  // Sent again, what was billed before is told as it was; nobody was signed out.
  expect((await clerk.post('/api/coestaff/billings', bill, 'before')).statusCode).toBe(200)
  expect((await clerk.get('/api/coestaff/transactions')).statusCode).toBe(200)
  expect(refusal(await giver.post(`/api/coes/${OWN}/allocation`, { amount: '1.00' }))).toMatchObject({ status: 422 })
  expect(refusal(await fund('after'))).toMatchObject({ status: 422, fields: ['id'] })
  expect((await fund('after')).body).toContain("The patient's hospital is deactivated")
  // What was given before is told as it was.
  expect((await fund('funded-before')).statusCode).toBe(200)
  const finance = await demo.as('FINANCE')
  const { rows } = await demo.context.pool.query('select id from transaction where patient_id = $1 limit 1', [patient])
  const initiated = await finance.post('/api/fanda/payment/initiate', {
    ...{
      coe_id: OWN,
      start_date: '2021-01-01',
      end_date: lagosDay(new Date().toISOString()),
      transactions: [rows[0].id],
    },
  })
  expect(initiated.statusCode).toBe(200)
  expect(await seen(admin, OWN)).toMatchObject({ status: 'inactive', bank_proposal: null })
  expect((await seen(admin, OWN)).history[0]).toMatchObject({ type: 'CoeDeactivated', why: reason })
  expect((await admin.post(`/api/coes/${OWN}/activate`, {})).statusCode).toBe(200)
  expect((await there('/api/coestaff/billings', bill)).status).toBe(200)
})
