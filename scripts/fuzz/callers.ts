import { sql } from 'kysely'
import type { AppContext } from '#api/context.ts'
import { openSession } from '#api/people/session/sessions.ts'
import type { Operation } from './operations.ts'

export type Person = {
  readonly id: string
  readonly email: string
  readonly coeId: string | null
  readonly permissions: readonly string[]
  readonly isEverywhere: boolean
}

/** Sessions of people who may make a call. */
export type Callers = {
  readonly people: readonly Person[]
  /** The token of somebody who may, another one each time, or of this one person. Undefined where nobody need sign in. */
  tokenFor(operation: Operation, person?: string): Promise<string | undefined>
  tokenOf(person: string): Promise<string>
  /** A session that has ended is not used again. */
  forget(token: string): void
}

/** Everybody who is active, with what their roles let them do. */
export async function findCallers(context: AppContext): Promise<Callers> {
  const { rows } = await sql<{
    id: string
    email: string
    coe_id: string | null
    permissions: readonly string[] | null
    everywhere: boolean | null
  }>`
    select u.id, u.email, u.coe_id, array_agg(distinct p.permission) filter (where p.permission is not null) as permissions,
           bool_or(r.reach = 'all') as everywhere
      from user_account u join role r on r.id = any(u.role_ids)
      left join lateral unnest(r.permissions) as p(permission) on true
     where u.status = 'active' and u.email_verified_at is not null
     group by u.id, u.email, u.coe_id order by u.id`.execute(context.db)
  const people = rows.map(({ id, email, coe_id: coeId, permissions, everywhere }): Person => {
    return { id, email, coeId, permissions: permissions ?? [], isEverywhere: everywhere === true }
  })
  const tokens = new Map<string, string>()
  const turns = new Map<string, number>()

  const tokenOf = async (person: string): Promise<string> => {
    const known = tokens.get(person)
    if (known !== undefined) return known
    const { token } = await openSession(context, { userId: person })
    tokens.set(person, token)
    return token
  }

  return {
    people,
    tokenOf,
    async tokenFor({ method, url, permission, scope }, chosen) {
      if (chosen !== undefined) return tokenOf(chosen)
      if (permission === 'public' || permission === undefined) return undefined
      const wanted: readonly string[] = [permission].flat()
      const may = people.filter(
        ({ permissions, isEverywhere }) =>
          (permission === 'signed-in' || permissions.some((held) => wanted.includes(held))) &&
          (scope !== 'all' || isEverywhere),
      )
      const name = `${method} ${url}`
      const turn = turns.get(name) ?? 0
      turns.set(name, turn + 1)
      const person = may[turn % may.length]
      if (person === undefined) throw new Error(`Nobody may call ${name}`)
      return tokenOf(person.id)
    },
    forget(token) {
      for (const [person, known] of tokens) if (known === token) tokens.delete(person)
    },
  }
}
