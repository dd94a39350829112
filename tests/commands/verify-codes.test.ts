import { expect, test } from 'vitest'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { checkCodes } from '#commands/verify-codes.ts'

const counted = (next: Readonly<Record<string, number>>) => ({
  query: async () => ({
    rows: Object.entries(next).map(([name, value]) => {
      const [kind, year] = name.split(' ')
      return { kind, year: Number(year), next: String(value) }
    }),
  }),
})

async function check(
  events: readonly (readonly [stream: string, type: string, data: object])[],
  next: Record<string, number>,
) {
  const found: Difference[] = []
  const checking = checkCodes(counted(next) as never)((difference) => found.push(difference))
  for (const [at, [stream, type, data]] of events.entries())
    checking.event?.(
      { position: at + 1, stream } as never,
      { stream, event: { type, data } } as Partial<Recorded> as Recorded,
    )
  await checking.end?.(events.length)
  return found.map(({ position, row, check: checked, found: is }) => [position, checked, row?.key ?? is])
}

const bill = (stream: string, reference: string) => [stream, 'TransactionBillingRequested', { reference }] as const
const paid = (paymentId: string, paymentReference: string) =>
  [`transaction-of-${paymentId}`, 'TransactionPaymentInitiated', { paymentId, paymentReference }] as const

test('numbers with gaps, one payment in several transactions and payments without a number are as they should be', async () => {
  const events = [
    ['patient-a', 'PatientRegistered', { chfId: 'CHF-000007' }] as const,
    ...[
      bill('transaction-a', 'TRX-2026-000001'),
      bill('transaction-b', 'TRX-2026-000009'),
      bill('transaction-c', 'TRX-2025-000009'),
    ],
    ...[paid('p', 'PAY-2026-000001'), paid('p', 'PAY-2026-000001'), paid('old', 'old')],
  ]
  expect(await check(events, { 'CHF 0': 8, 'TRX 2026': 10, 'TRX 2025': 10, 'PAY 2026': 2 })).toEqual([])
})

test('a number that two have, and a counter that is behind or away, are told', async () => {
  const events = [
    ...[bill('transaction-a', 'TRX-2026-000002'), bill('transaction-b', 'TRX-2026-000002')],
    ...[paid('p', 'PAY-2026-000001'), paid('q', 'PAY-2026-000001')],
  ]
  expect(await check(events, { 'TRX 2026': 2 })).toEqual([
    [2, 'short code', 'TRX-2026-000002, of transaction-a'],
    [4, 'short code', 'PAY-2026-000001, of p'],
    [4, 'short code', 'TRX 2026'],
    [4, 'short code', 'PAY 2026'],
  ])
})
