import { lagosDay } from '#domain/kernel/dates.ts'
import type { BillingDayRow } from '#projections/money/billing-day/billing-day.ts'
import type { TransactionRow } from '#projections/money/transaction/transaction.ts'

/** What each hospital billed, was paid and gave back on each day; and what became of what was billed on it (issue 12). */
export function ofEachDay(bills: readonly TransactionRow[], days: readonly BillingDayRow[]) {
  const on = (day: string, at: string | null) => at !== null && lagosDay(at) === day
  const moments = bills.flatMap((bill) => [bill.billed_at, bill.permsec_at, bill.reversed_at])
  const all = new Set([...days.map(({ day }) => day), ...moments.flatMap((at) => (at === null ? [] : [lagosDay(at)]))])
  const sum = (amounts: readonly (number | bigint)[]) => amounts.reduce<bigint>((total, one) => total + BigInt(one), 0n)
  const totals = (some: readonly TransactionRow[]) => sum(some.map(({ total }) => total))
  return Object.fromEntries(
    [...all].flatMap((day) => {
      const billed = bills.filter(({ billed_at: at }) => on(day, at))
      const rolled = days.filter((row) => row.day === day)
      return [
        [
          `billed on ${day}`,
          {
            'billing by day': sum(rolled.map((row) => row.billed)),
            'the bills': totals(billed),
            'unpaid, paid and reversed':
              totals(billed.filter((row) => !row.is_splitted && row.reversed_at === null)) +
              totals(billed.filter((row) => row.is_splitted)) +
              totals(billed.filter((row) => row.reversed_at !== null)),
          },
        ],
        [
          `paid on ${day}`,
          {
            'billing by day': sum(rolled.map((row) => row.paid)),
            'the bills': totals(bills.filter(({ permsec_at: at }) => on(day, at))),
          },
        ],
        [
          `reversed on ${day}`,
          {
            'billing by day': sum(rolled.map((row) => row.reversed)),
            'the bills': totals(bills.filter(({ reversed_at: at }) => on(day, at))),
          },
        ],
      ]
    }),
  )
}
