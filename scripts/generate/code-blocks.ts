import type pg from 'pg'
import { type CodeKind, type Codes, createPostgresCodes, formatCode } from '#commands/codes.ts'

const BLOCK = 1_000

/** Codes taken from the table a thousand at a time: one that is not used in the end leaves a gap. */
export function createCodeBlocks(pool: pg.Pool): Codes {
  const blocks = new Map<string, { next: number; end: number }>()

  async function block(kind: CodeKind, year: number | undefined): Promise<{ next: number; end: number }> {
    const { rows } = await pool.query<{ end: number }>(
      `insert into short_code (kind, year, next) values ($1, $2, $3 + 1)
       on conflict (kind, year) do update set next = short_code.next + $3
       returning next::integer as end`,
      [kind, kind === 'CHF' ? 0 : year, BLOCK],
    )
    const end = rows[0]?.end
    if (end === undefined) throw new Error('No block of codes came back')
    return { next: end - BLOCK, end }
  }

  return {
    async next(kind, year) {
      const key = `${kind} ${year ?? ''}`
      let own = blocks.get(key)
      if (own === undefined || own.next === own.end) {
        own = await block(kind, year)
        blocks.set(key, own)
      }
      own.next += 1
      return formatCode(kind, year, own.next - 1)
    },
    raiseTo: (kind, year, number) => createPostgresCodes(pool).raiseTo(kind, year, number),
  }
}
