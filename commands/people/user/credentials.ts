import { hash, verify } from '@node-rs/argon2'
import type pg from 'pg'
import type { RowMacs } from '#commands/row-macs.ts'
import type { Peppers } from '#commands/peppers.ts'
import { inTransaction } from '#commands/postgres.ts'
import { signOldRows } from '#commands/sign-old-rows.ts'

/** argon2id as OWASP asks of servers: 46 MiB, one pass, one lane. */
const ARGON2ID = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }
/** The same password, however a keyboard composes its letters (NFC). */
const canonical = (password: string) => password.normalize('NFC')
/** How a hash of these begins. */
const AS_NOW = '$argon2id$v=19$m=47104,t=1,p=1$'

/** A change of a password, until the log says that there was one. `at`: ISO, UTC. */
export type UnrecordedChange = {
  readonly userId: string
  readonly id: string
  readonly codeId: string | undefined
  readonly at: string
}
/** `alongside` is done in the same transaction. */
export type Change = Omit<UnrecordedChange, 'userId'> & {
  readonly alongside: (client: pg.ClientBase) => Promise<unknown>
}

/** A password before it is anybody's: its hash, and the number of the pepper that it was made under. */
export type HashedPassword = { readonly hash: string; readonly pepper: number }

/** Passwords: kept as argon2id hashes in a plain table, never in the log. */
export type Credentials = {
  /** `change` stays with it until it is recorded; left out, it is one that nobody had before. */
  setPassword(userId: string, password: string, change?: Change): Promise<void>
  /** Hashes one that is set later, by `setFirst`. */
  hashed(password: string): Promise<HashedPassword>
  isSame(hashed: HashedPassword, password: string): Promise<boolean>
  /** Sets the password of somebody who has none; who has one keeps it. */
  setFirst(userId: string, hashed: HashedPassword): Promise<void>
  /** What was changed before then (ms since 1970) and not said to be recorded. */
  unrecorded(before: number): Promise<readonly UnrecordedChange[]>
  changeRecorded(userId: string, id: string): Promise<void>
  /** Whether the user has a password at all. */
  has(userId: string): Promise<boolean>
  /**
   * Whether the password is the user's. Takes as long for a user who is not there. A right one that is kept as it was kept
   * once, under an older pepper or none, is kept as now from then on.
   */
  check(userId: string | undefined, password: string): Promise<boolean>
}

const TABLE = 'credential'

type Row = Said & { readonly pepper: number; readonly mac: string; readonly changed_at: string }
type Said = {
  readonly user_id: string
  readonly password_hash: string
  /** Of a change that is to be recorded yet. */
  readonly change_id: string | null
  readonly change_code: string | null
}
const COLUMNS = 'user_id, password_hash, change_id, change_code, pepper, mac, changed_at'

/** What a row says of itself: also what is to be recorded under somebody's name. */
const saidBy = ({ user_id: user, password_hash: hash, change_id: id, change_code: code }: Said) =>
  id === null ? [user, hash] : [user, hash, id, code]

/**
 * Passwords in the table `credential`, each under a MAC with whose it is: one that was written past the portal, or is somebody
 * else's, is nobody's. `pepper` is the number of the one that it is hashed under, 0 of those from before there were any.
 */
