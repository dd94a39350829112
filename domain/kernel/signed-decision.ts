import { Id } from './text.ts'

/** Which key of the seals signed a decision of an operator, and its signature (Ed25519, in base64). */
export const signature = { keyId: Id, signature: Id }

/** What stands there of decisions from before they were signed. */
export const UNSIGNED = { keyId: 'none', signature: 'none' } as const
