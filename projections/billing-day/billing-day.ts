import { lagosDay } from '../../domain/kernel/dates.ts'
import type { TransactionEvent } from '../../domain/transaction/events.ts'
import { type Change, handlers, type ReadModel } from '../read-model.ts'

/** What a hospital billed and was paid on one Lagos day, in kobo, and how many transactions that was. */
export type BillingDayRow = {
  coe_id: string
  /** YYYY-MM-DD. */
  day: string
  billed: number
  billed_count: number
  drugs_billed: number
  paid: number
  paid_count: number
}

function on(coeId: string, at: string, amounts: Partial<Omit<BillingDayRow, 'coe_id' | 'day'>>): Change<BillingDayRow> {
  const day = lagosDay(at)
  return {
    key: [coeId, day],
    fold: (row) => ({
      coe_id: coeId,
      day,
      billed: (row?.billed ?? 0) + (amounts.billed ?? 0),
      billed_count: (row?.billed_count ?? 0) + (amounts.billed_count ?? 0),
      drugs_billed: (row?.drugs_billed ?? 0) + (amounts.drugs_billed ?? 0),
      paid: (row?.paid ?? 0) + (amounts.paid ?? 0),
      paid_count: (row?.paid_count ?? 0) + (amounts.paid_count ?? 0),
    }),
  }
}

/** A rollup, so that cards and charts cost the same at a thousand and at sixty million rows. Serves the dashboard. */
export const billingDay: ReadModel<BillingDayRow> = {
  name: 'billing_day',
  revision: 1,
  columns: {
    coe_id: 'text not null',
    day: 'date not null',
    billed: 'bigint not null',
    billed_count: 'bigint not null',
    drugs_billed: 'bigint not null',
    paid: 'bigint not null',
    paid_count: 'bigint not null',
  },
  key: ['coe_id', 'day'],
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
  }),
}
