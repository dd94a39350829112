import type { Sender } from '#commands/processes/outbox.ts'
import { type MailTemplates, type Means, renderLetter } from './letter.ts'

/** A whole mail, as it goes out. */
export type Message = {
  /** The same each time that it is tried, so that whoever receives it twice sees that it is one. */
  readonly id: string
  /** Whose it is. */
  readonly userId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Where somebody is written to, and how they are greeted. */
export type Addressed = { readonly email: string; readonly firstName: string }

/** Takes a mail to where it is delivered: a server, or the mailbox of a portal that has none. */
export type Deliver = (message: Message, signal: AbortSignal) => Promise<void>

export type MailOptions = {
  readonly templates: MailTemplates
  readonly deliver: Deliver
  /** Of whoever may be written to; undefined when nobody is there any more. */
  readonly addressOf: (userId: string) => Promise<Addressed | undefined>
  /** The portal's own address, which links in mails begin with. */
  readonly portalUrl: string
  readonly codeFor: (asked: Parameters<Means['codeOf']>[0], email: string) => string
  readonly invitationOf: Means['invitationOf']
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Sends what the outbox asks for: words and address are looked up now, and kept nowhere. What has become pointless is not
 * sent: to somebody who is gone, or about what no longer counts.
 */
export function createSender({ templates, deliver, addressOf, portalUrl, now, ...means }: MailOptions): Sender {
  return async ({ id, template, to: userId, event }, signal) => {
    const write = templates[template]
    if (write === undefined) throw new Error(`There is no mail ${template}`)
    const addressed = await addressOf(userId)
    if (addressed === undefined) return
    const { email: to, firstName } = addressed
    const { codeFor, invitationOf } = means
    const letter = write(event, { to, firstName, codeOf: (asked) => codeFor(asked, to), invitationOf, now: now() })
    if (letter === undefined) return
    const { subject } = letter
    await deliver({ id, userId, to, subject, ...renderLetter(letter, portalUrl) }, signal)
  }
}
