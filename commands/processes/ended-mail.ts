import type pg from 'pg'
import type { RowMacs } from '#commands/row-macs.ts'
import { signOldRows } from '#commands/sign-old-rows.ts'

/** How a mail has ended, as its row says: sent (ms since 1970), or a dead letter. Neither: it waits. */
export type EndOfMail = { readonly id: string; readonly sentAt: number | undefined; readonly isDead: boolean }

const TABLE = 'outbox'
const saidBy = ({ id, sentAt, isDead }: EndOfMail) => [id, sentAt ?? null, isDead ? 'dead' : 'sent']

/**
 * The MAC of a mail's end: whoever has the database alone could have a mail not sent by saying that it was. Null of one that
 * waits: the log says of it that it is to be sent.
 */
export const endedMac = (macs: RowMacs, end: EndOfMail): string | null =>
  end.sentAt === undefined && !end.isDead ? null : macs.of(TABLE, saidBy(end))

/** Whether the portal's sender has ended a mail as its row says. */
export const isEndedByUs = (macs: RowMacs, end: EndOfMail, mac: string | null): boolean =>
  macs.holds(mac ?? '', TABLE, saidBy(end))

/** Takes the mails that had ended before that was signed under their MACs, once; `ownerUrl` may change the table. */
export const signOldMails = (pool: pg.Pool, ownerUrl: string, macs: RowMacs): Promise<void> =>
  signOldRows(pool, ownerUrl, { table: TABLE, column: 'ended_mac' }, async (owner) => {
    const { rows } = await owner.query<{ id: string; sent_at: Date | null; is_dead: boolean }>(
      `select id, sent_at, is_dead from public.outbox where ended_mac = '' and (sent_at is not null or is_dead)`,
    )
    const made = rows.map(({ id, sent_at: sentAt, is_dead: isDead }) =>
      endedMac(macs, { id, sentAt: sentAt?.getTime(), isDead }),
    )
    await owner.query(
      'update public.outbox o set ended_mac = n.mac from unnest($1::uuid[], $2::text[]) n(id, mac) where o.id = n.id',
      [rows.map(({ id }) => id), made],
    )
  })
