import { type Decision, decisionsIn, NO_DECISIONS } from '#commands/log/decisions.ts'
import { decisionAbout } from '#commands/integrity/decision-about.ts'
import { checkMoney, type MoneyTotals } from '#commands/money/ledger/verify-money.ts'
import { checkDisputes } from '#commands/money/ledger/verify-disputes.ts'
import { checkInvoices } from '#commands/money/ledger/verify-invoices.ts'
import { checkFundingDays } from '#commands/money/ledger/verify-funding-days.ts'
import { checkMoves } from '#commands/money/ledger/verify-moves.ts'
import { createDifferences, type Difference } from './difference.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'
import { checkEvent, faultOf } from '#commands/log/event-hash.ts'
import type { KnownEventKeys } from '#commands/log/event-mac.ts'
import type { Differs, LogCheck, MakeCheck } from './log-check.ts'
import { createChainCheck } from './chain.ts'
import type { StoredRows } from './rows.ts'
import { createLeftOutCheck } from './left-out.ts'
import { createSkipsCheck } from './skips.ts'
import { createRulesCheck } from './rules.ts'
import type { SealKeys } from '#commands/log/seals/seal.ts'
import type { SecondPlace } from '#commands/log/seals/second-place.ts'
import { createSealCheck, readKeptSeals, type SealTotals } from './seals.ts'
import { walk } from './walk.ts'

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
  readonly sealKeys: SealKeys
  /** By which the events' MACs are checked; undefined where they are not at hand: then that is said. */
  readonly eventKeys: KnownEventKeys | undefined
  /** The file outside the database that has the seals; a copy that is kept elsewhere may lack the last ones. */
  readonly sealFile: string
  readonly isCopy?: boolean
  /** Where the seals go as well; undefined where there is none. */
  readonly secondPlace?: SecondPlace | undefined
  /** What else is held against the log, beside its chains, seals and money. */
  readonly checks?: readonly MakeCheck[]
  /** Told after each page. */
  readonly progress?: Progress
  /** Told while the streams are replayed by their rules, with how many of the events were. */
  readonly replayed?: Progress
}

type Progress = (done: number, of: number) => void

/**
 * Walks the stored rows once, from the first to the last: positions without a gap, revisions and hashes of every stream,
 * who wrote each event, seals of log and file, the money, the rules of every stream, and whatever else it is given. Nothing is decrypted, so erased
 * people change nothing. Keeps what its checks keep.
 */
export async function verifyLog({
  rows,
  sealKeys,
  eventKeys,
  sealFile,
  isCopy = false,
  secondPlace,
  checks = [],
  progress,
  replayed,
}: VerifyOptions): Promise<Verification> {
  // Only under the portal's own keys does anybody decide anything: without them, whatever does not hold counts.
  const decisions =
    eventKeys === undefined
      ? NO_DECISIONS
      : decisionsIn(await rows.decisionRows(), { eventKeys, sealKeys: { all: () => sealKeys } })
  const differences = createDifferences((difference) => decisionAbout(decisions, difference) !== undefined)
  const differs = differences.add
  for (const unsigned of decisions.unsigned) differs(unsigned)
  // In this order, as the portal may be writing: what the file has is in the log by then, and so is every seal up to head.
  const sealRows = async () => (await rows.sealRows()).filter((row) => isOurs(row, eventKeys))
  const kept = await readKeptSeals({ sealKeys, sealRows, sealFile, isCopy, secondPlace, differs })
  const bounds = await rows.bounds()
  const failed = new Set<Position>()
  const hasFailed = (position: Position) => failed.has(position)
  const isPassedOver = (position: Position) => hasFailed(position) || decisions.leftOut(position) !== undefined
  const chain = createChainCheck(eventKeys, differs, (position) => failed.add(position))
  const money = checkMoney(differs)
  const seals = createSealCheck(sealKeys, kept, await sealRows(), differs)
  // One change is one difference: of an event that does not hold already, its rules say nothing more.
  const inRules: Differs = (found) => differences.isTold(found.position) || differs(found)
  const ways: LogCheck = {
    async page(events) {
      for (const missed of (await rows.missed?.(events)) ?? []) differs(missed)
    },
  }
  const ofMoney = [checkMoves(inRules), checkFundingDays(inRules), checkDisputes(inRules), checkInvoices(inRules)]
  const rules = [...ofMoney, createRulesCheck(rows, inRules, isPassedOver, replayed)]
  // The chain first: what it says does not hold, the others do not take for what it says.
  const leftOut = createLeftOutCheck(decisions, hasFailed)
  const skips = createSkipsCheck(sealKeys, inRules)
  const all: readonly LogCheck[] = [
    ...[chain, leftOut, skips, money, seals, ways, ...rules],
    ...checks.map((make) => make(differs)),
  ]
  const events = await walk({ rows, bounds, checks: all, differs, isPassedOver, hasFailed, progress })
  return {
    ...{ events, streams: chain.streams(), head: bounds.head, money: money.totals(), seals: seals.totals() },
    notes: all.flatMap((check) => check.notes?.() ?? []),
    unchecked: all.flatMap((check) => check.unchecked?.() ?? []),
    decided: differences.decided().flatMap((difference) => {
      const decision = decisionAbout(decisions, difference)
      if (decision === undefined) return []
      const { by, reason, at, place } = decision
      return [{ ...difference, decision: { by, reason, at, place } }]
    }),
    ...{ differences: differences.list(), different: differences.count() },
  }
}

/** Whether a process of the portal wrote an event as it stands; without the keys nobody can say of any that it did not. */
const isOurs = (stored: StoredEvent, keys: KnownEventKeys | undefined): boolean =>
  keys === undefined || faultOf(stored, checkEvent(stored, keys)) === undefined
