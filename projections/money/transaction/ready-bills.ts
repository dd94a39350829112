import { type RawBuilder, sql } from 'kysely'
import { type ChainStep, namesOf, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { DISPUTED } from '#domain/money/transaction/dispute-statuses.ts'

/** Whose work it is: somebody, and the steps that their permissions let them take. */
export type Readiness = { readonly by: string; readonly steps: readonly ChainStep[] }

// The one definition of what is ready for somebody, and of what looks like it and is not, as conditions on bills, `t`.

/** On an invoice, whose steps take it along. */
export const IS_ON_INVOICE = sql<boolean>`(t.invoice_id is not null)`
/** Held up by an open dispute. */
export const IS_DISPUTED = sql<boolean>`(t.dispute_id is not null)`
/** Sent back and not answered, and not put on an invoice instead, by which the hospital asks anew: the hospital's turn. */
export const IS_RETURNED = sql<boolean>`(t.returned is not null and t.returned = 'returned' and not ${IS_DISPUTED} and not ${IS_ON_INVOICE})`

/** Billed, and neither paid nor reversed: it stands before a step. */
export const IS_UNPAID = sql<boolean>`(t.status in (${sql.join(
  PAYMENT_CHAIN.links.map(({ from }) => sql.lit(PAYMENT_CHAIN.statusIn(from))),
)}))`

/** As lists show it. On an invoice it goes the invoice's way, whatever it was returned from before. */
export const SHOWN_STATUS = sql<string>`case when ${IS_DISPUTED} then ${sql.lit(DISPUTED)}
  when not ${IS_ON_INVOICE} then coalesce(t.returned, t.status) else t.status end`

/** At the status from which a step starts. */
export const standsBefore = (step: ChainStep): RawBuilder<boolean> =>
  sql`(t.status = ${sql.lit(PAYMENT_CHAIN.statusIn(PAYMENT_CHAIN.link(step).from))})`

/** Who billed it, and who took its first steps: none of them takes another. */
const actorsUpTo = (steps: number) => {
  const taken = PAYMENT_CHAIN.links.slice(0, steps).map((link) => namesOf(link).by)
  return sql.join(['biller_id', ...taken].map((column) => sql.ref(`t.${column}`)))
}

/** By user id, in the order in which they acted: who billed it, and who took each of its steps so far. */
export const ACTORS = sql<string>`concat_ws(' ', ${actorsUpTo(PAYMENT_CHAIN.links.length)})`

/**
 * Ready for somebody at a step: not disputed, on no invoice, not waiting for the hospital's answer, and neither billed by them nor
 * taken through an earlier step by them (domain.md, payment chain: four eyes).
 */
export function isReadyAt(step: ChainStep, by: string): RawBuilder<boolean> {
  const at = PAYMENT_CHAIN.links.findIndex((link) => link.step === step)
  return sql`(${standsBefore(step)} and not ${IS_DISPUTED} and not ${IS_ON_INVOICE} and not ${IS_RETURNED}
    and ${by} not in (${actorsUpTo(at)}))`
}

/** Ready for somebody at any step of theirs. */
export const isReadyFor = ({ by, steps }: Readiness): RawBuilder<boolean> =>
  steps.length === 0
    ? sql`false`
    : sql`(${sql.join(
        steps.map((step) => isReadyAt(step, by)),
        sql` or `,
      )})`