export function createCredentials(pool: pg.Pool, macs: RowMacs, peppers: Peppers): Credentials {
  const { number: pepper, key: secret } = peppers.current
  const hashed = (password: string) => hash(canonical(password), { ...ARGON2ID, secret })
  const nobodys = hashed('nobody has this password')

  /** Whether a password is right, and how it was hashed: in its canonical form, or, by an older version, as it was typed. */
  async function howRight(known: HashedPassword | undefined, password: string): Promise<'canonical' | 'typed' | 'no'> {
    const under = known === undefined ? secret : await peppers.of(known.pepper)
    const kept = known?.hash ?? (await nobodys)
    const isKept = (one: string) => verify(kept, one, under === undefined ? {} : { secret: under })
    if (await isKept(canonical(password))) return 'canonical'
    return password !== canonical(password) && (await isKept(password)) ? 'typed' : 'no'
  }

  const macOf = (said: Said) => macs.of(TABLE, saidBy(said))
  const isOurs = (row: Row) => macs.holds(row.mac, TABLE, saidBy(row))

  async function keepAsNow({ user_id: userId, password_hash: old }: Row, password: string): Promise<void> {
    const passwordHash = await hashed(password)
    // Another password may have been set meanwhile, and stays.
    await pool.query(
      `update credential set password_hash = $3, pepper = $4, mac = $5
        where user_id = $1 and password_hash = $2 and change_id is null`,
      [userId, old, passwordHash, pepper, macs.of(TABLE, [userId, passwordHash])],
    )
  }

  return {
    async setPassword(userId, password, change) {
      const passwordHash = await hashed(password)
      const { id = null, codeId = null, at = null } = change ?? {}
      const said = { user_id: userId, password_hash: passwordHash, change_id: id, change_code: codeId }
      await inOne(pool, async (client) => {
        await client.query(
          `insert into credential (user_id, password_hash, pepper, change_id, change_code, changed_at, mac)
           values ($1, $2, $3, $4, $5, coalesce($6::timestamptz, now()), $7)
           on conflict (user_id) do update set password_hash = excluded.password_hash, pepper = excluded.pepper,
             change_id = excluded.change_id, change_code = excluded.change_code, changed_at = excluded.changed_at,
             mac = excluded.mac`,
          [userId, passwordHash, pepper, id, codeId, at, macOf(said)],
        )
        await change?.alongside(client)
      })
    },
    hashed: async (password) => ({ hash: await hashed(password), pepper }),
    isSame: async (known, password) => (await howRight(known, password)) !== 'no',
    async setFirst(userId, first) {
      await pool.query(
        `insert into credential (user_id, password_hash, pepper, changed_at, mac) values ($1, $2, $3, now(), $4)
         on conflict (user_id) do nothing`,
        [userId, first.hash, first.pepper, macs.of(TABLE, [userId, first.hash])],
      )
    },
    async unrecorded(before) {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from credential where change_id is not null and changed_at < $1 limit 100`,
        [new Date(before)],
      )
      return rows.filter(isOurs).map(({ user_id: userId, change_id: id, change_code: code, changed_at: at }) => ({
        ...{ userId, id: id ?? '', codeId: code ?? undefined, at: new Date(at).toISOString() },
      }))
    },
    async changeRecorded(userId, id) {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from credential where user_id = $1 and change_id = $2`,
        [userId, id],
      )
      const [row] = rows
      if (row === undefined || !isOurs(row)) return
      const mac = macOf({ ...row, change_id: null, change_code: null })
      await pool.query(
        'update credential set change_id = null, change_code = null, mac = $3 where user_id = $1 and change_id = $2',
        [userId, id, mac],
      )
    },
    async has(userId) {
      const { rowCount } = await pool.query('select from credential where user_id = $1', [userId])
      return rowCount === 1
    },
    async check(userId, password) {
      const { rows } = await pool.query<Row>(`select ${COLUMNS} from credential where user_id = $1`, [userId ?? null])
      const [row] = rows
      const known = row !== undefined && isOurs(row) ? row : undefined
      const kept = known && { hash: known.password_hash, pepper: known.pepper }
      const right = await howRight(kept, password)
      if (known === undefined || right === 'no') return false
      // What a process with a newer pepper has kept is left to it.
      const isAsNow = right === 'canonical' && known.password_hash.startsWith(AS_NOW)
      if (known.pepper < pepper || (known.pepper === pepper && !isAsNow)) await keepAsNow(known, password)
      return true
    },
  }
}

async function inOne(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await inTransaction(client, () => work(client))
  } finally {
    client.release()
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
