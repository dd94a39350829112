import type { CoeBank } from '#domain/catalogue/coe/events.ts'
import type { FastifyRequest } from 'fastify'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { coesReport, type CoeFilter } from '#projections/catalogue/coe/coes-report.ts'
import { pageOf } from '#projections/report/pages.ts'
import { type Actor, reachOf } from '#api/actor.ts'
import { CoeView } from '#api/catalogue/contracts/coe.ts'
import type { AppContext } from '#api/context.ts'
import type { AsOfQuery } from '#api/contracts/report.ts'
import { answeringPast, asOfPosition } from '#api/report/as-of.ts'
import { asAnswered } from '#api/report/in-naira.ts'

/** No installation has as many. */
const MOST = 10_000

/** The hospitals with their figures, by name. */
export async function coesWithFigures(
  context: AppContext,
  filter: CoeFilter,
  query: AsOfQuery = {},
): Promise<readonly CoeView[]> {
  const asOf = await asOfPosition(context, query, coesReport.models)
  const asked = { filter, limit: MOST, ...(asOf === undefined ? {} : { asOf }) }
  const { rows } = await answeringPast(() => pageOf(context.db, coesReport, asked))
  return rows.map((row) => CoeView.parse(asAnswered(coesReport, row)))
}

/** Whether somebody sees more of a hospital than anybody does: whoever sees the list of them, and who heads it. */
export function administers(actor: Actor | undefined, coeId?: string): boolean {
  const reach = actor && reachOf(actor)
  if (reach?.kind === 'all') return actor?.permissions.has('VIEW_COE') === true
  return reach?.kind === 'coe' && reach.coeId === coeId && actor?.permissions.has('VIEW_COE_ANALYTICS') === true
}

/** Whether somebody who administers a hospital sees the numbers of its account: who changes or pays it, reads the log, or heads it. */
export function seesBank(actor: Actor): boolean {
  const { permissions } = actor
  const needed = ['CREATE_COE', 'VIEW_LEDGER', ...PAYMENT_CHAIN.permissions] as const
  return reachOf(actor)?.kind === 'coe' || needed.some((permission) => permissions.has(permission))
}

/** An account's number for who may not see it: its last four digits. */
export const maskedNumber = (number: string): string => number.replace(/.(?=.{4})/gsu, '•')

/** Whoever asks, on a route that answers everybody; a session that has ended is nobody's. */
export function whoAsks(request: FastifyRequest): Actor | undefined {
  return request.isSignedIn() ? request.actor() : undefined
}

/** Bank details as they are told: the number of the account whole to who sees it. */
export const bankTold = ({ accountName, accountNumber, sortCode, bankName }: CoeBank, actor: Actor) => ({
  bank_account_name: accountName,
  bank_account_number: seesBank(actor) ? accountNumber : maskedNumber(accountNumber),
  bank_sort_code: sortCode,
  bank_name: bankName,
})
