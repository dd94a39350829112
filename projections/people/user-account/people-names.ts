import type { Kysely } from 'kysely'
import type { Database } from '#projections/read-models.ts'

/** Whoever has been erased, or is not known. */
export const SOMEONE = 'Someone'

/** What somebody (a user id) is called; who has no account among those asked about is `unknown`. */
export type NameOf = (userId: string, unknown?: string) => string

/** First and last name of each of these people (user ids) as they are called now. */
export async function peopleNames(db: Kysely<Database>, userIds: Iterable<string>): Promise<NameOf> {
  const ids = [...new Set(userIds)]
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom('user_account').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute()
  const names = new Map(
    people.map(({ id, first_name: first, last_name: last }) => [
      id,
      [first, last].flatMap((name) => name ?? []).join(' ') || SOMEONE,
    ]),
  )
  return (userId, unknown = SOMEONE) => names.get(userId) ?? unknown
}
