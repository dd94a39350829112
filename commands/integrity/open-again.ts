import type pg from 'pg'
import type { DomainLog } from '#commands/log/domain-log.ts'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import type { LiveSealKeys } from '#commands/log/seals/seal.ts'
import { signDecision } from '#commands/log/signed-decision.ts'
import type { StoredRows } from '#commands/log/verify/rows.ts'
import { createDecisions } from '#commands/log/decisions.ts'
import { decisionAbout } from './decision-about.ts'
import { type Effect, effectOf } from './effect.ts'
import type { Finding } from './finding.ts'
import type { ForeignRow } from './finding-row.ts'
import { dropFindings, dropForeign, readFindings } from './finding-store.ts'
import { putCodesRight } from '#commands/given-codes.ts'
import { forNow, isOfCounter } from './for-now.ts'
import { namedFindings, type Place } from './places.ts'
import { recordDecision } from './record-decision.ts'

/** What an operator decides: who, why, and the places of what was found, all of them. */
export type Opening = { readonly by: string; readonly reason: string; readonly places: readonly Place[] }

export type Opened = {
  /** What no process of the portal wrote among the findings: it decides nothing, and is taken out with a decision. */
  readonly foreign: readonly ForeignRow[]
} & (
  | {
      readonly outcome: 'opened'
      readonly position: Position
      readonly findings: readonly Finding[]
      readonly effect: Effect
      /** Those of them that close the portal again when they are found again. */
      readonly forNow: ReadonlySet<Finding>
    }
  /** Nothing was recorded: nothing is there at some of the places, or something is left that they do not name. */
  | {
      readonly outcome: 'refused'
      readonly empty: readonly Place[]
      readonly left: readonly Finding[]
      /** Of a decision about what is left. */
      readonly effect: Effect
      readonly forNow: ReadonlySet<Finding>
    }
)

type Portal = {
  readonly pool: pg.Pool
  readonly eventLog: Pick<EventLog, 'read'>
  readonly rows: StoredRows
  readonly log: Pick<DomainLog, 'append' | 'head' | 'follow'>
  readonly eventKeys: LiveEventKeys
  /** The newest signs the decision. */
  readonly sealKeys: LiveSealKeys
}

/**
 * Records that an operator has looked at all that was found, what of it is left out from now on, and that the portal writes
 * again: an event like any other, under the portal's own key, and signed under that of its seals. Processes that run see it within a second or two. `now` is
 * in milliseconds since 1970.
 */
export async function openAgain(
  { pool, eventLog, rows, log, eventKeys, sealKeys }: Portal,
  opening: Opening,
  now: () => number,
): Promise<Opened> {
  const { by, reason, places } = opening
  const decided = await createDecisions(eventLog, { eventKeys, sealKeys }).learn()
  const kept = await readFindings(pool, eventKeys)
  const { foreign } = kept
  const open = kept.findings.filter((one) => decisionAbout(decided, one) === undefined && !decided.isNamed(one))
  const { findings, empty, left } = namedFindings(open, places)
  const effectAbout = async (about: readonly Finding[]) => {
    const { head } = await rows.bounds()
    const effect = await effectOf({ rows, eventKeys, decided }, about)
    const notMended = about.filter((one) => !effect.mended.has(one))
    return { effect, forNow: forNow(notMended, effect.leftOut, head) }
  }
  if (empty.length > 0 || left.length > 0 || findings.length === 0)
    return { outcome: 'refused', empty, left, foreign, ...(await effectAbout(left)) }
  const { effect, forNow: passing } = await effectAbout(findings)
  // Before anybody writes again: the next code would be somebody's.
  if (findings.some(isOfCounter)) await putCodesRight(pool, log)
  // Never before what it is about, whoever's clock that was found by: what is found again is told apart by time.
  const at = [new Date(now()).toISOString(), ...findings.map(({ foundAt }) => foundAt)].reduce((one, other) =>
    one > other ? one : other,
  )
  const data = signDecision(sealKeys.signing(), decided.known, {
    findings: findings.map((finding) => {
      const { id, position, through, check } = finding
      return {
        ...{ id, position, check },
        ...(through === undefined ? {} : { through }),
        ...(effect.mended.has(finding) || passing.has(finding) ? { mended: true as const } : {}),
      }
    }),
    ...{ leftOut: effect.leftOut, by, reason, at },
  })
  const event = { type: 'PortalOpenedAgain', data } as const
  const position = await recordDecision({ eventLog, log }, decided.known, 'OpenPortalAgain', event)
  await dropFindings(pool, findings)
  await dropForeign(pool, foreign)
  return { outcome: 'opened', position, findings, foreign, effect, forNow: passing }
}
