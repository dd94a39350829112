import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Recorded } from '#commands/log/domain-log.ts'
import { disbursedTo, IN_TRANSIT, payableTo, POOL, SHARES } from '#domain/kernel/accounts.ts'
import { INVOICE_CHAIN } from '#domain/money/invoice/chain.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { account, accountKind } from '#projections/money/account/account.ts'
import { billingDay } from '#projections/money/billing-day/billing-day.ts'
import { funding } from '#projections/money/funding/funding.ts'
import { invoiceLine } from '#projections/money/invoice/invoice-line.ts'
import { invoice } from '#projections/money/invoice/invoice.ts'
import { payment } from '#projections/money/payment/payment.ts'
import { posting } from '#projections/money/posting/posting.ts'
import { stageTotal } from '#projections/money/stage-total/stage-total.ts'
import { transactionReturn } from '#projections/money/transaction/transaction-return.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { createMemoryWorld, recordedIn, rowsOf } from '#tests/support/memory-world.ts'
import { ofEachDay } from './each-day.ts'
import { anAct, COES, play } from './money-history.ts'

const sum = (amounts: readonly (number | bigint)[]) => amounts.reduce<bigint>((total, one) => total + BigInt(one), 0n)

/** Every figure that more than one report shows: what it is, and what each report says of it, of one hospital or all. */
function figuresOf(events: readonly Recorded[], coeId: string | undefined) {
  const own = <R extends { readonly coe_id: string | null }>(rows: readonly R[]) =>
    coeId === undefined ? rows : rows.filter(({ coe_id: of }) => of === coeId)
  const bills = own(rowsOf(transaction, events)).filter(({ billed_at: at }) => at !== null)
  const payments = own(rowsOf(payment, events))
  const returns = rowsOf(transactionReturn, events).filter(({ payment_id: of }) => payments.some(({ id }) => id === of))
  const days = own(rowsOf(billingDay, events))
  const stages = own(rowsOf(stageTotal, events))
  const balances = rowsOf(account, events)
  const kinds = rowsOf(accountKind, events)
  const ledger = rowsOf(posting, events)
  const funds = own(rowsOf(funding, events)).filter(({ status }) => status === 'completed')

  const invoices = own(rowsOf(invoice, events))
  const lines = rowsOf(invoiceLine, events).filter(({ invoice_id: id }) => invoices.some((one) => one.id === id))
  const standing = invoices.filter(({ status }) => status !== 'returned')
  const onInvoices = bills.filter(({ invoice_id: id }) => id !== null)
  const linesOn = lines.filter(({ invoice_id: id, status }) => status === 'on' && standing.some((one) => one.id === id))
  /** What stands at a status, by the invoices; and by the bills on them, of which the CMD's word is one's own. */
  const invoicesAt = (status: string) => sum(standing.filter((one) => one.status === status).map(({ total }) => total))
  const invoicedAt = (status: string) =>
    sum(
      onInvoices
        .filter((bill) =>
          bill.status === 'billed'
            ? status === (bill.cmd_approved_at === null ? 'pending' : 'cmd approved')
            : bill.status === status,
        )
        .map(({ total }) => total),
    )

  const of = (name: string) => balances.find(({ account: known }) => known === name)
  const posted = (name: string, sign: 1 | -1) =>
    sum(ledger.filter(({ account: known, amount }) => known === name && amount * sign > 0).map(({ amount }) => amount))
  const kind = (wanted: string) => kinds.find(({ kind: known }) => known === wanted)
  const payable = coeId === undefined ? kind('payable') : of(payableTo(coeId))
  const payablePosted = (sign: 1 | -1) =>
    sum((coeId === undefined ? [...COES] : [coeId]).map((one) => posted(payableTo(one), sign)))
  /** What wallets got back from what these hospitals are owed. */
  const backOf = (coes: readonly string[]) =>
    ledger.filter(
      ({ account: into, counter_account: from, amount }) =>
        into.startsWith('patient:') && amount > 0 && coes.some((one) => from === payableTo(one)),
    )
  const stage = (state: string, column: 'total' | 'transactions') =>
    sum(stages.filter(({ stage: known }) => known === state).map((row) => row[column]))

  const inChain = bills.filter(({ payment_id: of }) => of !== null)
  const reversed = bills.filter(({ reversed_at: at }) => at !== null)
  const given = (postings: bigint) => -postings - sum(reversed.map(({ total }) => total))
  const paid = bills.filter(({ is_splitted: isPaid }) => isPaid)
  const moved = (wanted: string) => sum(funds.filter(({ kind: known }) => known === wanted).map(({ amount }) => amount))
  return {
    billed: {
      'the bills': sum(bills.map(({ total }) => total)),
      'billing by day': sum(days.map(({ billed }) => billed)),
      'money by stage': sum(stages.map(({ total }) => total)),
      'the balance owed, as received': payable?.credits ?? 0n,
      'the ledger': payablePosted(1),
    },
    'how many bills': {
      'the bills': BigInt(bills.length),
      'billing by day': sum(days.map(({ billed_count: count }) => count)),
      'money by stage': sum(stages.map(({ transactions }) => transactions)),
    },
    'billed in drugs': {
      'the bills': sum(bills.filter(({ is_drug: isDrug }) => isDrug).map(({ total }) => total)),
      'billing by day': sum(days.map(({ drugs_billed: drugs }) => drugs)),
    },
    'in payments': {
      'the bills': sum(inChain.map(({ total }) => total)),
      'the payments': sum(payments.map(({ total }) => total)),
      'money by stage': sum(PAYMENT_CHAIN.links.map(({ to }) => stage(to, 'total'))),
    },
    'how many in payments': {
      'the bills': BigInt(inChain.length),
      'the payments': sum(payments.map(({ transactions }) => transactions)),
      'money by stage': sum(PAYMENT_CHAIN.links.map(({ to }) => stage(to, 'transactions'))),
    },
    ...Object.fromEntries(
      (
        [
          ['initiated', 'at_initiated'],
          ['recommended', 'at_recommended'],
          ['approved', 'at_approved'],
          ['dfaApproved', 'at_dfa'],
          ['permsecApproved', 'paid'],
        ] as const
      ).map(([state, column]) => [
        `how many stand at ${state}`,
        {
          'the bills': sum(bills.map(({ status }) => Number(status === PAYMENT_CHAIN.statusIn(state)))),
          'the payments': sum(payments.map((row) => row[column])),
          'money by stage': stage(state, 'transactions'),
        },
      ]),
    ),
    'on invoices': {
      'the bills': sum(onInvoices.map(({ total }) => total)),
      'the invoices': sum(standing.map(({ total }) => total)),
      'the lines, as billed': sum(
        linesOn.map(({ transaction_id: id }) => bills.find((bill) => bill.id === id)?.total ?? 0),
      ),
    },
    'how many on invoices': {
      'the bills': BigInt(onInvoices.length),
      'the invoices': sum(standing.map(({ transactions }) => transactions)),
      'the lines': BigInt(linesOn.length),
    },
    ...Object.fromEntries(
      INVOICE_CHAIN.links.map(({ status }) => [
        `on invoices at ${status}`,
        { 'the bills': invoicedAt(status), 'the invoices': invoicesAt(status) },
      ]),
    ),
    'in payments of invoices': {
      'the bills': sum(onInvoices.filter(({ payment_id: id }) => id !== null).map(({ total }) => total)),
      'the payments': sum(
        payments.filter(({ id }) => invoices.some((one) => one.payment_id === id)).map(({ total }) => total),
      ),
    },
    // What each hospital has billed is to pay, or paid, or given back; nothing else (issue 12).
    'billed, as it ended': {
      'the bills': sum(bills.map(({ total }) => total)),
      'unpaid, paid and reversed':
        sum(bills.filter((row) => !row.is_splitted && row.reversed_at === null).map(({ total }) => total)) +
        sum(paid.map(({ total }) => total)) +
        sum(reversed.map(({ total }) => total)),
    },
    ...ofEachDay(bills, days),
    reversed: {
      'the bills': sum(reversed.map(({ total }) => total)),
      'billing by day': sum(days.map((row) => row.reversed)),
      'money by stage': stage('reversed', 'total'),
      'the ledger': sum(backOf(coeId === undefined ? COES : [coeId]).map(({ amount }) => amount)),
    },
    'how many reversed': {
      'the bills': BigInt(reversed.length),
      'billing by day': sum(days.map((row) => row.reversed_count)),
      'money by stage': stage('reversed', 'transactions'),
      'the ledger': BigInt(backOf(coeId === undefined ? COES : [coeId]).length),
    },
    'how often returned': {
      'the bills': sum(bills.map(({ returns }) => returns)),
      'the payments': sum(payments.map(({ returned }) => returned)),
      'the returns': BigInt(returns.length),
    },
    returned: {
      'the payments': sum(payments.map(({ returned_total: total }) => total)),
      'the returns': sum(returns.map(({ total }) => total)),
    },
    initiated: {
      'the payments': sum(payments.map(({ total, returned_total: left }) => total + left)),
      'the bills and the returns': sum(inChain.map(({ total }) => total)) + sum(returns.map(({ total }) => total)),
    },
    paid: {
      'the bills': sum(paid.map(({ total }) => total)),
      'the payments': sum(payments.map(({ paid_total: total }) => total)),
      'billing by day': sum(days.map(({ paid: amount }) => amount)),
      'money by stage': stage('permsecApproved', 'total'),
      'the balance owed, as given': given(-(payable?.debits ?? 0n)),
      'the ledger': given(payablePosted(-1)),
      'the shares': sum(
        paid.flatMap((row) => [row.share_coe, row.share_bank, row.share_manufacturer, row.share_emge].map(Number)),
      ),
    },
    owed: {
      'the bills': sum(bills.filter((row) => !row.is_splitted && row.reversed_at === null).map(({ total }) => total)),
      'the balance owed': BigInt(payable?.balance ?? 0),
      'the ledger': payablePosted(1) + payablePosted(-1),
      'the payments and what is in none':
        sum(payments.map(({ total, paid_total: done }) => total - done)) + stage('billed', 'total'),
    },
    ...(coeId === undefined
      ? {
          ...Object.fromEntries(
            SHARES.map((share) => [
              `paid to ${share}`,
              {
                'the bills': sum(paid.map((row) => row[`share_${share}`] ?? 0)),
                'the account': BigInt(of(disbursedTo(share))?.balance ?? 0),
                'the ledger': posted(disbursedTo(share), 1),
              },
            ]),
          ),
          'credited to the pool': {
            'the movements of funds': moved('pool credit'),
            'the account': of(POOL)?.credits ?? 0n,
            'the trial balance': -BigInt(kind('benefactors')?.balance ?? 0),
          },
          allocated: {
            'the movements of funds': moved('allocation'),
            'the trial balance': kind('allocation')?.credits ?? 0n,
          },
          'approved for patients': {
            'the movements of funds': moved('patient funding'),
            'the trial balance': (kind('patient')?.credits ?? 0n) - sum(reversed.map(({ total }) => total)),
          },
          nothing: {
            'the trial balance': sum(kinds.map(({ balance }) => balance)),
            'the accounts': sum(balances.map(({ balance }) => balance)),
            'the ledger': sum(ledger.map(({ amount }) => amount)),
            'what is in transit': BigInt(of(IN_TRANSIT)?.balance ?? 0),
            none: 0n,
          },
        }
      : {}),
  } satisfies Readonly<Record<string, Readonly<Record<string, bigint>>>>
}

