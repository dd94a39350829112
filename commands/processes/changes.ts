import { deriveId } from '#commands/ids.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { Change, ProcessDefinition } from './definition.ts'

/** Where an event stands: all that is kept of it, so that erasing a person reaches every copy of what it says. */
export type Place = { readonly stream: string; readonly revision: number; readonly position: Position }

export type Opened = Place & { readonly key: string; readonly workAfterMs: number | undefined }
export type SetTimer = { readonly key: string; readonly name: string; readonly dueAt: string }
/** `id` is the same whenever the same event or timer asks for it again. */
export type AskedMail = Place & { readonly id: string; readonly template: string; readonly to: string }

/** What some events, or a timer, come to: one for each item, whatever happened to it on the way. */
export type Writes = {
  readonly opened: readonly Opened[]
  /** Also of items that nobody had opened. */
  readonly closed: readonly string[]
  readonly timers: readonly SetTimer[]
  readonly mails: readonly AskedMail[]
}

/**
 * For how long after something has happened mail about it is asked for. What was sent, or could not be, is kept for longer
 * (api/housekeeping.ts), so that a process that begins again finds all that it might ask for.
 */
export const MAIL_ASKED_FOR_MS = 30 * 86_400_000

/** What some events come to. Mail is asked for only by events after `quietUpTo` that were recorded of late; `now` in ms. */
export function foldEvents(
  definition: ProcessDefinition,
  events: readonly Recorded[],
  quietUpTo: Position,
  now: number,
): Writes {
  const folded = begin()
  for (const event of events) {
    const changes = definition.on[event.event.type]?.(event) ?? []
    const mayMail = event.position > quietUpTo && Date.parse(event.recordedAt) > now - MAIL_ASKED_FOR_MS
    for (const change of changes) fold(folded, definition.name, change, event, '', mayMail)
  }
  return end(folded)
}

/**
 * The mail that an event may ever ask for, by the rules of this version: at once, and by the timers of what it opens. Another
 * mail is one that an earlier version's rules asked for (asked-mail.ts), or no process did.
 */
export function mailsOf(
  { name: process, on, timers = {} }: ProcessDefinition,
  event: Recorded,
): { readonly atOnce: readonly AskedMail[]; readonly byTimer: readonly AskedMail[] } {
  const [now, later] = [begin(), begin()]
  for (const change of on[event.event.type]?.(event) ?? []) {
    fold(now, process, change, event, '', true)
    if (change.kind !== 'open') continue
    for (const [name, follows] of Object.entries(timers))
      for (const due of follows({ key: change.key, event })) fold(later, process, due, event, name, true)
  }
  return { atOnce: end(now).mails, byTimer: end(later).mails }
}

/**
 * An event that could not be read stops no process: it is an item of its own, which is open until the event can be read,
 * and then comes to what the event comes to.
 */
export const openUnread = ({ stream, revision, position }: Place): Opened => ({
  ...{ key: unreadKey(position), workAfterMs: 0 },
  ...{ stream, revision, position },
})

const UNREAD = 'unread '
/** The key of an event that could not be read. */
export const unreadKey = (position: Position): string => `${UNREAD}${position}`
export const isUnread = (key: string): boolean => key.startsWith(UNREAD)

/** What a timer that is due comes to, for the item of this event. */
export function foldTimer(
  { name: process, timers = {} }: ProcessDefinition,
  { key, name, event }: { readonly key: string; readonly name: string; readonly event: Recorded },
  mayMail: boolean,
): Writes {
  const folded = begin()
  for (const change of timers[name]?.({ key, event }) ?? []) fold(folded, process, change, event, name, mayMail)
  return end(folded)
}

type Folded = {
  readonly items: Map<string, Opened | 'closed'>
  readonly timers: Map<string, SetTimer>
  readonly mails: Map<string, AskedMail>
}

const begin = (): Folded => ({ items: new Map(), timers: new Map(), mails: new Map() })

const end = ({ items, timers, mails }: Folded): Writes => ({
  opened: [...items.values()].filter((item) => item !== 'closed'),
  closed: [...items].flatMap(([key, item]) => (item === 'closed' ? [key] : [])),
  timers: [...timers.values()],
  mails: [...mails.values()],
})

function fold(
  { items, timers, mails }: Folded,
  process: string,
  change: Change,
  event: Recorded,
  asker: string,
  mayMail: boolean,
): void {
  const place = { stream: event.stream, revision: event.revision, position: event.position }
  switch (change.kind) {
    case 'open':
    case 'close': {
      const { key } = change
      items.set(key, change.kind === 'close' ? 'closed' : { key, workAfterMs: change.workAfterMs, ...place })
      for (const [id, timer] of timers) if (timer.key === key) timers.delete(id)
      return
    }
    case 'timer': {
      const { key, name, dueAt } = change
      timers.set(JSON.stringify([key, name]), { key, name, dueAt })
      return
    }
    case 'mail': {
      if (!mayMail) return
      const { template, to } = change
      const id = deriveId('mail', process, event.id, asker, template, to)
      mails.set(id, { id, template, to, ...place })
    }
  }
}
