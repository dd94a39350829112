import { type RawBuilder, sql } from 'kysely'

/**
 * Whole working minutes as hours with two decimals. Rows and totals are both made of this: a total is the sum of its
 * column as it is written, so that whoever adds up a file gets what its manifest says.
 */
export const hoursOf = (minutes: RawBuilder<unknown>): RawBuilder<unknown> => sql`round((${minutes}) / 60.0, 2)`
