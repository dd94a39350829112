import type { KeyObject } from 'node:crypto'
import { decidedIn, type Decision, decisionsIn } from '#commands/integrity/decisions.ts'
import { findingId } from '#commands/integrity/finding.ts'
import { checkMoney, type MoneyTotals } from '#commands/money/ledger/verify-money.ts'
import { checkMoves } from '#commands/money/ledger/verify-moves.ts'
import { createDifferences, type Difference } from './difference.ts'
import type { Position } from './event-log.ts'
import type { EventKeys } from './event-mac.ts'
import type { Differs, LogCheck, MakeCheck } from './log-check.ts'
import { createChainCheck } from './verify-chain.ts'
import type { StoredRows } from './verify-rows.ts'
import { createRulesCheck } from './verify-rules.ts'
import type { SecondPlace } from './second-place.ts'
import { createSealCheck, readKeptSeals, type SealTotals } from './verify-seals.ts'
import { walk } from './verify-walk.ts'

export type Verification = {
  /** Events that were looked at. */
  readonly events: number
  readonly streams: number
  readonly head: Position
  readonly money: MoneyTotals
  readonly seals: SealTotals
  /** What is no difference and should be said. */
  readonly notes: readonly string[]
  /** What nothing was held against. */
  readonly unchecked: readonly string[]
  /** What does not hold, and an operator has decided that the portal goes on all the same. */
  readonly decided: readonly Decided[]
  /** What else does not hold, in order of position: the first thousand that were found. */
  readonly differences: readonly Difference[]
  /** How many there are in all. */
  readonly different: number
}

export type Decided = Difference & { readonly decision: Pick<Decision, 'by' | 'reason' | 'at' | 'place'> }

export type VerifyOptions = {
  readonly rows: StoredRows
  readonly publicKey: KeyObject
  /** By which the events' MACs are checked; undefined where they are not at hand: then that is said. */
  readonly eventKeys: Pick<EventKeys, 'of'> | undefined
  /** The file outside the database that has the seals; a copy that is kept elsewhere may lack the last ones. */
  readonly sealFile: string
  readonly isCopy?: boolean
  /** Where the seals go as well; undefined where there is none. */
  readonly secondPlace?: SecondPlace | undefined
  /** What else is held against the log, beside its chains, seals and money. */
  readonly checks?: readonly MakeCheck[]
  /** Told after each page. */
  readonly progress?: (position: Position, head: Position) => void
}

/**
 * Walks the stored rows once, from the first to the last: positions without a gap, revisions and hashes of every stream,
 * who wrote each event, seals of log and file, the money, the rules of every stream, and whatever else it is given. Nothing is decrypted, so erased
 * people change nothing. Keeps what its checks keep.
 */
export async function verifyLog({
  rows,
  publicKey,
  eventKeys,
  sealFile,
  isCopy = false,
  secondPlace,
  checks = [],
  progress,
}: VerifyOptions): Promise<Verification> {
  // Only under the portal's own keys does anybody decide anything: without them, whatever does not hold counts.
  const decisions = eventKeys === undefined ? [] : decisionsIn(await rows.decisionRows(), eventKeys)
  const deciding = decidedIn(decisions)
  const differences = createDifferences((difference) => deciding.has(findingId(difference)))
  const differs = differences.add
  // In this order, as the portal may be writing: what the file has is in the log by then, and so is every seal up to head.
  const kept = await readKeptSeals({ publicKey, rows, sealFile, isCopy, secondPlace, differs })
  const bounds = await rows.bounds()
  const chain = createChainCheck(eventKeys, differs)
  const money = checkMoney(differs)
  const seals = createSealCheck(publicKey, kept, await rows.sealRows(), differs)
  // One change is one difference: of an event that does not hold already, its rules say nothing more.
  const inRules: Differs = (found) => differences.isTold(found.position) || differs(found)
  const rules = [checkMoves(inRules), createRulesCheck(rows, inRules)]
  const all: readonly LogCheck[] = [chain, money, seals, ...rules, ...checks.map((make) => make(differs))]
  const events = await walk({ rows, bounds, checks: all, differs, progress })
  return {
    ...{ events, streams: chain.streams(), head: bounds.head, money: money.totals(), seals: seals.totals() },
    notes: all.flatMap((check) => check.notes?.() ?? []),
    unchecked: all.flatMap((check) => check.unchecked?.() ?? []),
    decided: differences.decided().flatMap((difference) => {
      const decision = deciding.get(findingId(difference))
      if (decision === undefined) return []
      const { by, reason, at, place } = decision
      return [{ ...difference, decision: { by, reason, at, place } }]
    }),
    ...{ differences: differences.list(), different: differences.count() },
  }
}
