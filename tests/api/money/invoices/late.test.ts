import { afterAll, beforeAll, expect, test } from 'vitest'
import { InvoiceDetail, InvoicesWaiting } from '#api/money/contracts/invoice.ts'
import { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { LateAnswer, WaitingAnswer } from '#api/money/contracts/waiting.ts'
import { type Ministry, startMinistry } from '#tests/api/money/payments/ministry.ts'
import { generate, take } from './invoicing.ts'

let ministry: Ministry
let shift = 0
beforeAll(async () => {
  ministry = await startMinistry({ now: () => Date.now() + shift })
})
afterAll(() => ministry.end())

test('what is late by invoice is told apart; what waits for the CMD is late with the CMD, who is told, and whoever initiates', async () => {
  const approved = await ministry.billServices(1)
  await take(ministry, 'cmd', (await generate(ministry)).id)
  const waiting = await ministry.billServices(2)
  const generated = await generate(ministry)
  const alone = await ministry.billServices(3)
  const told = async (role: string) => {
    const { data } = await (await ministry.as(role)).get('/api/fanda/payment/late', LateAnswer)
    return data.map(({ step, by_invoice, is_own, transactions, total }) => ({
      ...{ step, by_invoice, is_own, transactions, total },
    }))
  }
  for (const role of ['FINANCE', 'COE_ADMIN']) expect(await told(role)).toEqual([])
  // Two weeks are ten working days; the deadline of initiation is five, the CMD's two.
  shift = 14 * 86_400_000
  const late = { step: 'initiate', is_own: true, transactions: 1 }
  const withCmd = { step: 'cmd', by_invoice: true, transactions: 1, total: waiting.total }
  expect(await told('FINANCE')).toEqual([
    { ...withCmd, is_own: false },
    { ...late, by_invoice: false, total: alone.total },
    { ...late, by_invoice: true, total: approved.total },
  ])
  expect(await told('COE_ADMIN')).toEqual([{ ...withCmd, is_own: true }])
  const bill = await (await ministry.as('AUDITOR')).get(`/api/transactions/${waiting.id}`, TransactionDetail)
  expect(bill.data.chain.find(({ state }) => state === 'current')).toMatchObject({ is_late: true })
  const { data: invoice } = await (await ministry.as('COE_ADMIN')).get(`/api/invoices/${generated.id}`, InvoiceDetail)
  const [cmd] = invoice.steps
  expect(cmd).toMatchObject({ step: 'cmd', state: 'current', is_late: true })
  expect(cmd?.waited_minutes).toBeGreaterThan(18 * 60)
  // Two weeks have ten working days, wherever they begin.
  const day = 9 * 60
  const { data: ofCmd } = await (await ministry.as('COE_ADMIN')).get('/api/invoices/waiting', InvoicesWaiting)
  const { data: ofFinance } = await (await ministry.as('FINANCE')).get('/api/fanda/payment/waiting', WaitingAnswer)
  for (const hospital of [ofCmd[0]?.hospitals[0], ofFinance[0]?.hospitals[0]])
    expect(Math.abs((hospital?.waited_minutes ?? 0) - 10 * day)).toBeLessThan(2)
})
