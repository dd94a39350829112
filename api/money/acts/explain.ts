import type { Refusal } from '#domain/kernel/decider.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Reach } from '#domain/people/role/events.ts'
import type { Billed } from '#domain/money/transaction/bill.ts'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import type { StepRefusal } from '#commands/money/transaction/each-transaction.ts'
import type { BillAct } from '#commands/money/transaction/would-refuse.ts'
import type { DisputeRefusal } from '#domain/money/dispute/dispute.ts'
import type { WhyKind, WhyNot } from '#api/money/contracts/why-not.ts'
import { BILL_ACCESS } from './bill-access.ts'

/** What people call the roles that have one of some permissions, and that reach. */
export type Roles = (permissions: readonly Permission[], reach?: Reach) => Promise<string[]>

type Code = StepRefusal | DisputeRefusal

/** What a "no" is about, where it is not where the bill stands. */
const KINDS: Partial<Readonly<Record<Code, WhyKind>>> = {
  transaction_unreadable: 'record',
  transaction_changed: 'record',
  transaction_not_your_turn: 'permission',
  transaction_same_person: 'acted before',
  transaction_disputed: 'dispute',
  transaction_already_disputed: 'dispute',
  transaction_outside_period: 'period',
  transaction_period_beyond_programme: 'period',
  transaction_of_another_payment: 'period',
  dispute_of_the_hospital: 'reach',
  dispute_same_person: 'second person',
  dispute_not_yours: 'second person',
}

export const kindOf = ({ refused }: Refusal<Code>): WhyKind => KINDS[refused] ?? 'state'

/**
 * Who could act instead. Of what somebody else may do, who may do it; else whoever takes the bill on from where it stands;
 * null where nothing more can be done with it.
 */
export async function couldOf(act: BillAct, kind: WhyKind, bill: Billed, roles: Roles): Promise<WhyNot['could']> {
  const { permission, scope, act: words } = BILL_ACCESS[act]
  const next = PAYMENT_CHAIN.next(bill.status)
  if (kind === 'record' || bill.reversal?.isDone === true) return null
  // What is on an invoice goes on with it.
  if (bill.invoice !== undefined && kind === 'state') {
    const isWithCmd = bill.invoice.cmd === undefined
    const permission = isWithCmd ? 'APPROVE_INVOICE' : next?.permission
    const could = act === 'dispute' ? 'return its invoice' : 'take the step on its invoice'
    return permission ? { act: could, who: await roles([permission], isWithCmd ? 'hospital' : 'all') } : null
  }
  const ends: WhyNot['could'] = {
    act: 'resolve the dispute',
    who: await roles(BILL_ACCESS.resolved.permission, 'hospital'),
  }
  // Whose turn it is says the decision itself: only they return it.
  if (act === 'return' && kind === 'permission')
    return next ? { act: words, who: await roles([next.permission]) } : null
  if (kind === 'dispute') return ends
  if (kind === 'state') {
    if (bill.dispute !== undefined) return ends
    if (next === undefined) return null
    // While a payment is under way, a bill is sent back before it can be disputed.
    const isSentBack = act === 'dispute' && bill.status !== PAYMENT_CHAIN.start.state
    const verb = isSentBack ? BILL_ACCESS.return.act : BILL_ACCESS[next.step].act
    return { act: verb, who: await roles([next.permission], 'all') }
  }
  // Who judges a dispute is of the hospital; who takes it back is who raised it, and no role.
  if (act === 'resolved' || act === 'reversed') return ends
  if (act === 'withdrawn') return { act: words, who: ['The person who raised it'] }
  return { act: words, who: await roles(permission, reachFor(scope)) }
}

/** The reach of a role that an act is open to. */
export const reachFor = (scope: 'all' | 'reach' | 'hospital'): Reach | undefined =>
  scope === 'reach' ? undefined : scope
