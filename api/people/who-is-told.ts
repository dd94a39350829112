import { UnreadEvent } from '#commands/log/unread-event.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import { Id } from '#domain/kernel/text.ts'
import { othersAtHospitalWith, othersWith } from '#projections/people/role/roles-with.ts'
import type { AppContext } from '#api/context.ts'
import { personInLog } from '#api/people/session/person-in-log.ts'

type Wanted = {
  readonly permission: Permission
  /** At this hospital; left out, of those who reach everything. */
  readonly coeId?: string | undefined
  /** Whoever asks: they know. */
  readonly but: string
  readonly most: number
}

/**
 * Who is told by mail that something waits for them: those of whom the tables say that they may do it, and the log too. A row
 * that somebody has changed or planted neither sends a mail to who may not, nor is in the way of what is asked for
 * (docs/decisions/0096).
 */
export async function whoIsTold(
  { db, handler }: Pick<AppContext, 'db' | 'handler'>,
  { permission, coeId, but, most }: Wanted,
): Promise<string[]> {
  const named =
    coeId === undefined
      ? await othersWith(db, permission, but, most)
      : await othersAtHospitalWith(db, permission, coeId, but, most)
  return whoHolds({ handler }, named, { permission, coeId })
}

/** Those people (user ids) who may do it by the log: at that hospital, or, without one, with reach of everything. */
export async function whoHolds(
  { handler }: Pick<AppContext, 'handler'>,
  people: readonly string[],
  { permission, coeId }: Pick<Wanted, 'permission' | 'coeId'>,
): Promise<string[]> {
  const holds = async (id: string): Promise<boolean> => {
    if (!Id.safeParse(id).success) return false
    try {
      const person = await personInLog(handler, id)
      if (person?.permissions.has(permission) !== true || person.coeId !== coeId) return false
      return coeId !== undefined || person.roles.some(({ reach }) => reach === 'all')
    } catch (error) {
      if (error instanceof UnreadEvent) return false
      throw error
    }
  }
  const told = await Promise.all(people.map(holds))
  return people.filter((_, index) => told[index])
}
