import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { load } from '#commands/handle.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { Act } from '#domain/kernel/chain.ts'
import { MASKED } from '#domain/kernel/masked.ts'
import { ZERO } from '#domain/kernel/money.ts'
import { nairaInWords } from '#domain/kernel/naira-in-words.ts'
import { text } from '#domain/kernel/text.ts'
import { INVOICE_CHAIN, type InvoiceLinkStep } from '#domain/money/invoice/chain.ts'
import { type InvoiceEvent, invoiceEvents } from '#domain/money/invoice/events.ts'
import { isGenerated, totalOfInvoice } from '#domain/money/invoice/invoice.ts'
import { digestOfInvoice } from '#domain/money/invoice/rules.ts'
import { setting, sharesIn, SITE } from '#domain/people/setting/setting.ts'
import { invoicesReport } from '#projections/money/invoice/invoices-report.ts'
import { TAKEN_LINKS } from '#domain/money/invoice/step-names.ts'
import { rolesWith } from '#projections/people/role/roles-with.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { paidAt } from '#api/catalogue/coes/paid-at.ts'
import type { AppContext } from '#api/context.ts'
import { historyOf } from '#api/history.ts'
import { mayReadNotes } from '#api/money/transactions/notes.ts'
import { workClock } from '#api/money/transactions/work-clock.ts'
import { notFound } from '#api/http-error.ts'
import { type InvoiceDetail, InvoiceDetail as Answer } from '#api/money/contracts/invoice.ts'
import { rowOfInvoice } from './invoice-row.ts'
import { invoiceInWords } from './in-words.ts'
import { inLog, isAsLogged } from './as-logged.ts'
import { groupsOf, groupsOn, notAlongOf, sharesOn, transactionsOf, transactionsOn } from './invoice-content.ts'
import { INVOICE_READERS } from './invoice-readers.ts'
import { type FoundInvoice, reachedInvoice } from './reached-invoice.ts'

/** GET /api/invoices/{id} (UUID or number): an invoice with all that its paper says, who acted, and its whole history. */
export const viewInvoice: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/invoices/:id',
    config: { permission: INVOICE_READERS, scope: 'reach', shows: [...invoicesReport.models, 'transaction_line'] },
    schema: {
      tags: ['Invoices'],
      summary: 'One invoice with its history',
      params: z.object({ id: text(100).min(1) }),
      response: { 200: Answer },
    },
    handler: async (request) => {
      const { context } = app
      const found = await reachedInvoice(context, request.params.id, request.reach())
      const { id, coeId } = found
      const row = await rowOfInvoice(context, id)
      if (row === undefined) throw notFound('Invoice')
      const on = await transactionsOn(context, id)
      const groups = await groupsOn(context, id)
      const payment = isGenerated(found) && !found.isReturned ? found.payment : undefined
      const parts = payment?.basisPoints ?? sharesIn(await load(context.handler, setting, SITE))
      const initiated = isGenerated(found) ? found.acts.find(({ step }) => step === 'initiate') : undefined
      const past = await context.log.readWhatHolds<InvoiceEvent>(`invoice-${id}`)
      // A reason may be about a patient: who reads none of a bill reads none here.
      const isMasked = !mayReadNotes(request.actor().permissions)
      const shown = isMasked ? { ...past, events: past.events.map(withoutReason) } : past
      const telling = { events: invoiceEvents, inWords: invoiceInWords, isMasked }
      return {
        data: {
          ...row,
          ...inLog(found),
          transactions: transactionsOf(on, row.coe),
          groups: groupsOf(groups),
          shares: sharesOn(on, parts),
          are_shares_fixed: payment !== undefined,
          ...(await notAlongOf(context, id)),
          steps: await stepsOf(context, found),
          returned: await returnIn(
            context,
            past.events.map(({ event }) => event),
            isMasked,
          ),
          paid_at: (await paidAt(context, request.actor(), { coeId, since: initiated?.at })) ?? null,
          hash: isGenerated(found) && isAsLogged(found, on, groups) ? digestOfInvoice(found) : null,
          total_in_words: nairaInWords(isGenerated(found) ? totalOfInvoice(found) : ZERO),
          history: await historyOf(context, shown, telling),
        },
      }
    },
  })
}

/** Where it stands: who took each step and when; of the current one, who may take it and for how long it waits. */
async function stepsOf(context: AppContext, found: FoundInvoice): Promise<InvoiceDetail['steps']> {
  const { db } = context
  const clock = await workClock(context)
  const acts: readonly Act<InvoiceLinkStep>[] = isGenerated(found) ? found.acts : []
  const by = acts.map((act) => act.by)
  const nameOf = await peopleNames(db, by)
  const professions = await professionsOf(db, by)
  const isOver = !isGenerated(found) || found.isReturned
  const current = isOver ? undefined : INVOICE_CHAIN.next(found.status)
  const mayAct = current === undefined ? [] : await rolesWith(db, current.permission)
  const since = acts.at(-1)?.at
  return TAKEN_LINKS.map(({ step, permission, words }): InvoiceDetail['steps'][number] => {
    const place = acts.findIndex((one) => one.step === step)
    const [before, act] = [acts[place - 1], acts[place]]
    const isCurrent = step === current?.step
    return {
      ...{ step, label: words.done, permission },
      by: act === undefined ? null : nameOf(act.by),
      profession: act === undefined ? null : (professions.get(act.by) ?? null),
      at: act?.at ?? null,
      state: act !== undefined ? 'done' : isCurrent ? 'current' : 'waiting',
      may_act: isCurrent ? mayAct : [],
      waited_minutes: act && before ? clock.minutes({ from: before.at, until: act.at }) : null,
      is_late: false,
      ...(isCurrent && since !== undefined ? clock.waiting(step, since) : {}),
    }
  })
}

async function professionsOf(
  db: AppContext['db'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map()
  const people = await db.selectFrom('user_account').select(['id', 'profession']).where('id', 'in', ids).execute()
  return new Map(people.map(({ id, profession }) => [id, profession]))
}

/** The reason of a return is in clear in the log, as it is an invoice's and no patient's; not all who read invoices read it. */
function withoutReason(recorded: Recorded<InvoiceEvent>): Recorded<InvoiceEvent> {
  const { event } = recorded
  if (event.type !== 'InvoiceReturnRequested') return recorded
  return { ...recorded, event: { ...event, data: { ...event.data, reason: MASKED } } }
}

/** By whom and why it was returned; the reason stands in what was asked. */
async function returnIn(
  { db }: AppContext,
  past: readonly InvoiceEvent[],
  isMasked: boolean,
): Promise<InvoiceDetail['returned']> {
  const ended = past.find(({ type }) => type === 'InvoiceReturned')
  const asked = past.findLast((event) => event.type === 'InvoiceReturnRequested')
  if (ended === undefined || asked === undefined) return null
  const { by, at } = ended.data
  const reason = isMasked ? null : asked.data.reason
  return { by: (await peopleNames(db, [by]))(by), at, reason }
}
