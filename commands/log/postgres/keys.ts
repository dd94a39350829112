import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { macOver } from '#commands/log/event-mac.ts'
import { PersonErasedError, PersonKeyMissing, type PersonKeys, WrongPersonKey } from '#commands/log/keys.ts'
import { signOldRows } from '#commands/sign-old-rows.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
/** Keys kept in memory, so that a follower does not ask for each event. */
const CACHED = 50_000
/** How long a key may be used without asking again whether it was destroyed, in milliseconds. */
const FRESH_MS = 30_000

/** Says that the portal destroyed a person's key: whoever has the database alone can take a key away, and not say so. */
const destroyedMac = (wrappingKey: Buffer, personId: string): string =>
  macOver(wrappingKey, 'chf-key-destroyed-1', personId)

/** Takes the keys that were destroyed before that was signed under their MACs, once; `ownerUrl` may change the table. */
export const signOldDestroyed = (pool: pg.Pool, ownerUrl: string, wrappingKey: Buffer): Promise<void> =>
  signOldRows(pool, ownerUrl, { table: 'person_key', column: 'destroyed_mac' }, async (owner) => {
    const { rows } = await owner.query<{ person_id: string }>(
      `select person_id from public.person_key where destroyed_at is not null and destroyed_mac = ''`,
    )
    const people = rows.map(({ person_id: personId }) => personId)
    await owner.query(
      `update public.person_key k set destroyed_mac = n.mac from unnest($1::text[], $2::text[]) n(person_id, mac)
        where k.person_id = n.person_id`,
      [people, people.map((personId) => destroyedMac(wrappingKey, personId))],
    )
  })

/**
 * Keys in the table `person_key`, each wrapped under a key that is kept outside the database: who has only the
 * database has none. A destroyed key leaves its row, so that nobody makes another for the same person.
 * `isKnown` is asked before a key is made: of whom the portal knows already, one there must have been.
 */
export function createPostgresKeys(
  pool: pg.Pool,
  wrappingKey: Buffer,
  now: () => number,
  isKnown: (personId: string) => Promise<boolean> = async () => false,
): PersonKeys {
  const cache = new Map<string, { readonly key: Buffer; readonly at: number }>()

  const wrap = (personId: string, key: Buffer): Buffer => {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', wrappingKey, iv).setAAD(Buffer.from(personId))
    const sealed = Buffer.concat([cipher.update(key), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }
  const unwrap = (personId: string, wrapped: Buffer): Buffer => {
    const decipher = createDecipheriv('aes-256-gcm', wrappingKey, wrapped.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(personId))
      .setAuthTag(wrapped.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(wrapped.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  }
  const opened = (personId: string, wrapped: Buffer): Buffer => {
    try {
      return unwrap(personId, wrapped)
    } catch (error) {
      throw new WrongPersonKey('A row of person_key', personId, error)
    }
  }
  const keep = (personId: string, key: Buffer): void => {
    if (cache.size >= CACHED) cache.clear()
    cache.set(personId, { key, at: now() })
  }
  const cached = (personId: string): Buffer | undefined => {
    const found = cache.get(personId)
    return found !== undefined && now() - found.at < FRESH_MS ? found.key : undefined
  }

  async function load(personIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const found = new Map<string, Buffer>()
    const unknown: string[] = []
    for (const personId of personIds) {
      const key = cached(personId)
      if (key === undefined) unknown.push(personId)
      else found.set(personId, key)
    }
    if (unknown.length === 0) return found
    const { rows } = await pool.query<{ person_id: string; wrapped_key: Buffer }>(
      'select person_id, wrapped_key from person_key where person_id = any($1) and wrapped_key is not null',
      [unknown],
    )
    for (const { person_id: personId, wrapped_key: wrapped } of rows) {
      const key = opened(personId, wrapped)
      keep(personId, key)
      found.set(personId, key)
    }
    return found
  }

  return {
    load,
    async getOrCreate(personId) {
      const known = (await load([personId])).get(personId)
      if (known !== undefined) return known
      // A row without a key is of one that was destroyed.
      const { rowCount } = await pool.query('select from person_key where person_id = $1', [personId])
      if (rowCount === 0 && (await isKnown(personId))) throw new PersonKeyMissing(personId)
      await pool.query('insert into person_key (person_id, wrapped_key) values ($1, $2) on conflict do nothing', [
        personId,
        wrap(personId, randomBytes(32)),
      ])
      const key = (await load([personId])).get(personId)
      if (key === undefined) throw new PersonErasedError(personId)
      return key
    },
    async destroy(personId) {
      await pool.query(
        `insert into person_key (person_id, wrapped_key, destroyed_at, destroyed_mac) values ($1, null, now(), $2)
         on conflict (person_id) do update set wrapped_key = null, destroyed_at = now(), destroyed_mac = excluded.destroyed_mac`,
        [personId, destroyedMac(wrappingKey, personId)],
      )
      cache.delete(personId)
    },
    async destroyed(personIds) {
      const { rows } = await pool.query<{ person_id: string; destroyed_mac: string }>(
        'select person_id, destroyed_mac from person_key where person_id = any($1) and destroyed_at is not null',
        [personIds],
      )
      const ours = rows.filter((row) => row.destroyed_mac === destroyedMac(wrappingKey, row.person_id))
      return new Set(ours.map(({ person_id: personId }) => personId))
    },
  }
}
