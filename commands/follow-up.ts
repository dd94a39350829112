import type { AnyCommand, Command } from '#domain/kernel/decider.ts'
import { deriveId } from './ids.ts'

/** A follow-up of a command, with an id that derives from it. */
export function followUp<T extends string, D>(cause: AnyCommand, type: T, data: D): Command<T, D> {
  return { type, data, id: deriveId(cause.id, type), by: cause.by, at: cause.at, origin: cause.origin }
}
