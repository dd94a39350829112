import type { z } from 'zod'
import { type Account, IN_TRANSIT, isWallet, kindOf } from '#domain/kernel/accounts.ts'
import { formatNaira, type Kobo, kobo, sum } from '#domain/kernel/money.ts'
import { type MoneyEvent, postingsOf } from '#domain/money/ledger/postings.ts'
import { transactionEvents } from '#domain/money/transaction/events.ts'
import { walletEvents } from '#domain/money/wallet/events.ts'
import type { AnyEvent } from '#domain/kernel/decider.ts'
import type { Differs, LogCheck } from '#commands/log/verify/log-check.ts'

/** What was expected and what is there. */
export type Mismatch = { readonly expected: string; readonly found: string }

/** What the money comes to, in kobo. */
export type MoneyTotals = {
  /** The sum over all accounts: zero, or something is badly wrong. */
  readonly trialBalance: Kobo
  /** Debits whose credit has not come yet: the process manager brings it. */
  readonly inTransit: { readonly count: number; readonly amount: Kobo }
  readonly wallets: number
  readonly transfers: number
}

/** Every event that moves money: one that is missing here does not compile. */
const schemas: { readonly [T in MoneyEvent['type']]: z.ZodType<Extract<MoneyEvent, { type: T }>['data']> } = {
  WalletCredited: walletEvents.WalletCredited,
  WalletDebited: walletEvents.WalletDebited,
  TransactionPermsecApproved: transactionEvents.TransactionPermsecApproved,
}

type OpenTransfer = { readonly from: Account; readonly to: Account; readonly amount: Kobo }

/**
 * Folds the money of the log, event by event (domain.md, Money): no wallet and no hospital's payable below zero, each
 * credit after its debit and of the same amount, payments that add up, a trial balance of zero. That a transfer comes once
 * is the moves' (verify-moves.ts). What does not hold is told where it comes about, and not of the whole: that would be in
 * other words with every event. Keeps every account's balance, some 150 bytes each, and what is in transit.
 */
export function createMoneyCheck() {
  const balances = new Map<Account, Kobo>()
  const inTransit = new Map<string, OpenTransfer>()
  let wallets = 0
  let settled = 0
  let trialBalance = 0
  /** What is on its way by the debits without a credit, and by how much the account of it is off that. */
  let waiting = 0
  let offTransit = 0

  /** Undefined when the event moves no money, or moves it as it may. */
  function check(stream: string, event: AnyEvent): Mismatch | undefined {
    const money = moneyEventOf(event)
    if (money === undefined) return undefined
    if ('expected' in money) return money
    // Posted however wrong it is, as the portal has posted it: what comes after is held against that.
    const [wrong, off, offWay] = [transferred(stream, money), posted(stream, money), inTransitOff()]
    return wrong ?? off ?? offWay
  }

  /** Told once, where it comes to differ: at every later end it would be in other words. */
  function inTransitOff(): Mismatch | undefined {
    const onAccount = balances.get(IN_TRANSIT) ?? 0
    if (onAccount - waiting === offTransit) return undefined
    offTransit = onAccount - waiting
    return { expected: `${formatNaira(kobo(waiting))} in transit`, found: formatNaira(kobo(onAccount)) }
  }

  function posted(stream: string, event: MoneyEvent): Mismatch | undefined {
    let below: Mismatch | undefined
    const balanceBefore = trialBalance
    for (const { account, amount } of postingsOf(stream, event)) {
      const before = balances.get(account)
      if (before === undefined && isWallet(account)) wallets += 1
      const balance = kobo((before ?? 0) + amount)
      balances.set(account, balance)
      trialBalance += amount
      // At each event that takes what is not there: whoever decided about one has not decided about the next.
      if (balance < 0 && amount < 0 && mayNotBeBelowZero(account))
        below ??= { expected: `${account} never below zero`, found: `${formatNaira(balance)} after this event` }
    }
    if (below !== undefined || trialBalance === balanceBefore) return below
    return { expected: 'a trial balance of zero', found: formatNaira(trialBalance) }
  }

  function transferred(stream: string, event: MoneyEvent): Mismatch | undefined {
    if (event.type === 'TransactionPermsecApproved') {
      const { shares, total } = event.data
      const paid = sum([shares.coe, shares.bank, shares.manufacturer, shares.emge])
      if (paid !== total || Object.values(shares).some((share) => share < 0))
        return { expected: `shares that add up to ${formatNaira(total)}`, found: formatNaira(paid) }
      settled += 1
      return undefined
    }
    const { transferId, amount, counterAccount } = event.data
    const own = stream.slice('wallet-'.length)
    if (stream !== `wallet-${own}` || !isWallet(own)) return { expected: "a wallet's stream", found: stream }
    if (amount <= 0) return { expected: 'an amount above zero', found: formatNaira(amount) }
    if (!isWallet(counterAccount)) {
      settled += 1
      return undefined
    }
    if (event.type === 'WalletDebited') {
      if (inTransit.has(transferId)) return { expected: `transfer ${transferId} once`, found: 'a second time' }
      inTransit.set(transferId, { from: own, to: counterAccount, amount })
      waiting += amount
      return undefined
    }
    const open = inTransit.get(transferId)
    if (open === undefined)
      return { expected: `the debit of transfer ${transferId} before its credit`, found: 'a credit alone' }
    const said = (one: OpenTransfer) => `${formatNaira(one.amount)} from ${one.from} to ${one.to}`
    const mine = { from: counterAccount, to: own, amount }
    inTransit.delete(transferId)
    waiting -= open.amount
    settled += 1
    if (said(open) === said(mine)) return undefined
    return { expected: `transfer ${transferId}: ${said(open)}`, found: said(mine) }
  }

  /** Up to the last event that was taken. */
  const totals = (): MoneyTotals => ({
    trialBalance: sum(balances.values()),
    inTransit: { count: inTransit.size, amount: kobo(waiting) },
    ...{ wallets, transfers: settled + inTransit.size },
  })

  return { check, totals }
}

/** The money, as verify holds it against the log. */
export function checkMoney(differs: Differs) {
  const money = createMoneyCheck()

  function mismatchIn(stream: string, event: AnyEvent): Mismatch | undefined {
    try {
      return money.check(stream, event)
    } catch (error) {
      return { expected: 'an event that can be posted', found: String(error) }
    }
  }

  return {
    event({ position, stream }, read) {
      const mismatch = read && mismatchIn(stream, read.event)
      if (mismatch !== undefined) differs({ position, stream, check: 'money', ...mismatch })
    },
    totals: money.totals,
  } satisfies LogCheck & { totals(): MoneyTotals }
}

function moneyEventOf({ type, data }: AnyEvent): MoneyEvent | Mismatch | undefined {
  if (!(type in schemas)) return undefined
  const parsed = schemas[type as MoneyEvent['type']].safeParse(data)
  if (parsed.success) return { type, data: parsed.data } as MoneyEvent
  return {
    expected: `${type} as its schema has it`,
    found: parsed.error.issues.map(({ message }) => message).join(', '),
  }
}

const mayNotBeBelowZero = (account: Account): boolean => {
  const kind = kindOf(account)
  return kind !== 'benefactors'
}
