import type pg from 'pg'
import type { CodeKind } from './codes.ts'
import { codeGivenBy } from './given-codes.ts'
import { MOST_AHEAD } from './guarded-codes.ts'
import { CODES } from './integrity/for-now.ts'
import type { MakeCheck } from './log/verify/log-check.ts'

/** Of one kind in one year: the last that was given, and to whom each was. */
type Series = { readonly kind: CodeKind; readonly year: number; last: number; readonly holders: Map<number, string> }

/**
 * That no short code was given twice, and that the table which counts them is not behind the log, nor far ahead: whoever has
 * the app's rights could set it back, and two patients, bills or payments would have one number; or to where no code is left.
 * Keeps some 100 bytes a code.
 */
export const checkCodes =
  (pool: Pick<pg.Pool, 'query'>): MakeCheck =>
  (differs) => {
    const all = new Map<string, Series>()
    return {
      event({ position, stream }, read) {
        const given = read && codeGivenBy(read)
        if (given === undefined) return
        const { kind, year, number, to } = given
        const name = `${kind} ${year}`
        const series = all.get(name) ?? { kind, year, last: 0, holders: new Map() }
        all.set(name, series)
        const holder = series.holders.get(number)
        series.holders.set(number, holder ?? to)
        series.last = Math.max(series.last, number)
        if (holder === undefined || holder === to) return
        const found = `${given.code}, of ${holder}`
        differs({ position, stream, check: CODES, expected: 'a number of its own', found })
      },
      async end(head) {
        const { rows } = await pool.query<{ kind: string; year: number; next: string }>(
          'select kind, year, next::text from short_code',
        )
        const counted = new Map(rows.map(({ kind, year, next }) => [`${kind} ${year}`, Number(next)]))
        for (const name of new Set([...all.keys(), ...counted.keys()])) {
          const [last, next] = [all.get(name)?.last ?? 0, counted.get(name) ?? 1]
          const row = { table: 'short_code', key: name, column: 'next' }
          const differ = (expected: string) =>
            differs({ position: head, row, check: CODES, expected, found: String(next) })
          if (next <= last) differ(`more than ${last}`)
          else if (next > last + 1 + MOST_AHEAD) differ(`hardly more than ${last}`)
        }
      },
    }
  }
