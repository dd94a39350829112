import type { RoleEvent } from '#domain/people/role/events.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import type { AnyRight } from '#domain/kernel/rights.ts'
import { allRights, permissionsFor } from '#domain/rights.ts'
import { createBegun } from './begun.ts'
import { createPeopleByLog } from './people-by-log.ts'
import type { Differs, LogCheck } from '#commands/log/verify/log-check.ts'

/** Whose name the portal itself writes in: what an installation begins with, and what nobody asks for. */
const PORTAL = 'system'

type RightedEvent = {
  readonly type: string
  readonly data: { readonly by: string } & Readonly<Record<string, unknown>>
}

/**
 * Whether those who recorded what people answer for could have: by the right of each event (domain/rights.ts), held against
 * what they might by the log of that moment. Whoever holds the key of the events makes nobody of it who could not have done
 * it themselves (docs/decisions/0040-verify-replays-and-rechecks.md).
 */
export function checkRights(differs: Differs) {
  const people = createPeopleByLog()
  const begun = createBegun()
  /** What waits for a second person, by stream, where the stream tells which right that takes. */
  const proposed = new Map<string, string>()
  /** What the portal says once, and somebody has said. */
  const said = new Set<string>()

  /** Whether it may come whatever whoever recorded it holds. */
  function isFree({ type, data }: RightedEvent, stream: string, { system, own, follows }: AnyRight): boolean {
    if (own !== undefined && data[own] === data.by) return true
    if (data.by === PORTAL && (system === 'always' || (system === 'once' && !said.has(type)))) return true
    return follows !== undefined && begun.isFinished(type, { data }, stream)
  }

  /** The permissions of which whoever recorded it held one. */
  function wantedOf({ type, data }: RightedEvent, stream: string, { chain, second }: AnyRight): readonly string[] {
    const link = chain?.of?.(data as never)
    if (link !== undefined) return [link.permission]
    return permissionsFor((second === undefined ? undefined : proposed.get(stream)) ?? type)
  }

  /** What stands behind an event that others are held by. */
  function follow(event: RightedEvent, stream: string): void {
    const { type } = event
    if (allRights[type]?.system === 'once') said.add(type)
    if (PROPOSALS.has(type)) proposed.set(stream, type)
    if (ENDS.has(type)) proposed.delete(stream)
    begun.follow(event, stream)
  }

  return {
    event({ position, stream, recordedAt }, read) {
      if (read === undefined) return people.missed(stream)
      const event = read.event as unknown as RightedEvent
      const right = allRights[event.type]
      if (right !== undefined && isHeld(right) && !people.knowsNobody() && !isFree(event, stream, right)) {
        const wanted = wantedOf(event, stream, right)
        const found = people.whyNot(event.data.by, wanted, recordedAt)
        const expected = `${event.type} by ${inWords(right, wanted)}`
        if (found !== undefined) differs({ position, stream, check: 'right', expected, found })
      }
      follow(event, stream)
      people.learn(read.event as RoleEvent | UserEvent, recordedAt)
    },
  } satisfies LogCheck
}

/** What merely follows is held by the rules of its stream, and what operators do is in their name, who have no account. */
const isHeld = ({ permission, chain, second, own, system }: AnyRight): boolean =>
  [permission, chain, second, own, system].some((way) => way !== undefined)

/** Which of several proposals a second person's word is about tells their stream. */
const PROPOSALS: ReadonlySet<string> = new Set(
  Object.values(allRights).flatMap(({ second = [] }) => (second.length > 1 ? second : [])),
)
const ENDS: ReadonlySet<string> = new Set(['FundingCompleted', 'FundingDeclined', 'FundingWithdrawn'])

function inWords({ own }: AnyRight, wanted: readonly string[]): string {
  if (wanted.length > 0) return `somebody who holds ${wanted.join(' or ')}`
  return own === undefined ? 'the portal itself' : 'whom it is about'
}
