import type { FastifyPluginAsync } from 'fastify'
import type { LocalMail, Mailbox } from './mailbox.ts'

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `:root { color-scheme: light dark } body { margin: 0 auto; padding: 24px; max-width: 720px; font: 16px/1.5 system-ui, sans-serif }
article { border: 1px solid; border-radius: 6px; padding: 4px 16px; margin-block: 16px } h2 { font-size: 1rem; margin-block: 12px 4px; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }`

const oneMail = ({ to, subject, text, sentAt }: LocalMail): string =>
  `<article><h2>${escaped(subject)}</h2><div>To ${escaped(to)}, <time>${escaped(sentAt)}</time></div><pre>${escaped(text)}</pre></article>`

/** GET /dev/mailbox: the mail of a portal that has no mail server, for whoever tries it out. Not there in production, and no part of the API. */
export const viewMailbox =
  (mailbox: Mailbox): FastifyPluginAsync =>
  async (app) => {
    app.get(
      '/dev/mailbox',
      { config: { permission: 'public', scope: 'none', shows: [] }, schema: { hide: true } },
      async (_, reply) => {
        const mails = await mailbox.list()
        const none = '<p>No email yet. Reload the page after a few seconds.</p>'
        const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox</title><style>${STYLE}</style></head><body><main><h1>Mailbox</h1>
<p>This portal has no mail server (SMTP_URL). Its emails appear here, newest first.</p>
${mails.length === 0 ? none : mails.map(oneMail).join('\n')}</main></body></html>`
        return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
      },
    )
  }
