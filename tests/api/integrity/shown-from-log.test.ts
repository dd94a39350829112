import { afterAll, beforeAll, expect, test } from 'vitest'
import { load } from '#commands/handle.ts'
import type { Done } from '#api/contracts/done.ts'
import type { CoeDetail } from '#api/catalogue/contracts/coe.ts'
import { InvoiceDone } from '#api/money/contracts/invoice.ts'
import type { FundingDetail } from '#api/money/contracts/funding.ts'
import { invoice } from '#domain/money/invoice/invoice.ts'
import {
  detailOfInvoice,
  generate,
  invoicesOf,
  periodOf,
  previewOf,
  take,
} from '#tests/api/money/invoices/invoicing.ts'
import { OTHER } from '#tests/api/money/billing/hospital.ts'
import { type Ministry, startMinistry } from '#tests/api/money/payments/ministry.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { rowSays } from './row-says.ts'

// Rows say something else for as long as somebody looks and answers, by the app's role: what they answer is what stands in the log.
let ministry: Ministry
beforeAll(async () => {
  ministry = await startMinistry()
})
afterAll(() => ministry.end())

const pool = () => ministry.demo.context.pool
const says = <T>(table: string, id: string, values: object, act: () => Promise<T>) =>
  rowSays(pool(), { table, id, says: values }, act)

test('a second person is shown the bank details that they would confirm, whatever the row of the hospital says', async () => {
  const [giver, second] = [await ministry.demo.as('SUPER_ADMIN'), await ministry.demo.as('SUPER_ADMIN', 2)]
  const given = {
    ...{ bank_account_name: 'Evil Holdings', bank_account_number: '6666666666' },
    ...{ bank_sort_code: '058152036', bank_name: 'Any bank' },
  }
  expect((await giver.post(`/api/coes/${OTHER}/bank`, given)).statusCode).toBe(200)
  const row = { proposed_account_name: 'The hospital itself', proposed_account_number: '2003417799' }
  const seen = await says('coe', OTHER, row, async () =>
    (await second.get(`/api/coes/${OTHER}`)).json<{ data: CoeDetail }>(),
  )
  expect(seen.data.bank_proposal).toMatchObject({ ...given, is_own: false })
  const body = { proposal: seen.data.bank_proposal?.id }
  expect((await second.post(`/api/coes/${OTHER}/bank/confirm`, body)).statusCode).toBe(200)
  const other = { bank_account_name: 'The hospital itself', bank_account_number: '2003417799' }
  await says('coe', OTHER, other, async () => {
    expect((await giver.get(`/api/coes/${OTHER}`)).json()).toMatchObject({ data: { ...given, bank_proposal: null } })
  })
})

test('a second person is shown the amount, kind and hospital that they would confirm, and the history names the hospital', async () => {
  const [giver, second] = [await ministry.demo.as('FUND_ADMIN'), await ministry.demo.as('FUND_ADMIN', 2)]
  // Each by another: one person's day adds up.
  for (const one of [giver, second]) await one.post('/api/pool/credit', { benefactor: 'A bank', credit: '49000000' })
  const asked = await giver.post(`/api/coes/${OTHER}/allocation`, { amount: '55000000.00' })
  const { id } = asked.json<Done>().data
  const shown = async () => (await second.get(`/api/fundings/${id}`)).json<{ data: FundingDetail }>().data
  const before = await shown()
  const row = { coe_id: ministry.coeId, amount: 100, kind: 'pool credit', benefactor: 'No one' }
  const after = await says('funding', id, row, shown)
  expect(after).toEqual(before)
  expect(after).toMatchObject({ kind: 'allocation', amount: '55000000.00', benefactor: null, moved: '0.00' })
  expect(after.coe_name).toMatch(/\w/)
  expect(after.history[0]?.what).toContain(`to ${after.coe_name}`)
})

test('an account that somebody planted, or gave a role to in the tables, is told of nothing and is in the way of nothing', async () => {
  const { userId: patient } = personOf('PATIENT')
  const columns = `select (jsonb_populate_record(u, '{"id":"00 bad id","email":"planted@mail.example"}')).* from user_account u`
  await pool().query(`insert into user_account ${columns} where email = 'nccp@chf.example'`)
  const roles = await pool().query<{ ids: string[] }>(
    `select role_ids as ids from user_account where email = 'nccp@chf.example'`,
  )
  try {
    await ministry.billServices(1)
    const { id } = await generate(ministry)
    await take(ministry, 'cmd', id)
    const says = await rowSays(
      pool(),
      { table: 'user_account', id: patient, says: { role_ids: roles.rows[0]?.ids, coe_id: null } },
      () => take(ministry, 'initiate', id),
    )
    expect(says.id).toBe(id)
    const { events } = await ministry.demo.context.log.readWhatHolds<never>(`invoice-${id}`)
    const said = JSON.stringify(events.map(({ event }: { readonly event: object }) => event))
    expect(said).toContain(personOf('NCCP').userId)
    expect(said).not.toContain(patient)
    expect(said).not.toContain('00 bad id')
  } finally {
    await pool().query(`delete from user_account where id = '00 bad id'`)
  }
})

