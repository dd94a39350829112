import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endDispute } from '#commands/money/dispute/end-dispute.ts'
import { disputeOf, raiseDispute } from '#commands/money/dispute/raise-dispute.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { billPatient } from '#commands/money/transaction/bill-patient.ts'
import { returnPayments } from '#commands/money/transaction/return-payments.ts'
import { takeStep } from '#commands/money/transaction/take-step.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { disbursedTo, IN_TRANSIT, payableTo, POOL, SHARES } from '#domain/kernel/accounts.ts'
import { kobo } from '#domain/kernel/money.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { account, accountKind } from '#projections/money/account/account.ts'
import { billingDay } from '#projections/money/billing-day/billing-day.ts'
import { funding } from '#projections/money/funding/funding.ts'
import { payment } from '#projections/money/payment/payment.ts'
import { posting } from '#projections/money/posting/posting.ts'
import { stageTotal } from '#projections/money/stage-total/stage-total.ts'
import { transactionReturn } from '#projections/money/transaction/transaction-return.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { command } from '#tests/support/command.ts'
import { createMemoryWorld, type MemoryWorld, recordedIn, rowsOf } from '#tests/support/memory-world.ts'

const COES = ['coe-1', 'coe-2'] as const
const PERIOD = { start: '2026-01-01', end: '2026-12-31' }
const BASIS_POINTS = { coe: 8_500, bank: 100, manufacturer: 1_200, emge: 200 }
const APPROVALS = ['recommend', 'approve', 'dfa', 'permsec'] as const

/** `what` of a hospital's bills a step or a return takes: every second, or all. */
const anAct = fc.record({
  kind: fc.constantFrom(
    'credit',
    'allocate',
    'fund',
    'bill',
    'bill',
    'bill',
    'initiate',
    'initiate',
    'go on',
    'return',
    'dispute',
    'resolve',
    'reverse',
  ),
  coeId: fc.constantFrom(...COES),
  amount: fc.integer({ min: 1, max: 90_000_33 }),
  step: fc.nat({ max: APPROVALS.length - 1 }),
  all: fc.boolean(),
})
type Act = typeof anAct extends fc.Arbitrary<infer T> ? T : never

/** What makes sure that there is money to bill, and bills that were returned and initiated again. */
const first = (kind: Act['kind'], coeId: Act['coeId'], amount = 50_000_000_00): Act => ({
  ...{ kind, coeId, amount },
  step: 0,
  all: true,
})
const PROLOGUE: readonly Act[] = [
  first('credit', 'coe-1', 200_000_000_00),
  ...COES.flatMap((coeId) => [
    first('allocate', coeId),
    first('fund', coeId, 40_000_000_00),
    first('bill', coeId, 1_500_17),
    first('bill', coeId, 2_500_18),
    ...(['initiate', 'go on', 'return', 'dispute', 'reverse', 'initiate'] as const).map((kind) => first(kind, coeId)),
    first('bill', coeId, 3_500_19),
    first('initiate', coeId),
  ]),
  // The first hospital's are paid.
  { ...first('go on', 'coe-1'), step: APPROVALS.length - 1 },
]

/** Through the real commands: much is refused (no money, not its turn), and all of it is history. */
async function play(world: MemoryWorld, acts: readonly Act[]): Promise<void> {
  const { handler } = world
  const bills = new Map<string, string[]>(COES.map((coeId) => [coeId, []]))
  const disputes: { readonly id: string; readonly coeId: string }[] = []
  for (const [index, { kind, coeId, amount: naira, step, all }] of [...PROLOGUE, ...acts].entries()) {
    const [id, amount, patientId] = [`act-${index}`, kobo(naira), `patient-of-${coeId}`]
    const transactionIds = (bills.get(coeId) ?? []).filter((_, place) => all || place % 2 === 0)
    switch (kind) {
      case 'credit':
        await moveFunds(handler, id, command('RequestPoolCredit', { benefactor: 'Giver', amount }))
        break
      case 'allocate':
        await moveFunds(handler, id, command('RequestAllocation', { coeId, amount }))
        break
      case 'fund': {
        const data = { coeId, patientId, amount, reason: 'Treatment', cap: kobo(100_000_000_00) }
        await moveFunds(handler, id, command('RequestPatientFunding', data))
        break
      }
      case 'bill': {
        const lines = [{ itemId: 'item', name: 'Scan', categoryId: 4, quantity: 1, price: amount }]
        const bill = { reference: id, kind: all ? ('drug' as const) : ('service' as const), patientId, coeId, lines }
        const billed = await billPatient(handler, id, command('RequestBilling', { ...bill, documents: [] }))
        if (billed.outcome === 'done') bills.get(coeId)?.push(id)
        break
      }
      case 'initiate': {
        const number = async () => `PAY-2026-${index}`
        const bulk = {
          step: 'initiate',
          coeId,
          transactionIds,
          period: PERIOD,
          basisPoints: BASIS_POINTS,
          number,
        } as const
        await takeStep(handler, bulk, command('TakeStep', {}, { by: 'initiate' }))
        break
      }
      case 'go on': {
        // From that step on to the end, or just that one: what waits for it goes on.
        for (const next of all ? APPROVALS.slice(0, step + 1) : APPROVALS.slice(step, step + 1))
          await takeStep(handler, { step: next, coeId, transactionIds }, command('TakeStep', {}, { by: next }))
        break
      }
      case 'return':
        await returnPayments(
          handler,
          transactionIds,
          'Wrong',
          new Set(PAYMENT_CHAIN.permissions),
          command('ReturnPayments', {}, { by: 'returner' }),
        )
        break
      case 'dispute': {
        // The first bill that can be.
        for (const bill of transactionIds) {
          const raise = command('DisputeTransaction', { reason: 'Wrong', documents: [] }, { by: 'raiser' })
          const raised = await raiseDispute(handler, bill, raise, async () => [])
          if (raised.outcome === 'refused') continue
          disputes.push({ id: disputeOf(raise), coeId })
          break
        }
        break
      }
      case 'resolve':
      case 'reverse': {
        const of = disputes.find((one) => one.coeId === coeId)
        if (of === undefined) break
        disputes.splice(disputes.indexOf(of), 1)
        const outcome = kind === 'resolve' ? ('resolved' as const) : ('reversed' as const)
        await endDispute(handler, of.id, command('EndDispute', { outcome, comment: 'So', ofCoe: coeId }, { by: 'cmd' }))
      }
    }
  }
}

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
  const met = { returned: 0n, paid: 0n, reversed: 0n }
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
      }
    }),
    { numRuns: 40 },
  )
  // Had nothing been returned, paid or reversed, agreement would have meant less.
  expect(met.returned).toBeGreaterThan(0n)
  expect(met.paid).toBeGreaterThan(0n)
  expect(met.reversed).toBeGreaterThan(0n)
})
