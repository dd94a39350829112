import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { each } from '#commands/money/transaction/each.ts'
import { type Beginning, previewInvoiceStep } from '#commands/money/invoice/take-invoice-step.ts'
import { invoiceWouldRefuse } from '#commands/money/invoice/would-refuse.ts'
import type { Refusal } from '#domain/kernel/decider.ts'
import { sumOfFlows } from '#domain/kernel/money.ts'
import { INVOICE_CHAIN } from '#domain/money/invoice/chain.ts'
import { isGenerated, totalOfInvoice } from '#domain/money/invoice/invoice.ts'
import { TAKEN_LINKS } from '#domain/money/invoice/step-names.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { paidAt } from '#api/catalogue/coes/paid-at.ts'
import { commandFrom } from '#api/command-from.ts'
import type { AppContext } from '#api/context.ts'
import { HttpError, invalid } from '#api/http-error.ts'
import {
  InvoiceActsBody,
  type InvoiceActName,
  type InvoiceActsPreview,
  InvoiceActsPreview as Answer,
} from '#api/money/contracts/invoice.ts'
import { askerOf } from '#api/money/acts/asking.ts'
import { hospitalInLog } from '#api/money/hospital-in-log.ts'
import { nairaText } from '#api/naira.ts'
import { answerRefusal, type RefusalCode } from '#api/refusals.ts'
import { wouldNot, type WouldNot } from './invoice-call.ts'
import { type FoundInvoice, reachedInvoice } from './reached-invoice.ts'
import { beginningOf, hospitalOf } from './take-invoice-steps.ts'

/** The most transactions, of all invoices together, that one pre-flight asks. */
const MOST_ASKED = 10_000

type Outcome = InvoiceActsPreview['outcomes'][number]
/** What an act would meet: a refusal, and the transactions that do. */
type Met = { readonly refusal: Refusal<RefusalCode>; readonly transactions: readonly WouldNot[] } | undefined

/** POST /api/invoices/preview: what a step, or the return, would do to each of several invoices, and why not. */
export const previewInvoiceActs: FastifyPluginAsyncZod = async (app) => {
  const { context } = app
  app.route({
    method: 'POST',
    url: '/api/invoices/preview',
    config: { permission: TAKEN_LINKS.map(({ permission }) => permission), scope: 'reach', idempotency: 'none' },
    schema: {
      tags: ['Invoices'],
      summary: 'Pre-flight of a step or a return on invoices',
      body: InvoiceActsBody,
      response: { 200: Answer },
    },
    handler: async (request) => {
      const { step, invoices } = request.body
      if (step !== 'return' && !request.actor().permissions.has(INVOICE_CHAIN.link(step).permission))
        throw new HttpError(403, 'You are not allowed to do this')
      const named = await each([...new Set(invoices)], (id) => reachedInvoice(context, id, request.reach()))
      // One that is named by its id and by its number is one.
      const found = [...new Map(named.map((one) => [one.id, one])).values()]
      const asked = found.reduce((count, one) => count + (isGenerated(one) ? one.lines.length : 0), 0)
      if (asked > MOST_ASKED)
        throw invalid('invoices', `Together they have ${asked} bills, more than ${MOST_ASKED}. Choose fewer.`)
      const beginning = await beginningOf(context)
      const outcomes: Outcome[] = []
      for (const one of found)
        outcomes.push(await outcomeOf(context, one, step, await wouldMeet(context, request, one, step, beginning)))
      const totalOf = (wanted: Outcome['outcome']) =>
        nairaText(
          sumOfFlows(found.flatMap((one, place) => (outcomes[place]?.outcome === wanted ? [totalOn(one)] : []))),
        )
      const done = outcomes.filter(({ outcome }) => outcome === 'done').length
      const hospitals = [...new Set(found.map(({ coeId }) => coeId))]
      const paid = await each(hospitals, (coeId) =>
        paidAt(context, request.actor(), { coeId, since: firstInitiated(found, coeId) }),
      )
      return {
        message: 'Nothing has been done yet',
        data: {
          ...{ step, done, refused: outcomes.length - done, outcomes },
          ...{ done_total: totalOf('done'), refused_total: totalOf('refused') },
          paid_at: paid.filter((one) => one !== undefined),
        },
      }
    },
  })
}

const totalOn = (found: FoundInvoice) => (isGenerated(found) ? totalOfInvoice(found) : 0)
const actsOf = (found: FoundInvoice) => (isGenerated(found) ? found.acts : [])

/** When the first of a hospital's invoices was initiated. */
const firstInitiated = (found: readonly FoundInvoice[], coeId: string): string | undefined =>
  found
    .filter((one) => one.coeId === coeId)
    .flatMap((one) => actsOf(one).flatMap(({ step, at }) => (step === 'initiate' ? at : [])))
    .toSorted()[0]

async function wouldMeet(
  context: AppContext,
  request: FastifyRequest,
  { id, ...found }: FoundInvoice,
  step: InvoiceActName,
  beginning: Beginning,
): Promise<Met> {
  if (step === 'return') {
    const refusal = invoiceWouldRefuse(step, found, askerOf(request))
    return refusal && { refusal, transactions: [] }
  }
  const command = commandFrom(request, 'TakeInvoiceStep', { toTell: [], ofCoe: hospitalOf(request), step })
  const no = await previewInvoiceStep(context.handler, id, command, beginning.basisPoints)
  return no && { refusal: no.refusal, transactions: await wouldNot(context, no.refused) }
}

async function outcomeOf(context: AppContext, found: FoundInvoice, step: InvoiceActName, met: Met): Promise<Outcome> {
  const acts = actsOf(found)
  const nameOf = await peopleNames(
    context.db,
    acts.map(({ by }) => by),
  )
  const hospital = await hospitalInLog(context.handler, found.coeId)
  const becomes = step === 'return' ? 'returned' : INVOICE_CHAIN.link(step).status
  return {
    ...{ id: found.id, invoice_number: found.reference, coe_id: found.coeId, coe_name: hospital?.name ?? null },
    transactions_count: isGenerated(found) ? found.lines.length : 0,
    computed_total: nairaText(totalOn(found)),
    outcome: met === undefined ? 'done' : 'refused',
    reason: met === undefined ? null : (await answerRefusal(context.db, met.refusal)).message,
    transactions: (met?.transactions ?? []).map(({ id, reference, total, reason }) => ({
      ...{ id, transaction_id: reference, total: nairaText(total), reason },
    })),
    becomes: met === undefined ? becomes : null,
    acts: acts.map(({ step: taken, by, at }) => ({ step: taken, by: nameOf(by), at })),
  }
}
