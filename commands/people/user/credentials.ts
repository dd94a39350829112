import { hash, verify } from '@node-rs/argon2'
import type pg from 'pg'
import type { RowMacs } from '#commands/row-macs.ts'
import type { Peppers } from '#commands/peppers.ts'
import { signOldRows } from '#commands/sign-old-rows.ts'

/** argon2id as OWASP asks of servers: 46 MiB, one pass, one lane. */
const ARGON2ID = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }
/** How a hash of these begins. */
const AS_NOW = '$argon2id$v=19$m=47104,t=1,p=1$'

/** Passwords: kept as argon2id hashes in a plain table, never in the log. */
export type Credentials = {
  setPassword(userId: string, password: string): Promise<void>
  /** Whether the user has a password at all. */
  has(userId: string): Promise<boolean>
  /**
   * Whether the password is the user's. Takes as long for a user who is not there. A right one that is kept as it was kept
   * once, under an older pepper or none, is kept as now from then on.
   */
  check(userId: string | undefined, password: string): Promise<boolean>
}

const TABLE = 'credential'

type Row = { readonly user_id: string; readonly password_hash: string; readonly pepper: number; readonly mac: string }

/**
 * Passwords in the table `credential`, each under a MAC with whose it is: one that was written past the portal, or is somebody
 * else's, is nobody's. `pepper` is the number of the one that it is hashed under, 0 of those from before there were any.
 */
export function createCredentials(pool: pg.Pool, macs: RowMacs, peppers: Peppers): Credentials {
  const { number: pepper, key: secret } = peppers.current
  const hashed = (password: string) => hash(password, { ...ARGON2ID, secret })
  const nobodys = hashed('nobody has this password')

  async function keepAsNow(userId: string, old: string, password: string): Promise<void> {
    const passwordHash = await hashed(password)
    // Another password may have been set meanwhile, and stays.
    await pool.query(
      'update credential set password_hash = $3, pepper = $4, mac = $5 where user_id = $1 and password_hash = $2',
      [userId, old, passwordHash, pepper, macs.of(TABLE, [userId, passwordHash])],
    )
  }

  return {
    async setPassword(userId, password) {
      const passwordHash = await hashed(password)
      await pool.query(
        `insert into credential (user_id, password_hash, pepper, changed_at, mac) values ($1, $2, $3, now(), $4)
         on conflict (user_id) do update set password_hash = excluded.password_hash, pepper = excluded.pepper,
           changed_at = now(), mac = excluded.mac`,
        [userId, passwordHash, pepper, macs.of(TABLE, [userId, passwordHash])],
      )
    },
    async has(userId) {
      const { rowCount } = await pool.query('select from credential where user_id = $1', [userId])
      return rowCount === 1
    },
    async check(userId, password) {
      const { rows } = await pool.query<Row>(
        'select user_id, password_hash, pepper, mac from credential where user_id = $1',
        [userId ?? null],
      )
      const [row] = rows
      const isOurs = row !== undefined && macs.holds(row.mac, TABLE, [row.user_id, row.password_hash])
      const known = isOurs ? row : undefined
      const under = known === undefined ? secret : await peppers.of(known.pepper)
      const isRight = await verify(
        known?.password_hash ?? (await nobodys),
        password,
        under === undefined ? {} : { secret: under },
      )
      if (known === undefined || !isRight) return false
      if (known.pepper !== pepper || !known.password_hash.startsWith(AS_NOW))
        await keepAsNow(known.user_id, known.password_hash, password)
      return true
    },
  }
}

/** Takes the passwords from before they had MACs under theirs, once; `ownerUrl` may change the table. */
export const signOldPasswords = (pool: pg.Pool, ownerUrl: string, macs: RowMacs): Promise<void> =>
  signOldRows(pool, ownerUrl, { table: TABLE, column: 'mac' }, async (owner) => {
    const old = await owner.query<{ user_id: string; password_hash: string }>(
      `select user_id, password_hash from public.credential where mac = ''`,
    )
    const made = old.rows.map(({ user_id: user, password_hash: hash }) => macs.of(TABLE, [user, hash]))
    await owner.query(
      'update public.credential c set mac = n.mac from unnest($1::text[], $2::text[]) n(user_id, mac) where c.user_id = n.user_id',
      [old.rows.map(({ user_id: user }) => user), made],
    )
  })
