import { randomUUID } from 'node:crypto'
import type { AppContext } from '#api/context.ts'
import { accountMail } from '#commands/people/mail/account-mail.ts'
import { askedMac } from '#commands/processes/asked-mail.ts'

/**
 * Puts a dead letter into the outbox as an earlier version of the portal could have left it: one that no version can have
 * asked for would be a finding as soon as it is sent again. Gives its id.
 */
export async function leaveDeadMail({ rowMacs, pool }: AppContext, userId: string): Promise<string> {
  const id = randomUUID()
  const mail = { process: accountMail.name, template: 'roles changed', recipient: userId, stream: `user-${userId}` }
  await pool.query(
    `insert into outbox (id, process, template, recipient, stream, revision, attempts, is_dead, asked_mac)
     values ($1, $2, $3, $4, $5, 0, 10, true, $6)`,
    [id, ...Object.values(mail), askedMac(rowMacs, { id, ...mail, revision: 0 })],
  )
  return id
}
