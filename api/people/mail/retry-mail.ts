import type { FastifyPluginAsync } from 'fastify'
import { retryMail as retry } from '#commands/people/mail/retry-mail.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import { notFound } from '#api/http-error.ts'
import { RetryMailBody } from '#api/people/contracts/outbox.ts'

/** POST /api/outbox/retry: a mail that could not be sent is tried again; who wanted that stands in the log. */
export const retryMail: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/outbox/retry',
    summary: 'Try a mail again that could not be sent',
    tag: 'Mail',
    permission: 'MANAGE_MAIL',
    scope: 'all',
    body: RetryMailBody,
    reach: async ({ context: { pool }, body: { mail_id: id } }) => {
      const { rows } = await pool.query<{ recipient: string; attempts: number }>(
        'select recipient, attempts from outbox where id::text = $1 and is_dead',
        [id],
      )
      const [row] = rows
      if (row === undefined) throw notFound('Mail')
      return { mailId: id, userId: row.recipient, tries: row.attempts }
    },
    run: async ({ request, context }, about) =>
      ofId(about.mailId, await retry(context, commandFrom(request, 'RetryMail', about))),
    message: 'The email is being sent again',
    shows: [],
  })
}
