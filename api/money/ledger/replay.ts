import { z } from 'zod'
import type { Decision, Decisions } from '#commands/log/decisions.ts'
import { checkEvent, type CheckedEvent, hashIn, learnKeys, unsigned } from '#commands/log/event-hash.ts'
import { FIRST_POSITION, type Position, type StoredEvent } from '#commands/log/event-log.ts'
import type { LiveEventKeys } from '#commands/log/event-mac.ts'
import type { Account } from '#domain/kernel/accounts.ts'
import { jsonIn } from '#domain/kernel/json.ts'
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
  /** What operators have decided to leave out of it, by position. */
  readonly leftOut: readonly { readonly position: Position; readonly by: Decision }[]
  readonly difference: Difference | undefined
}

type Sums = Omit<AccountVersion, 'valid_from'>

/**
 * Replays a wallet's stored events with the domain's own fold and holds everything against it: revisions, the hash
 * chain and who wrote it, the rule that no balance goes below zero, both sides of every posting, and what the account model says at each
 * position that the read models have reached. What operators have decided to leave out is left out. Stops at the first
 * difference. `pages`: the wallet's stream from its first event on, some at a time.
 */
export async function replay(
  account: Account,
  pages: AsyncIterable<readonly StoredEvent[]>,
  rows: ProofRows,
  keys: LiveEventKeys,
  decisions: Decisions,
): Promise<Replay> {
  let state = wallet.initial()
  let sums: Sums = { balance: 0, debits: NO_FLOW, credits: NO_FLOW, movements: 0 }
  let before = { revision: -1, hash: '' }
  let events = 0
  const leftOut: Replay['leftOut'][number][] = []
  const claimed = [...new Set([...rows.postings.keys(), ...rows.versions.keys()])].sort((a, b) => a - b)
  const stop = (difference: Difference | undefined): Replay => {
    return { events, movements: sums.movements, balance: state.balance, lastHash: before.hash, leftOut, difference }
  }
  /** The first position before this one that the read models know and no event explains. */
  const unexplained = (next: number, seen: Position) => claimed.find((position) => position > seen && position < next)

  let seen = 0
  for await (const stored of pages) {
    await learnKeys(keys, stored)
    for (const event of stored) {
      const { position, revision } = event
      const by = decisions.leftOut(position)
      // A copy of an event stands far behind it, and in the stream beside it.
      const isCopy = by !== undefined && (revision <= before.revision || position < FIRST_POSITION)
      const extra = isCopy ? undefined : unexplained(position, seen)
      if (extra !== undefined) return stop(withoutEvent(extra))
      if (by !== undefined) {
        if (claimed.includes(position)) return stop(withoutEvent(position))
        leftOut.push({ position, by })
        if (isCopy) continue
        before = { revision, hash: hashIn(event.meta) }
        seen = position
        continue
      }
      const checked = checkEvent(event, keys)
      const chained = checkChain(event, checked, decisions.taken(position) === undefined ? before : undefined)
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
      before = { revision, hash: checked.hash }
      events += 1
      seen = position
    }
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

/** `before`: undefined where an operator has decided to take the event although it does not go on from there. */
function checkChain(
  event: StoredEvent,
  { hash, prev, holds, mac, keyId }: CheckedEvent,
  before: { readonly revision: number; readonly hash: string } | undefined,
): Difference | undefined {
  const { position } = event
  const due = (before?.revision ?? event.revision - 1) + 1
  if (event.revision !== due)
    return { position, what: 'revision', expected: String(due), found: String(event.revision) }
  if (!holds) return { position, what: 'hash of the stored bytes', expected: hash, found: 'another hash' }
  if (before !== undefined && prev !== before.hash)
    return { position, what: 'hash of the event before', expected: before.hash || 'none', found: prev || 'none' }
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
  return walletEvent.safeParse({ type, data: jsonIn(data) }).data
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
