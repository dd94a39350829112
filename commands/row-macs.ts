import { timingSafeEqual } from 'node:crypto'
import { macOver } from './log/event-mac.ts'

/**
 * Says of a row that lets people in that a process of the portal wrote it: whoever has the database alone could make one
 * otherwise, sign in as anybody, and whatever they do then is recorded as that person's, with all signatures.
 */
export type RowMacs = {
  /** In hex. `table` says what for: no row of one serves in another. */
  of(table: string, said: readonly (string | number | null)[]): string
  holds(mac: string, table: string, said: readonly (string | number | null)[]): boolean
}

/** `secret` is the installation's (hex), which the database does not have. */
export function createRowMacs(secret: string): RowMacs {
  const key = Buffer.from(secret, 'hex')
  const of: RowMacs['of'] = (table, said) => macOver(key, `chf-row-mac-1 ${table}`, JSON.stringify(said))
  return {
    of,
    holds(mac, table, said) {
      const [given, expected] = [Buffer.from(mac), Buffer.from(of(table, said))]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
