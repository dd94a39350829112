import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Deliver, Message } from '#commands/mail/send.ts'
import type { PersonKeys } from '#commands/log/keys.ts'
import { sealBytes, unsealBytes } from '#api/sealed-bytes.ts'

export type LocalMail = Pick<Message, 'id' | 'to' | 'subject' | 'text'> & { readonly sentAt: string }

/** Where the mail of a portal without a mail server goes: read at /dev/mailbox, and never in production. */
export type Mailbox = {
  readonly deliver: Deliver
  /** What it holds, the newest first; nothing of people who were erased. */
  list(): Promise<readonly LocalMail[]>
}

/** It is a window, no archive. */
const MOST = 100

const keyOf = (personKey: Buffer): Buffer => createHmac('sha256', personKey).update('local mail').digest()

/** In the table `local_mail`, each mail under its reader's key, so that it ends with them. */
export function createMailbox({ pool, keys }: { readonly pool: pg.Pool; readonly keys: PersonKeys }): Mailbox {
  return {
    async deliver({ id, userId, ...words }) {
      const key = keyOf(await keys.getOrCreate(userId))
      const { to, subject, text } = words
      const sealed = sealBytes(key, Buffer.from(JSON.stringify({ to, subject, text })), id)
      await pool.query(
        `insert into local_mail (id, user_id, sent_at, sealed) values ($1, $2, now(), $3) on conflict (id) do nothing`,
        [id, userId, sealed],
      )
      await pool.query(
        `delete from local_mail where id in (select id from local_mail order by sent_at desc, id offset $1)`,
        [MOST],
      )
    },
    async list() {
      const { rows } = await pool.query<{ id: string; user_id: string; sent_at: string; sealed: Buffer }>(
        'select id, user_id, sent_at, sealed from local_mail order by sent_at desc, id',
      )
      const found = await keys.load(rows.map(({ user_id: userId }) => userId))
      return rows.flatMap(({ id, user_id: userId, sent_at: sentAt, sealed }) => {
        const key = found.get(userId)
        if (key === undefined) return []
        const words = wordsIn(keyOf(key), sealed, id)
        return words === undefined ? [] : [{ id, sentAt, ...words }]
      })
    },
  }
}

type Words = Pick<LocalMail, 'to' | 'subject' | 'text'>

/** Undefined of a row that the portal did not write, or that is another's. */
function wordsIn(key: Buffer, sealed: Buffer, id: string): Words | undefined {
  try {
    return JSON.parse(unsealBytes(key, sealed, id).toString('utf8')) as Words
  } catch {
    return undefined
  }
}
