import type { AnyCommand, Refusal } from '#domain/kernel/decider.ts'
import type { Handler } from '#commands/handle.ts'
import type { Outcome } from '#commands/handle-again.ts'
import type { Recorded } from '#commands/log/domain-log.ts'

/** What an event, or a timer, changes in what is open. */
export type Change =
  | { readonly kind: 'open'; readonly key: string; readonly workAfterMs: number | undefined }
  | { readonly kind: 'close'; readonly key: string }
  | { readonly kind: 'timer'; readonly key: string; readonly name: string; readonly dueAt: string }
  | { readonly kind: 'mail'; readonly template: string; readonly to: string }

/**
 * Opens an item, or opens it again: it holds the place of the event, nothing of what the event says. It is worked after so
 * many milliseconds (for as long its own handler may finish it), or, when left out, only when a timer opens it so.
 */
export const opens = (key: string, workAfterMs?: number): Change => ({ kind: 'open', key, workAfterMs })
/** Closes an item, and its timers with it; nothing when there is none. */
export const closes = (key: string): Change => ({ kind: 'close', key })
/** Something to be done at a time (ISO, UTC) unless the item is closed before; the same name again moves it. */
export const timer = (key: string, name: string, dueAt: string): Change => ({ kind: 'timer', key, name, dueAt })
/** A mail to somebody (user id), once for the event or timer that asks for it. */
export const mails = (template: string, to: string): Change => ({ kind: 'mail', template, to })

/** Something open: its key within the process, and the event that opened it, read from the log when it is needed. */
export type Item = { readonly key: string; readonly event: Recorded }

/**
 * How an item is taken to its end: steps that are safe to repeat, as their ids derive from the event. A *no* of the domain
 * on the way forward is for good, and leads back; an item that may go neither way waits for somebody. Whatever is thrown
 * is tried again.
 */
export type Work = {
  readonly forward: (handler: Handler, item: Item) => Promise<Outcome<string>>
  /** Without one, a *no* is the end of the way. */
  readonly back?: (handler: Handler, item: Item, refusal: Refusal) => Promise<Outcome<string>>
}

/**
 * What must happen after an event, surely and once (architecture.md, Processes): data and pure functions, which the
 * runner keeps in tables. What it is called must not change: its open items go by it.
 */
export type ProcessDefinition = {
  readonly name: string
  /** By the event's type. */
  readonly on: Readonly<Record<string, (event: Recorded) => readonly Change[]>>
  readonly work?: Work
  /** By the timer's name: what follows when it is due. */
  readonly timers?: Readonly<Record<string, (item: Item) => readonly Change[]>>
}

/** Stands for the command that recorded an event: what follows from it takes the ids that its own handler would give. */
export function commandBehind({ id, event, meta }: Recorded): AnyCommand {
  const { by, at } = event.data as { readonly by: string; readonly at: string }
  const { commandId, roles, permission, coeId, onBehalfOf, correlationId } = meta
  const origin = {
    ...{ roles, permission, correlationId, causationId: id },
    ...(coeId === undefined ? {} : { coeId }),
    ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
  }
  return { type: event.type, id: commandId, by, at, data: {}, origin }
}
