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

/** The last number that is given of a kind, in a year: what is beyond it no counter of the portal comes to. */
const MOST_NUMBER = 999_999_999

/** The counter of short codes stands where nothing that was given has brought it. */
export class CounterWrong extends Error {
  readonly counter: string
  readonly expected: string
  readonly found: string

  constructor(counter: string, expected: string, found: string) {
    super(`The counter ${counter} of short codes stands at ${found}, expected ${expected}`)
    this.counter = counter
    this.expected = expected
    this.found = found
  }
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
         on conflict (kind, year) do update set next = short_code.next + 1 where short_code.next between 1 and $3
         returning (next - 1)::text as number`,
        [kind, yearOf(kind, year), MOST_NUMBER],
      )
      const number = rows[0]?.number
      if (number === undefined) throw new CounterWrong(nameOf(kind, year), `1 to ${MOST_NUMBER}`, 'another number')
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

/** As the check of short codes names a counter. */
export const nameOf = (kind: CodeKind, year: number | undefined): string => `${kind} ${yearOf(kind, year)}`

/** Patients are counted over all years, as year 0. */
function yearOf(kind: CodeKind, year: number | undefined): number {
  if (kind === 'CHF') return 0
  if (year === undefined) throw new RangeError(`A ${kind} code needs a year`)
  return year
}
