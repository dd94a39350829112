import { hash, verify } from '@node-rs/argon2'
import type pg from 'pg'

/** argon2id as OWASP asks of servers: 46 MiB, one pass, one lane. */
const ARGON2ID = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** Passwords: kept as argon2id hashes in a plain table, never in the log. */
export type Credentials = {
  setPassword(userId: string, password: string): Promise<void>
  /** Whether the user has a password at all. */
  has(userId: string): Promise<boolean>
  /** Whether the password is the user's. Takes as long for a user who is not there. */
  check(userId: string | undefined, password: string): Promise<boolean>
}

/** Passwords in the table `credential`. */
export function createCredentials(pool: pg.Pool): Credentials {
  const nobodys = hash('nobody has this password', ARGON2ID)
  return {
    async setPassword(userId, password) {
      const passwordHash = await hash(password, ARGON2ID)
      await pool.query(
        `insert into credential (user_id, password_hash, changed_at) values ($1, $2, now())
         on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()`,
        [userId, passwordHash],
      )
    },
    async has(userId) {
      const { rowCount } = await pool.query('select from credential where user_id = $1', [userId])
      return rowCount === 1
    },
    async check(userId, password) {
      const { rows } = await pool.query<{ password_hash: string }>(
        'select password_hash from credential where user_id = $1',
        [userId ?? null],
      )
      const known = rows[0]?.password_hash
      const isRight = await verify(known ?? (await nobodys), password)
      return known !== undefined && isRight
    },
  }
}
