import type { Kysely } from 'kysely'
import type { Database } from '#projections/read-models.ts'

/** Whoever has been erased, or is not known. */
export const SOMEONE = 'Someone'

/** First and last name of each of these people (user ids) as they are called now; whoever has no account is left out. */
export async function peopleNames(
  db: Kysely<Database>,
  userIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return new Map()
  const people = await db
    .selectFrom('user_account')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute()
  const nameOf = (...names: readonly (string | null)[]) => names.flatMap((name) => name ?? []).join(' ') || SOMEONE
  return new Map(people.map(({ id, first_name: first, last_name: last }) => [id, nameOf(first, last)]))
}
