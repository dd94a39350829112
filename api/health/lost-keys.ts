import type pg from 'pg'
import type { EventLog } from '#commands/log/event-log.ts'
import { PersonKeyMissing, type PersonKeys, WrongPersonKey } from '#commands/log/keys.ts'

/** The kinds of streams that are a person's own, under their id. */
const OF_PEOPLE = ['user', 'patient'] as const

/** So many people at once are remembered: from then on an operator knows enough. */
const MOST_REMEMBERED = 100

/** Whose key was missing or wrong when something was to be recorded about them. */
export type LostKeys = {
  /** The same keys; who asks for one that is lost is remembered here. */
  readonly keys: PersonKeys
  /** How many people's are still lost; asks the database of those alone, and of nobody when there are none. */
  count(pool: pg.Pool): Promise<number>
}

/**
 * What a read model meets stands with it (status.ts); this is what only those who write meet. `log`: of whom it says nothing, they
 * never had a key, whoever wrote them into the tables.
 */
export function watchLostKeys(keys: PersonKeys, log: Pick<EventLog, 'read'>): LostKeys {
  const lost = new Set<string>()
  const wasRecorded = async (personId: string): Promise<boolean> => {
    for (const category of OF_PEOPLE) if ((await log.read(`${category}-${personId}`, 0, 1)).length > 0) return true
    return false
  }
  const isBack = async (pool: pg.Pool, personId: string): Promise<boolean> => {
    // A key that was destroyed meanwhile is missed by nobody.
    const { rows } = await pool.query<{ is_destroyed: boolean }>(
      'select wrapped_key is null as is_destroyed from person_key where person_id = $1',
      [personId],
    )
    if (rows[0] === undefined) return !(await wasRecorded(personId))
    if (rows[0].is_destroyed) return true
    return keys.load([personId]).then(
      () => true,
      (error: unknown) => {
        if (error instanceof WrongPersonKey) return false
        throw error
      },
    )
  }
  return {
    keys: {
      ...keys,
      async getOrCreate(personId) {
        try {
          return await keys.getOrCreate(personId)
        } catch (error) {
          const isLost = error instanceof PersonKeyMissing || error instanceof WrongPersonKey
          if (isLost && lost.size < MOST_REMEMBERED) lost.add(personId)
          throw error
        }
      },
    },
    async count(pool) {
      for (const personId of lost) if (await isBack(pool, personId)) lost.delete(personId)
      return lost.size
    },
  }
}
