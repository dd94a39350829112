import type pg from 'pg'
import { SIGNED_TABLES } from '#api/signed-tables.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { MakeCheck } from '#commands/log/verify/log-check.ts'
import type { Pace } from '#commands/log/verify/pace.ts'
import type { RowMacs } from '#commands/row-macs.ts'
import { columnsOf, isSigned, rowHash, type Said, type SignedTable } from '#commands/signed-rows.ts'

type Row = Said & { readonly mac: string }
const AT_ONCE = 200

/**
 * Holds each row of the tables that the log does not give back and that people trust against its MAC: one that was changed,
 * or put in, past the portal is a difference. A row and its MAC are written at once, so it may be at work meanwhile.
 */
export const checkSignedRows =
  ({ pool, macs, pace }: { readonly pool: pg.Pool; readonly macs: RowMacs; readonly pace: Pace }): MakeCheck =>
  (differs) => {
    let held = 0

    async function* pages(table: SignedTable): AsyncGenerator<readonly Row[]> {
      const [key = ''] = Object.keys(table.columns)
      const behind = (last: Row | undefined) => (last === undefined ? '' : `where ${key} > $1`)
      for (let last: Row | undefined; ;) {
        const { rows } = await pool.query<Row>(
          `select ${columnsOf(table)} from ${table.name} ${behind(last)} order by ${key} limit ${AT_ONCE}`,
          last === undefined ? [] : [last[key]],
        )
        yield rows
        last = rows.at(-1)
        if (rows.length < AT_ONCE) return
      }
    }

    function hold(table: SignedTable, row: Row, head: Position): void {
      held += 1
      if (isSigned(macs, table, row)) return
      const key = String(row[Object.keys(table.columns)[0] ?? ''])
      differs({
        ...{ position: head, through: head, check: 'MAC of a row', row: { table: table.name, key } },
        ...{
          expected: 'what a process of the portal wrote',
          found: `another row, or one put in: ${rowHash(table, row)}`,
        },
      })
    }

    return {
      async end(head) {
        for (const table of SIGNED_TABLES)
          for await (const rows of pages(table)) {
            for (const row of rows) hold(table, row, head)
            await pace.rest()
          }
      },
      notes: () => [`${held} rows of ${SIGNED_TABLES.map(({ name }) => name).join(', ')} were held against their MACs`],
    }
  }
