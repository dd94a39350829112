import { z } from 'zod'
import { checkEvent, type CheckedEvent, unsigned } from '#commands/log/event-hash.ts'
import type { Position, StoredEvent } from '#commands/log/event-log.ts'
import type { EventKeys } from '#commands/log/event-mac.ts'
import type { Account } from '#domain/kernel/accounts.ts'
import { formatNaira, type Kobo, NO_FLOW, plus } from '#domain/kernel/money.ts'
import { postingsOf } from '#domain/money/ledger/postings.ts'
import { type WalletEvent, walletEvents } from '#domain/money/wallet/events.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import type { PostingRow } from '#projections/money/posting/posting.ts'
import type { AccountVersion, ProofRows } from './proof-rows.ts'

/** The first thing that does not hold: where in the log, what, what should be there and what is. */
export type Difference = {
  readonly position: Position
  readonly what: string
  readonly expected: string
  readonly found: string
}

/** How far the replay came. Balance in kobo, by the events. */
export type Replay = {
  readonly events: number
  readonly movements: number
  readonly balance: Kobo
  readonly lastHash: string
  readonly difference: Difference | undefined
}

type Sums = Omit<AccountVersion, 'valid_from'>

/**
 * Replays a wallet's stored events with the domain's own fold and holds everything against it: revisions, the hash
 * chain and who wrote it, the rule that no balance goes below zero, both sides of every posting, and what the account model says at each
 * position that the read models have reached. Stops at the first difference.
 */
export function replay(
  account: Account,
  stored: readonly StoredEvent[],
  rows: ProofRows,
  keys: Pick<EventKeys, 'of'>,
): Replay {
  let state = wallet.initial()
  let sums: Sums = { balance: 0, debits: NO_FLOW, credits: NO_FLOW, movements: 0 }
  let [lastHash, events] = ['', 0]
  const claimed = [...new Set([...rows.postings.keys(), ...rows.versions.keys()])].sort((a, b) => a - b)
  const stop = (difference: Difference | undefined): Replay => {
    return { events, movements: sums.movements, balance: state.balance, lastHash, difference }
  }
  /** The first position before this one that the read models know and no event explains. */
  const unexplained = (before: number, seen: Position) =>
    claimed.find((position) => position > seen && position < before)

  let seen = 0
  for (const [index, event] of stored.entries()) {
    const { position } = event
    const extra = unexplained(position, seen)
    if (extra !== undefined) return stop(withoutEvent(extra))
    const checked = checkEvent(event, keys)
    const chained = checkChain(event, checked, index, lastHash)
    if (chained !== undefined) return stop(chained)
    const known = readEvent(event)
    if (known === undefined) {
      return stop({ position, what: 'event', expected: 'an event of a wallet', found: event.type })
    }
    state = wallet.evolve(state, known)
    const expected = known.type === 'WalletDebitRefused' ? [] : postingsOf(event.stream, known)
    for (const { account: on, amount } of expected) if (on === account) sums = add(sums, amount)
    const wrong =
      (state.balance < 0
        ? { position, what: 'balance', expected: 'never below zero', found: formatNaira(state.balance) }
        : undefined) ??
      (position > rows.reached
        ? undefined
        : (comparePostings(event, known, expected, rows.postings.get(position) ?? []) ??
          compareSums(position, sums, expected.length > 0, rows.versions.get(position))))
    if (wrong !== undefined) return stop(wrong)
    lastHash = checked.hash
    events += 1
    seen = position
  }
  const extra = unexplained(Number.POSITIVE_INFINITY, seen)
  return stop(extra === undefined ? undefined : withoutEvent(extra))
}

const withoutEvent = (position: Position): Difference => ({
  position,
  what: 'movement in the read models',
  expected: 'an event in the log',
  found: 'none',
})

function checkChain(
  event: StoredEvent,
  { hash, prev, holds, mac, keyId }: CheckedEvent,
  revision: number,
  before: string,
): Difference | undefined {
  const { position } = event
  if (event.revision !== revision)
    return { position, what: 'revision', expected: String(revision), found: String(event.revision) }
  if (!holds) return { position, what: 'hash of the stored bytes', expected: hash, found: 'another hash' }
  if (prev !== before)
    return { position, what: 'hash of the event before', expected: before || 'none', found: prev || 'none' }
  if (mac !== 'holds')
    return { position, what: 'who wrote it', expected: 'a process of the portal', found: unsigned(mac, keyId) }
  return undefined
}

const walletEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('WalletCredited'), data: walletEvents.WalletCredited }),
  z.object({ type: z.literal('WalletDebited'), data: walletEvents.WalletDebited }),
  z.object({ type: z.literal('WalletDebitRefused'), data: walletEvents.WalletDebitRefused }),
])

/** The event by its schema; undefined when it is none of a wallet's. */
function readEvent({ type, data }: StoredEvent): WalletEvent | undefined {
  return walletEvent.safeParse({ type, data: jsonOf(data) }).data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function comparePostings(
  event: StoredEvent,
  { data, type }: WalletEvent,
  expected: ReturnType<typeof postingsOf>,
  found: readonly PostingRow[],
): Difference | undefined {
  const { position } = event
  const wanted = expected.map(({ account, amount, counterAccount, transferId }, line) => ({
    line,
    account,
    amount,
    counter_account: counterAccount,
    transfer_id: transferId,
    cause: type,
    stream: event.stream,
    revision: event.revision,
    event_id: event.id,
    actor: data.by,
    at: new Date(data.at).toISOString(),
    recorded_at: event.recordedAt,
  }))
  for (let line = 0; line < Math.max(wanted.length, found.length); line += 1) {
    const [want, have] = [wanted[line], found[line]]
    if (want === undefined || have === undefined) {
      return { position, what: 'lines in the ledger', expected: String(wanted.length), found: String(found.length) }
    }
    for (const [field, value] of Object.entries(want)) {
      const is: unknown = Reflect.get(have, field)
      if (is !== value)
        return { position, what: `ledger: ${field}`, expected: shown(field, value), found: shown(field, is) }
    }
  }
  return undefined
}

function compareSums(
  position: Position,
  sums: Sums,
  isMoved: boolean,
  found: AccountVersion | undefined,
): Difference | undefined {
  if (!isMoved && found === undefined) return undefined
  if (!isMoved || found === undefined) {
    const [expected, is] = isMoved ? ['a balance', 'none'] : ['no change', 'a balance']
    return { position, what: 'account', expected, found: is }
  }
  for (const [field, value] of Object.entries(sums)) {
    const is: unknown = Reflect.get(found, field)
    if (is !== value)
      return { position, what: `account: ${field}`, expected: shown(field, value), found: shown(field, is) }
  }
  return undefined
}

const MONEY = new Set(['amount', 'balance', 'debits', 'credits'])

const shown = (field: string, value: unknown): string =>
  MONEY.has(field) && (typeof value === 'number' || typeof value === 'bigint') ? formatNaira(value) : String(value)

function add({ balance, debits, credits, movements }: Sums, amount: number): Sums {
  return {
    balance: balance + amount,
    debits: plus(debits, Math.max(0, -amount)),
    credits: plus(credits, Math.max(0, amount)),
    movements: movements + 1,
  }
}
