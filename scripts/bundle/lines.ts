import type { StreamEnd } from '#commands/log/seals/ends-tree.ts'
import type { StoredEvent } from '#commands/log/event-log.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import type { Seal } from '#domain/seal/events.ts'
import type { About } from './about.ts'

// Each line of a bundle is one of these as JSON, in this very order of fields: verify-bundle.mjs takes no other.

export const headerLine = (about: About, { keyId, position }: Seal) => ({
  bundle: { format: 'chf-bundle-1', about, keyId, position },
})
export const sealLine = (seal: Seal) => ({ seal })
/** The row as its digest is taken over (commands/log/seals/seal.ts). */
export const eventLine = ({ position, stream, revision, id, type, data, meta, recordedAt }: StoredEvent) => ({
  event: [position, stream, revision, id, type, data, meta, recordedAt],
})
export const endLine = (end: StreamEnd, proof: readonly string[]) => ({
  end: { stream: end.stream, revision: end.revision, hash: end.hash, proof },
})

/** The log is not what was sealed: a bundle of it would convince nobody. */
export class LogDoesNotHold extends StartRefused {
  constructor(what: string) {
    super(`The log holds other events ${what} than those that were sealed. Nothing was written: run npm run verify`)
    this.name = 'LogDoesNotHold'
  }
}
