import { load } from '#commands/handle.ts'
import { UnreadEvent } from '#commands/log/unread-event.ts'
import { each } from '#commands/money/transaction/each.ts'
import { BILL_ACTS, type BillAct, wouldRefuse } from '#commands/money/transaction/would-refuse.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { dispute } from '#domain/money/dispute/dispute.ts'
import type { Billed } from '#domain/money/transaction/bill.ts'
import type { Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { HttpError } from '#api/http-error.ts'
import type { ActsOf, WhyNot } from '#api/money/contracts/why-not.ts'
import { reachedBill } from '#api/money/reached-bill.ts'
import { answerRefusal } from '#api/refusals.ts'
import type { Tells } from './tells.ts'
import { BILL_ACCESS } from './bill-access.ts'
import { askerOf, closedTo, heldUp, rolesOnce, wordsOnce } from './asking.ts'
import { couldOf, kindOf } from './explain.ts'

/** Every act on some bills, for the caller: asked in the order in which its route would refuse it. */
export const actsOnBills: Tells = async (context, request, ids, { acts, start_date: start, end_date: end }) => {
  const asked = BILL_ACTS.filter((act) => acts === undefined || acts.includes(act))
  const period = start === undefined || end === undefined ? undefined : { start, end }
  const roles = rolesOnce(context)
  const inWords = wordsOnce(context)
  const closed = new Map<BillAct, WhyNot>()
  for (const act of asked) {
    const why = await closedTo(request, BILL_ACCESS[act], roles)
    if (why !== undefined) closed.set(act, why)
  }
  const asker = askerOf(request)
  return each([...new Set(ids)], async (id): Promise<ActsOf> => {
    const found = await openBill(context, id, request.reach())
    const told = async (act: BillAct): Promise<WhyNot | undefined> => {
      const why = closed.get(act)
      if ('why' in found) return why ?? found.why
      const { bill, behind } = found
      const { permission } = BILL_ACCESS[act]
      const whoMay = { ...asker, permissions: new Set<Permission>(permission), ofCoe: bill.coeId }
      const refusal = wouldRefuse(act, bill, behind, why === undefined ? asker : whoMay, period)
      if (why !== undefined)
        return heldUp(why, refusal && kindOf(refusal), async (kind) => couldOf(act, kind, bill, roles))
      if (refusal === undefined) return undefined
      const reason = await inWords(refusal)
      const kind = kindOf(refusal)
      return { kind, reason, could: await couldOf(act, kind, bill, roles) }
    }
    const all = await each(asked, async (act) => {
      const why = (await told(act)) ?? null
      return { act, verb: BILL_ACCESS[act].verb, allowed: why === null, why }
    })
    return { id, number: 'why' in found ? null : found.bill.reference, acts: [...all] }
  })
}

type Found =
  | { readonly bill: Billed & { readonly id: string }; readonly behind: ReturnType<typeof dispute.initial> }
  | { readonly why: WhyNot }

/** A bill with the dispute that is open on it; one out of reach is told of as one that is not there. */
async function openBill(context: AppContext, id: string, reach: Reach): Promise<Found> {
  try {
    const bill = await reachedBill(context, id, reach)
    const behind =
      bill.dispute === undefined ? dispute.initial() : await load(context.handler, dispute, bill.dispute.id)
    return { bill, behind }
  } catch (error) {
    // Whose bill it is, nobody can tell: who reaches all of them is told, to anybody else it is not there.
    if (error instanceof UnreadEvent && reach.kind === 'all') {
      const refusal = { refused: 'transaction_unreadable', detail: { position: error.position } } as const
      const { message: reason } = await answerRefusal(context.db, refusal)
      return { why: { kind: kindOf(refusal), reason, could: null } }
    }
    const isGone = error instanceof HttpError && error.statusCode === 404
    if (!isGone && !(error instanceof UnreadEvent)) throw error
    return { why: { kind: 'reach', reason: 'Transaction not found', could: null } }
  }
}
