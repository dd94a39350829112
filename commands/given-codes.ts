import type pg from 'pg'
import type { CodeKind } from './codes.ts'
import type { DomainLog, Recorded } from './log/domain-log.ts'

const CODE = /^(CHF|TRX|PAY|INV)-(?:(\d{4})-)?(\d{1,15})$/

type Payment = { readonly paymentReference: unknown; readonly paymentId: unknown }

/** A short code that an event gives: of which kind and year (0 of patients), its number, and to whom. */
export type GivenCode = {
  readonly code: string
  readonly kind: CodeKind
  readonly year: number
  readonly number: number
  readonly to: string
}

/**
 * The short code that an event gives, if any: a payment's stands in each of its transactions, and in the step of the invoice
 * that begins it.
 */
export function codeGivenBy({ event: { type, data }, stream }: Recorded): GivenCode | undefined {
  const said = data as {
    chfId?: unknown
    reference?: unknown
    paymentReference?: unknown
    paymentId?: unknown
    payment?: Payment
  }
  const giving: Readonly<Record<string, readonly unknown[]>> = {
    PatientRegistered: [said.chfId, stream],
    TransactionBillingRequested: [said.reference, stream],
    TransactionPaymentInitiated: [said.paymentReference, said.paymentId],
    InvoiceGenerationRequested: [said.reference, stream],
    InvoiceStepRequested: said.payment === undefined ? [] : [said.payment.paymentReference, said.payment.paymentId],
  }
  const [code, to] = giving[type] ?? []
  const [, kind, year = '0', digits] = CODE.exec(String(code)) ?? []
  if (kind === undefined) return undefined
  return { code: String(code), kind: kind as CodeKind, year: Number(year), number: Number(digits), to: String(to) }
}

/** The events that give one. */
export const GIVERS: ReadonlySet<string> = new Set([
  'PatientRegistered',
  'TransactionBillingRequested',
  'TransactionPaymentInitiated',
  'InvoiceGenerationRequested',
  'InvoiceStepRequested',
])

/** Has every counter of short codes go on behind the last that the log gives, whatever it stood at. While nothing is written. */
export async function putCodesRight(pool: pg.Pool, log: Pick<DomainLog, 'head' | 'follow'>): Promise<void> {
  const last = new Map<string, GivenCode>()
  const enough = new AbortController()
  const head = await log.head()
  for await (const { events, position } of log.follow(0, enough.signal, GIVERS)) {
    for (const event of events) {
      const given = codeGivenBy(event)
      const name = given && `${given.kind} ${given.year}`
      if (given !== undefined && name !== undefined && given.number >= (last.get(name)?.number ?? 0))
        last.set(name, given)
    }
    if (position >= head) break
  }
  enough.abort()
  const all = [...last.values()]
  const values = [all.map(({ kind }) => kind), all.map(({ year }) => year), all.map(({ number }) => number + 1)]
  const given = 'unnest($1::text[], $2::int[], $3::bigint[]) as g (kind, year, next)'
  await pool.query(
    `with none as (
       delete from short_code c where not exists (select from ${given} where (g.kind, g.year) = (c.kind, c.year)))
     insert into short_code (kind, year, next) select * from ${given}
     on conflict (kind, year) do update set next = excluded.next`,
    values,
  )
}