test('what somebody put among a hospital’s rows is neither on its invoice, nor named on it, nor in its way', async () => {
  const elsewhere = await ministry.billServices(1, 2)
  await ministry.billServices(1)
  const ghost = (id: string) =>
    pool().query(
      `insert into transaction select (jsonb_populate_record(t, jsonb_build_object('id', $1::text, 'reference', $2::text))).*
         from transaction t where t.id = (select id from transaction where coe_id = $3 and status = 'billed' limit 1)`,
      [id, `TRX-2026-9${id.length}`, ministry.coeId],
    )
  const before = await previewOf(ministry)
  expect(before.count).toBe(1)
  await ghost('a b ghost')
  await ghost('ghost')
  try {
    const made = await says('transaction', elsewhere.id, { coe_id: ministry.coeId }, async () => {
      expect(await previewOf(ministry)).toEqual(before)
      return generate(ministry)
    })
    const state = await load(ministry.demo.context.handler, invoice, made.id)
    expect(state).toMatchObject({ lines: [{}] })
    const { events } = await ministry.demo.context.log.readWhatHolds<never>(`invoice-${made.id}`)
    const said = JSON.stringify(events.map(({ event }: { readonly event: object }) => event))
    for (const id of [elsewhere.id, 'ghost']) expect(said).not.toContain(id)
  } finally {
    await pool().query(`delete from transaction where id in ('a b ghost', 'ghost')`)
  }
})

test('a planted row hides neither an invoice nor a bill that is asked for by its id; of a number the stream decides', async () => {
  const bill = await ministry.billServices(1)
  const { id, invoice: row } = await generate(ministry)
  const plant = (table: string, planted: string, reference: string) =>
    pool().query(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', $1::text, 'reference', $2::text))).*
         from ${table} t limit 1`,
      [planted, reference],
    )
  const number = row?.invoice_number ?? ''
  for (const reference of [id.toUpperCase(), number]) await plant('invoice', `ghost ${reference}`, reference)
  for (const reference of [bill.id.toUpperCase(), bill.reference])
    await plant('transaction', `ghost ${reference}`, reference)
  // The genuine rows are found behind the planted ones.
  await pool().query('update invoice set reference = reference where id = $1', [id])
  await pool().query('update transaction set reference = reference where id = $1', [bill.id])
  try {
    const finance = await ministry.demo.as('FINANCE')
    for (const named of [id, number]) expect((await finance.get(`/api/invoices/${named}`)).statusCode).toBe(200)
    const asked = { transactions: [bill.id, bill.reference], acts: ['dispute'] }
    const told = (await finance.post('/api/why_not', asked)).json<{ data: { transactions: object[] } }>().data
    expect(told.transactions).toMatchObject([{ number: bill.reference }, { number: bill.reference }])
    const cmd = await ministry.as('COE_ADMIN')
    const { data } = await cmd.post('/api/invoices/cmd_approve', InvoiceDone, { invoice_id: id })
    expect(data.id).toBe(id)
  } finally {
    for (const table of ['invoice', 'transaction']) await pool().query(`delete from ${table} where id like 'ghost %'`)
  }
})

test('a paper has its code only where its rows are what the log has, and says the period and total of the log', async () => {
  await ministry.billServices(2)
  const { id } = await generate(ministry)
  const genuine = await detailOfInvoice(ministry, id)
  expect(genuine.hash).toMatch(/^[0-9a-f]{64}$/)
  const changed = await says('invoice', id, { total: 1, period_end: '2026-12-31', reference: 'INV-2026-999' }, () =>
    detailOfInvoice(ministry, id),
  )
  expect(changed).toEqual(genuine)
  const [line] = genuine.transactions
  const other = await says('transaction', line?.id ?? '', { total: 1 }, () => detailOfInvoice(ministry, id))
  expect(other.hash).toBeNull()
  const lines = pool().query.bind(pool())
  await lines('update transaction_line set total = total + 100 where transaction_id = $1', [line?.id])
  expect((await detailOfInvoice(ministry, id)).hash).toBeNull()
  await lines('update transaction_line set total = total - 100 where transaction_id = $1', [line?.id])
  expect(await detailOfInvoice(ministry, id)).toEqual(genuine)
})

test('a counter that is set back gives no number twice; one that is set ahead gives none, and closes the portal', async () => {
  const year = Number(ministry.today.slice(0, 4))
  const next = async (to: string) =>
    pool().query(`update short_code set next = ${to} where kind = 'INV' and year = $1`, [year])
  const known = new Set((await invoicesOf(ministry, 'FINANCE')).map(({ invoice_number: number }) => number))
  await next('1')
  await ministry.billServices(1)
  const { invoice: made } = await generate(ministry)
  expect(known).not.toContain(made?.invoice_number)
  await next('999999999999999')
  await ministry.billServices(1)
  const staff = await ministry.demo.as('COE_STAFF')
  const refused = await staff.post('/api/coes/invoice', periodOf(ministry))
  expect(refused.statusCode).toBe(503)
  expect(ministry.demo.context.integrity.open()).toMatchObject([{ check: 'short code', row: { key: `INV ${year}` } }])
})
