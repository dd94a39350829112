import { lagosDay } from '#domain/kernel/dates.ts'
import { type KoboSum, NO_FLOW, plus } from '#domain/kernel/money.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/**
 * What a hospital billed and was paid on one Lagos day, and what was given back on it of whichever day's bills; in kobo, and
 * how many transactions that was. What was billed stays so when it is given back.
 */
export type BillingDayRow = {
  coe_id: string
  /** YYYY-MM-DD. */
  day: string
  billed: KoboSum
  billed_count: number
  drugs_billed: KoboSum
  paid: KoboSum
  paid_count: number
  reversed: KoboSum
  reversed_count: number
}

/** What an event adds to its day. */
type Added = { readonly [K in Exclude<keyof BillingDayRow, 'coe_id' | 'day'>]?: number }

function on(coeId: string, at: string, added: Added): Change<BillingDayRow> {
  const day = lagosDay(at)
  return {
    key: [coeId, day],
    fold: (row) => ({
      coe_id: coeId,
      day,
      billed: plus(row?.billed ?? NO_FLOW, added.billed ?? 0),
      billed_count: (row?.billed_count ?? 0) + (added.billed_count ?? 0),
      drugs_billed: plus(row?.drugs_billed ?? NO_FLOW, added.drugs_billed ?? 0),
      paid: plus(row?.paid ?? NO_FLOW, added.paid ?? 0),
      paid_count: (row?.paid_count ?? 0) + (added.paid_count ?? 0),
      reversed: plus(row?.reversed ?? NO_FLOW, added.reversed ?? 0),
      reversed_count: (row?.reversed_count ?? 0) + (added.reversed_count ?? 0),
    }),
  }
}

/** A rollup, so that cards and charts cost the same at a thousand and at sixty million rows. Serves the dashboard. */
export const billingDay: ReadModel<BillingDayRow, 'billing_day'> = {
  name: 'billing_day',
  revision: 3,
  columns: {
    coe_id: 'text not null',
    day: 'date not null',
    billed: 'numeric not null',
    billed_count: 'bigint not null',
    drugs_billed: 'numeric not null',
    paid: 'numeric not null',
    paid_count: 'bigint not null',
    reversed: 'numeric not null',
    reversed_count: 'bigint not null',
  },
  key: ['coe_id', 'day'],
  bounded: { billed_count: 'One for each bill', paid_count: 'One for each bill', reversed_count: 'One for each bill' },
  indexes: ['(day)'],
  on: handlers<BillingDayRow, TransactionEvent>({
    TransactionBilled: ({ event: { data } }) => [
      on(data.coeId, data.at, {
        billed: data.total,
        billed_count: 1,
        drugs_billed: data.kind === 'drug' ? data.total : 0,
      }),
    ],
    TransactionPermsecApproved: ({ event: { data } }) => [on(data.coeId, data.at, { paid: data.total, paid_count: 1 })],
    TransactionReversed: ({ event: { data } }) => [
      on(data.coeId, data.at, { reversed: data.total, reversed_count: 1 }),
    ],
  }),
}