test('whatever has happened, every two reports that show the same figure show the same figure', async () => {
  const met = { returned: 0n, paid: 0n, reversed: 0n, invoiced: 0n, paidByInvoice: 0n }
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { maxLength: 40 }), async (acts) => {
      const world = createMemoryWorld()
      await play(world, acts)
      const events = await recordedIn(world)
      for (const coeId of [undefined, ...COES]) {
        const figures = figuresOf(events, coeId)
        for (const [figure, told] of Object.entries(figures)) {
          const [[report, amount] = ['', 0n]] = Object.entries(told)
          const alike = Object.fromEntries(Object.keys(told).map((name) => [name, amount]))
          expect(told, `${figure} of ${coeId ?? 'all'}, against ${report}`).toEqual(alike)
        }
        met.returned += figures['how often returned']['the payments']
        met.paid += figures.paid['the payments']
        met.reversed += figures.reversed['the bills']
        met.invoiced += figures['on invoices']['the bills']
        met.paidByInvoice += figures['in payments of invoices']['the payments']
      }
    }),
    { numRuns: 40 },
  )
  // Had nothing been returned, paid or reversed, agreement would have meant less.
  expect(met.returned).toBeGreaterThan(0n)
  expect(met.paid).toBeGreaterThan(0n)
  expect(met.reversed).toBeGreaterThan(0n)
  expect(met.invoiced).toBeGreaterThan(0n)
  expect(met.paidByInvoice).toBeGreaterThan(0n)
})
