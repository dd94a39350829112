import { createHmac } from 'node:crypto'

/**
 * The id of an e-mail's claim: a keyed hash of its normal form, so that the log tells nobody which e-mails there are.
 * The secret must stay the same for ever: under another, every e-mail would be free again.
 */
export function emailKey(email: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(`chf-email-1\n${email.trim().normalize('NFC').toLowerCase()}`)
    .digest('hex')
}
