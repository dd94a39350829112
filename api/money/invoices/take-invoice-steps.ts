import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { load } from '#commands/handle.ts'
import { type Beginning, takeInvoiceStep } from '#commands/money/invoice/take-invoice-step.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { INVOICE_CHAIN, INVOICE_STEPS, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import { setting, sharesIn, SITE } from '#domain/people/setting/setting.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import type { AppContext } from '#api/context.ts'
import { InvoiceDone, InvoiceStepBody } from '#api/money/contracts/invoice.ts'
import { INVOICE_STEP_PATHS } from '#api/money/contracts/invoice-steps.ts'
import { SHOWS_INVOICES } from '#api/money/shows.ts'
import { toldOf, UNDER_WAY_MESSAGE } from './invoice-call.ts'
import { reachedInvoice } from './reached-invoice.ts'
import { toTellAfter } from './to-tell.ts'

/** The spec's texts (messages.tsv, M147 to M149, M191; open-questions Q090); the CMD's step is beyond the specs. */
const SAID: Readonly<Record<InvoiceStep, string>> = {
  cmd: 'Invoice has been approved by the CMD',
  initiate: 'Invoice has been initiated.',
  recommend: 'Invoice has been recommended.',
  approve: 'Invoice has been approved. A notification has been sent to DFA',
  dfa: 'Invoice has been recommended.',
  permsec: 'Payment has been disbursed',
}

/** POST /api/invoices/* (E109 to E113, and cmd_approve): a step on an invoice, and on all that is on it. */
export const takeInvoiceSteps: FastifyPluginAsync = async (app) => {
  for (const step of INVOICE_STEPS) stepRoute(app, step)
}

function stepRoute(app: FastifyInstance, step: InvoiceStep): void {
  commandRoute(app, {
    url: INVOICE_STEP_PATHS[step],
    summary: `Invoice: ${INVOICE_CHAIN.link(step).words.act}`,
    tag: 'Invoices',
    permission: INVOICE_CHAIN.link(step).permission,
    scope: step === 'cmd' ? 'reach' : 'all',
    body: InvoiceStepBody,
    answer: InvoiceDone,
    reach: ({ request, context, body: { invoice_id: id } }) => reachedInvoice(context, id, request.reach()),
    run: async ({ request, context }, { id, coeId }) => {
      const toTell = await toTellAfter(context, step, coeId, request.actor().id)
      const command = commandFrom(request, 'TakeInvoiceStep', { step, toTell, ofCoe: hospitalOf(request) })
      return toldOf(context, await takeInvoiceStep(context.handler, id, command, await beginningOf(context)))
    },
    message: (_, told) => (told.is_under_way ? UNDER_WAY_MESSAGE : SAID[step]),
    shows: SHOWS_INVOICES,
  })
}

/** The hospital of whoever acts; of the ministry's nothing. */
export function hospitalOf(request: FastifyRequest): string | undefined {
  const reach = request.reach()
  return reach.kind === 'coe' ? reach.coeId : undefined
}

/** The shares of the day, and the next number of a payment. */
export async function beginningOf({ handler, codes, now }: AppContext): Promise<Beginning> {
  const basisPoints = sharesIn(await load(handler, setting, SITE))
  const number = () => codes.next('PAY', Number(lagosDay(new Date(now()).toISOString()).slice(0, 4)))
  return { basisPoints, number }
}
