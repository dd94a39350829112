import type pg from 'pg'
import type { Recorded } from './log/domain-log.ts'
import type { MakeCheck } from './log/verify/log-check.ts'
import type { CodeKind } from './codes.ts'

const CODE = /^(CHF|TRX|PAY)-(?:(\d{4})-)?(\d{1,15})$/

type Given = { readonly code: string; readonly to: string }

/** The short code that an event gives, and to whom: a payment's stands in each of its transactions. */
function givenBy({ event: { type, data }, stream }: Recorded): Given | undefined {
  const said = data as { chfId?: unknown; reference?: unknown; paymentReference?: unknown; paymentId?: unknown }
  if (type === 'PatientRegistered') return { code: String(said.chfId), to: stream }
  if (type === 'TransactionBillingRequested') return { code: String(said.reference), to: stream }
  if (type === 'TransactionPaymentInitiated') return { code: String(said.paymentReference), to: String(said.paymentId) }
  return undefined
}

/** Of one kind in one year: the last that was given, and to whom each was. */
type Series = { readonly kind: CodeKind; readonly year: number; last: number; readonly holders: Map<number, string> }

/**
 * That no short code was given twice, and that the table which counts them is not behind the log: whoever has the app's rights could
 * set it back, and two patients, bills or payments would have one number. Keeps some 100 bytes a code.
 */
export const checkCodes =
  (pool: Pick<pg.Pool, 'query'>): MakeCheck =>
  (differs) => {
    const all = new Map<string, Series>()
    return {
      event({ position, stream }, read) {
        const given = read && givenBy(read)
        const [, kind, year = '0', digits] = CODE.exec(given?.code ?? '') ?? []
        if (given === undefined || kind === undefined) return
        const name = `${kind} ${year}`
        const series = all.get(name) ?? { kind: kind as CodeKind, year: Number(year), last: 0, holders: new Map() }
        all.set(name, series)
        const number = Number(digits)
        const holder = series.holders.get(number)
        series.holders.set(number, holder ?? given.to)
        series.last = Math.max(series.last, number)
        if (holder === undefined || holder === given.to) return
        differs({
          position,
          stream,
          check: 'short code',
          expected: 'a number of its own',
          found: `${given.code}, of ${holder}`,
        })
      },
      async end(head) {
        const { rows } = await pool.query<{ kind: string; year: number; next: string }>(
          'select kind, year, next::text from short_code',
        )
        for (const { kind, year, last } of all.values()) {
          const next = Number(rows.find((row) => row.kind === kind && row.year === year)?.next ?? 1)
          if (next > last) continue
          const row = { table: 'short_code', key: `${kind} ${year}`, column: 'next' }
          differs({ position: head, row, check: 'short code', expected: `more than ${last}`, found: String(next) })
        }
      },
    }
  }
