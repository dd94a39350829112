import type pg from 'pg'
import type { Command } from '#domain/kernel/decider.ts'
import { user, type User, type UserRefusal } from '#domain/people/user/user.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handled, type Handler } from '#commands/handle.ts'

export type RetryMail = Command<
  'RetryMail',
  { readonly userId: string; readonly mailId: string; readonly tries: number }
>

/**
 * Has a mail tried again that could not be sent, and records who wanted that: first in the log, so that none goes out
 * again without a name. Cut in between it is asked for once more.
 */
export async function retryMail(
  { handler, pool }: { readonly handler: Handler; readonly pool: pg.Pool },
  command: RetryMail,
): Promise<Handled<User, UserRefusal>> {
  const { userId, mailId, tries } = command.data
  const recorded = await handle(handler, user, userId, followUp(command, 'RetryMail', { userId, mailId, tries }))
  if (recorded.outcome === 'done')
    await pool.query(
      `update outbox set is_dead = false, error = null, due_at = now(), ended_mac = null
        where id = $1 and is_dead and sent_at is null`,
      [mailId],
    )
  return recorded
}
