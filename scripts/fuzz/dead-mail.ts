import type { AppContext } from '#api/context.ts'
import { accountMail } from '#commands/people/mail/account-mail.ts'
import { mailIdsOf } from '#commands/processes/changes.ts'

/**
 * Puts a dead letter into the outbox as an earlier version of the portal could have left it: one that no version can have
 * asked for would be a finding as soon as it is sent again. Gives its id.
 */
export async function leaveDeadMail({ log, pool }: AppContext, userId: string): Promise<string> {
  const stream = `user-${userId}`
  const { events } = await log.readWhatHolds(stream, 0, 1)
  const [registered] = events
  const mail = { template: 'roles changed', recipient: userId }
  const [id] = registered === undefined ? [] : mailIdsOf(accountMail, registered, mail)
  if (id === undefined) throw new Error(`Nobody is registered as ${userId}`)
  await pool.query(
    `insert into outbox (id, process, template, recipient, stream, revision, attempts, is_dead)
     values ($1, $2, $3, $4, $5, 0, 10, true)`,
    [id, accountMail.name, mail.template, mail.recipient, stream],
  )
  return id
}
