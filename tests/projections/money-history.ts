import fc from 'fast-check'
import { endDispute } from '#commands/money/dispute/end-dispute.ts'
import { disputeOf, raiseDispute } from '#commands/money/dispute/raise-dispute.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import type { Begun } from '#commands/money/invoice/begun.ts'
import { generateInvoice } from '#commands/money/invoice/generate-invoice.ts'
import { returnInvoice } from '#commands/money/invoice/return-invoice.ts'
import { takeInvoiceStep } from '#commands/money/invoice/take-invoice-step.ts'
import { billPatient } from '#commands/money/transaction/bill-patient.ts'
import { returnPayments } from '#commands/money/transaction/return-payments.ts'
import { takeStep } from '#commands/money/transaction/take-step.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { INVOICE_CHAIN, INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { AT, command } from '#tests/support/command.ts'
import type { MemoryWorld } from '#tests/support/memory-world.ts'

/** The hospitals of the histories. */
export const COES = ['coe-1', 'coe-2'] as const
const FIRST_DAY = '2026-01-01'
const BASIS_POINTS = { coe: 8_500, bank: 100, manufacturer: 1_200, emge: 200 }
const DAY_MS = 86_400_000
const APPROVALS = ['recommend', 'approve', 'dfa', 'permsec'] as const

/** What happens; a step or a return takes every second of a hospital's bills, or `all`. */
export const anAct = fc.record({
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
    'invoice',
    'invoice',
    'step invoices',
    'return invoices',
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
    // On an invoice, back, on another, and that one begun or paid.
    first('bill', coeId, 4_500_20),
    first('bill', coeId, 5_500_21),
    ...(['invoice', 'step invoices', 'return invoices', 'invoice'] as const).map((kind) => first(kind, coeId)),
    { ...first('step invoices', coeId), step: coeId === 'coe-1' ? APPROVALS.length - 1 : 1 },
    first('bill', coeId, 6_500_22),
    first('invoice', coeId),
  ]),
  // The first hospital's are paid.
  { ...first('go on', 'coe-1'), step: APPROVALS.length - 1 },
]

/** Through the real commands: much is refused (no money, not its turn), and all of it is history. */
export async function play(world: MemoryWorld, acts: readonly Act[]): Promise<void> {
  const { handler } = world
  const bills = new Map<string, string[]>(COES.map((coeId) => [coeId, []]))
  const disputes: { readonly id: string; readonly coeId: string }[] = []
  const invoices = new Map<string, string[]>(COES.map((coeId) => [coeId, []]))
  const beginning = (index: number) => ({ basisPoints: BASIS_POINTS, number: async () => `PAY-2026-9${index}` })
  for (const [index, { kind, coeId, amount: naira, step, all }] of [...PROLOGUE, ...acts].entries()) {
    const [id, amount, patientId] = [`act-${index}`, kobo(naira), `patient-of-${coeId}`]
    // Three acts a day, so that what began on one day goes on and ends on others.
    const at = new Date(Date.parse(AT) + Math.floor(index / 3) * DAY_MS).toISOString()
    const asks = <T extends string, D>(type: T, data: D, by = 'user-1') => command(type, data, { by, at })
    const transactionIds = (bills.get(coeId) ?? []).filter((_, place) => all || place % 2 === 0)
    switch (kind) {
      case 'credit':
        await moveFunds(handler, id, asks('RequestPoolCredit', { benefactor: 'Giver', amount, above: MAX_AMOUNT }))
        break
      case 'allocate':
        await moveFunds(handler, id, asks('RequestAllocation', { coeId, amount, above: MAX_AMOUNT }))
        break
      case 'fund': {
        const data = { coeId, patientId, amount, reason: 'Treatment', cap: kobo(100_000_000_00), above: MAX_AMOUNT }
        await moveFunds(handler, id, asks('RequestPatientFunding', data))
        break
      }
      case 'bill': {
        const lines = [{ itemId: 'item', name: 'Scan', categoryId: 4, quantity: 1, price: amount }]
        const bill = { reference: id, kind: all ? ('drug' as const) : ('service' as const), patientId, coeId, lines }
        const billed = await billPatient(handler, id, asks('RequestBilling', { ...bill, documents: [] }))
        if (billed.outcome === 'done') bills.get(coeId)?.push(id)
        break
      }
      case 'initiate': {
        const number = async () => `PAY-2026-${index}`
        const bulk = {
          step: 'initiate',
          coeId,
          transactionIds,
          period: { start: FIRST_DAY, end: lagosDay(at) },
          basisPoints: BASIS_POINTS,
          number,
        } as const
        await takeStep(handler, bulk, asks('TakeStep', {}, 'initiate'))
        break
      }
      case 'go on': {
        // From that step on to the end, or just that one: what waits for it goes on.
        for (const next of all ? APPROVALS.slice(0, step + 1) : APPROVALS.slice(step, step + 1))
          await takeStep(handler, { step: next, coeId, transactionIds }, asks('TakeStep', {}, next))
        break
      }
      case 'return':
        await returnPayments(
          handler,
          transactionIds,
          'Wrong',
          new Set(PAYMENT_CHAIN.permissions),
          asks('ReturnPayments', {}, 'returner'),
        )
        break
      case 'invoice': {
        const period = { periodStart: FIRST_DAY, periodEnd: lagosDay(at) }
        const asked = asks('GenerateInvoice', { coeId, ...period, isByCmd: all, toTell: [] }, 'generate')
        const made = await generateInvoice(handler, transactionIds, asked, async () => `INV-2026-${index}`)
        if (made.outcome === 'begun') invoices.get(coeId)?.push(made.invoiceId)
        await ended(made)
        break
      }
      case 'step invoices': {
        // Up to that step of the chain, or just that one: what waits for it goes on.
        const steps = all ? INVOICE_STEPS.slice(0, step + 3) : INVOICE_STEPS.slice(step + 1, step + 2)
        for (const invoiceId of invoices.get(coeId) ?? [])
          for (const next of steps) {
            const data = { step: next, toTell: [], ofCoe: coeId }
            const asked = asks('TakeInvoiceStep', data, next)
            await ended(await takeInvoiceStep(handler, invoiceId, asked, beginning(index)))
          }
        break
      }
      case 'return invoices': {
        const data = {
          reason: 'Wrong',
          mayTake: INVOICE_CHAIN.links.map((link) => link.step),
          toTell: [],
          ofCoe: coeId,
        }
        for (const [place, invoiceId] of (invoices.get(coeId) ?? []).entries())
          if (all || place % 2 === 0)
            await ended(await returnInvoice(handler, invoiceId, asks('RequestInvoiceReturn', data, 'returner')))
        break
      }
      case 'dispute': {
        // The first bill that can be.
        for (const bill of transactionIds) {
          const raise = asks('DisputeTransaction', { reason: 'Wrong', documents: [] }, 'raiser')
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
        await endDispute(handler, of.id, asks('EndDispute', { outcome, comment: 'So', ofCoe: coeId }, 'cmd'))
      }
    }
  }
}

/** Waits for what was begun. */
async function ended(begun: Begun): Promise<void> {
  if (begun.outcome === 'begun') await begun.ended
}
