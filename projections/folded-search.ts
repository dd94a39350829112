import { type RawBuilder, sql } from 'kysely'
import { foldedWords } from '#domain/kernel/folded-name.ts'

/** Whether a folded key (trusted SQL) has every word that somebody typed, or a part of it, in any order. Nothing typed finds nothing. */
export const hasWords = (key: RawBuilder<unknown>, typed: string): RawBuilder<unknown> =>
  ofAll(foldedWords(typed).map((word) => sql`position(${word} in ${key}) > 0`))

/**
 * Whether every word typed begins one of the names of a folded key, so that a few letters find a person and no letter
 * finds everyone.
 */
export const beginsNames = (key: RawBuilder<unknown>, typed: string): RawBuilder<unknown> =>
  ofAll(
    foldedWords(typed)
      .filter((word) => word.length >= 2)
      .map((word) => sql`position(${` ${word}`} in ' ' || ${key}) > 0`),
  )

const ofAll = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` and `)})`
