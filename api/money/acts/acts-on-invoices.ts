import { UnreadEvent } from '#commands/log/unread-event.ts'
import { INVOICE_ACTS, type InvoiceAct, invoiceWouldRefuse } from '#commands/money/invoice/would-refuse.ts'
import { each } from '#commands/money/transaction/each.ts'
import type { Refusal } from '#domain/kernel/decider.ts'
import { INVOICE_CHAIN } from '#domain/money/invoice/chain.ts'
import { isGenerated } from '#domain/money/invoice/invoice.ts'
import type { InvoiceRefusal } from '#domain/money/invoice/standing.ts'
import type { Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { HttpError } from '#api/http-error.ts'
import type { ActsOf, WhyKind, WhyNot } from '#api/money/contracts/why-not.ts'
import { type FoundInvoice, reachedInvoice } from '#api/money/invoices/reached-invoice.ts'
import { askerOf, closedTo, heldUp, rolesOnce, wordsOnce } from './asking.ts'
import { type Roles, reachFor } from './explain.ts'
import { INVOICE_ACCESS } from './invoice-access.ts'
import type { Tells } from './tells.ts'

/** Every act on some invoices, for the caller: asked in the order in which its route would refuse it. */
export const actsOnInvoices: Tells = async (context, request, ids, { acts }) => {
  const asked = INVOICE_ACTS.filter((act) => acts === undefined || acts.includes(act))
  const roles = rolesOnce(context)
  const inWords = wordsOnce(context)
  const closed = new Map<InvoiceAct, WhyNot>()
  for (const act of asked) {
    const why = await closedTo(request, INVOICE_ACCESS[act], roles)
    if (why !== undefined) closed.set(act, why)
  }
  const asker = askerOf(request)
  return each([...new Set(ids)], async (id): Promise<ActsOf> => {
    const found = await openInvoice(context, id, request.reach())
    const told = async (act: InvoiceAct): Promise<WhyNot | null> => {
      const why = closed.get(act)
      if ('why' in found) return why ?? found.why
      const { invoice } = found
      const { permission } = INVOICE_ACCESS[act]
      const whoMay = { ...asker, permissions: new Set(permission), ofCoe: invoice.coeId }
      const refusal = invoiceWouldRefuse(act, invoice, why === undefined ? asker : whoMay)
      const could = async (kind: WhyKind) => couldOf(act, kind, invoice, roles)
      if (why !== undefined) return heldUp(why, refusal && kindOf(refusal), could)
      if (refusal === undefined) return null
      const kind = kindOf(refusal)
      return { kind, reason: await inWords(refusal), could: await could(kind) }
    }
    const all = await each(asked, async (act) => {
      const why = await told(act)
      return { act, verb: INVOICE_ACCESS[act].verb, allowed: why === null, why }
    })
    return { id, number: 'why' in found ? null : found.invoice.reference, acts: [...all] }
  })
}

/** An invoice within reach; any other is told of as one that is not there. */
async function openInvoice(
  context: AppContext,
  id: string,
  reach: Reach,
): Promise<{ readonly invoice: FoundInvoice } | { readonly why: WhyNot }> {
  try {
    return { invoice: await reachedInvoice(context, id, reach) }
  } catch (error) {
    if (error instanceof UnreadEvent && reach.kind === 'all')
      return { why: { kind: 'record', reason: "This invoice's records failed a check", could: null } }
    const isGone = error instanceof HttpError && error.statusCode === 404
    if (!isGone && !(error instanceof UnreadEvent)) throw error
    return { why: { kind: 'reach', reason: 'Invoice not found', could: null } }
  }
}

/** What a "no" is about, where it is not where the invoice stands. */
const KINDS: Partial<Readonly<Record<InvoiceRefusal, WhyKind>>> = {
  invoice_changed: 'record',
  invoice_not_your_turn: 'permission',
  invoice_same_person: 'acted before',
  invoice_of_the_hospital: 'reach',
}

const kindOf = ({ refused }: Refusal<InvoiceRefusal>): WhyKind => KINDS[refused] ?? 'state'

/** Who could act instead: whoever takes it on from where it stands; nobody while something is under way, or behind its end. */
async function couldOf(act: InvoiceAct, kind: WhyKind, invoice: FoundInvoice, roles: Roles): Promise<WhyNot['could']> {
  const isFree = isGenerated(invoice) && invoice.underway === undefined && !invoice.isReturned
  const next = isFree ? INVOICE_CHAIN.next(invoice.status) : undefined
  if (kind === 'record' || next === undefined || next.step === 'generate') return null
  const { permission, scope, act: words } = INVOICE_ACCESS[next.step]
  return { act: act === 'return' ? INVOICE_ACCESS.return.act : words, who: await roles(permission, reachFor(scope)) }
}
