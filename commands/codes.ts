import type pg from 'pg'

export type CodeKind = 'CHF' | 'TRX' | 'PAY' | 'INV'

/**
 * The short codes that people see: `CHF-000123` for a patient, `TRX-2026-000123` for a transaction,
 * `PAY-2026-000123` for a payment, `INV-2026-000045` for an invoice. Never given twice; a code that was given and not used
 * leaves a gap.
 */
export type Codes = {
  /** `year` belongs to all but CHF, and each counts within it. */
  next(kind: CodeKind, year?: number): Promise<string>
  /** Makes sure that no number up to this one is given: for a start whose table is younger than the log. */
  raiseTo(kind: CodeKind, year: number | undefined, number: number): Promise<void>
}

/** A code as text. */
export function formatCode(kind: CodeKind, year: number | undefined, number: number): string {
  const digits = String(number).padStart(6, '0')
  if (kind === 'CHF') return `CHF-${digits}`
  if (year === undefined) throw new RangeError(`A ${kind} code needs a year`)
  return `${kind}-${year}-${digits}`
}

/** Codes in memory, for tests and simulations. */
export function createMemoryCodes(): Codes {
  const last = new Map<string, number>()
  const given = (kind: CodeKind, year: number | undefined) => last.get(`${kind}:${yearOf(kind, year)}`) ?? 0
  return {
    async next(kind, year) {
      const number = given(kind, year) + 1
      last.set(`${kind}:${yearOf(kind, year)}`, number)
      return formatCode(kind, year, number)
    },
    async raiseTo(kind, year, number) {
      last.set(`${kind}:${yearOf(kind, year)}`, Math.max(number, given(kind, year)))
    },
  }
}

/** Codes counted in the table `short_code`, outside of any transaction, so that nobody waits for another's. */
export function createPostgresCodes(pool: pg.Pool): Codes {
  return {
    async next(kind, year) {
      const { rows } = await pool.query<{ number: string }>(
        `insert into short_code (kind, year, next) values ($1, $2, 2)
         on conflict (kind, year) do update set next = short_code.next + 1
         returning (next - 1)::text as number`,
        [kind, yearOf(kind, year)],
      )
      const number = rows[0]?.number
      if (number === undefined) throw new Error('No short code came back')
      return formatCode(kind, year, Number(number))
    },
    async raiseTo(kind, year, number) {
      await pool.query(
        `insert into short_code (kind, year, next) values ($1, $2, $3)
         on conflict (kind, year) do update set next = greatest(short_code.next, excluded.next)`,
        [kind, yearOf(kind, year), number + 1],
      )
    },
  }
}

/** Patients are counted over all years, as year 0. */
function yearOf(kind: CodeKind, year: number | undefined): number {
  if (kind === 'CHF') return 0
  if (year === undefined) throw new RangeError(`A ${kind} code needs a year`)
  return year
}
