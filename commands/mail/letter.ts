import type { Recorded } from '#commands/log/domain-log.ts'
import type { CodePurpose } from '#domain/people/user/events.ts'

/**
 * What a mail says. It is read on lock screens, by whoever shares the mailbox, and sometimes by a stranger: no name (but in a
 * mail with a code, its reader's own first name), no illness, no amount, no hospital (tests/commands/mail/templates.test.ts), and the fund by its letters alone.
 */
export type Letter = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Where to go on in the portal: a path of its own, with no secret but an invitation. */
  readonly link?: { readonly label: string; readonly path: string }
}

/** What a letter is written with, beside its event. */
export type Means = {
  /** The e-mail that it goes to, and the first name of whose it is: for codes alone, which open a page and greet its owner. */
  readonly to: string
  readonly firstName: string
  /** The code of this id to whom it is sent (commands/people/user/mailed-code.ts). */
  readonly codeOf: (asked: { readonly codeId: string; readonly purpose: CodePurpose }) => string
  /** The last part of the link by which somebody chooses their first password (commands/people/user/invitation.ts). */
  readonly invitationOf: (invitation: Invitation) => string
  /** Milliseconds since 1970. */
  readonly now: number
}

type Invitation = { readonly userId: string; readonly codeId: string; readonly until: number }

/** Writes the letter about an event as it reads today; undefined when it has become pointless, and nobody is written to. */
export type MailTemplate = (event: Recorded, means: Means) => Letter | undefined

/** By the name that stands in the outbox, which must not change. */
export type MailTemplates = Readonly<Record<string, MailTemplate>>

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const FOOT =
  'This email was sent by the CHF portal. Replies are not read. The help desk never asks for codes or passwords.'

/** The letter as plain text and as HTML, from the one and the same words. `portalUrl` has no slash at its end. */
export function renderLetter(
  { subject, paragraphs, link }: Letter,
  portalUrl: string,
): { readonly text: string; readonly html: string } {
  const url = link === undefined ? '' : `${portalUrl}${link.path}`
  const text = [...paragraphs, ...(link === undefined ? [] : [`${link.label}: ${url}`]), `-- \n${FOOT}`].join('\n\n')
  const bodyStyle = 'margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1a1a1a;background:#ffffff'
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="${bodyStyle}"><div style="max-width:560px">`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(link === undefined
      ? []
      : [`<p><a href="${escaped(url)}" style="color:#0b6b3a">${escaped(link.label)}</a></p>`]),
    `<p style="color:#595959;font-size:13px">${escaped(FOOT)}</p></div></body></html>\n`,
  ].join('\n')
  return { text: `${text}\n`, html }
}
