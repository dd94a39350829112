import { createHmac } from 'node:crypto'

/** The id of the claim of an id on CAP: a keyed hash, as of e-mails (email-key.ts), under the same secret. */
export const capKey = (capId: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`chf-cap-1\n${capId.trim().normalize('NFC').toLowerCase()}`)
    .digest('hex')
