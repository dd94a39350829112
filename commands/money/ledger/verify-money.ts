import type { z } from 'zod'
import { type Account, IN_TRANSIT, isWallet, kindOf } from '#domain/kernel/accounts.ts'
import { formatNaira, type Kobo, kobo, sum } from '#domain/kernel/money.ts'
import { type MoneyEvent, postingsOf } from '#domain/money/ledger/postings.ts'
import { transactionEvents } from '#domain/money/transaction/events.ts'
import { walletEvents } from '#domain/money/wallet/events.ts'
import type { AnyEvent } from '#domain/kernel/decider.ts'
import type { Differs, LogCheck } from '#commands/log/log-check.ts'

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
 * transfer once, each credit after its debit and of the same amount, payments that add up, a trial balance of zero.
 * Keeps every account's balance and every transfer's id: some 150 bytes each.
 */
export function createMoneyCheck() {
  const balances = new Map<Account, Kobo>()
  const inTransit = new Map<string, OpenTransfer>()
  const settled = new Set<string>()
  let wallets = 0
  let trialBalance = 0

  /** Undefined when the event moves no money, or moves it as it may. */
  function check(stream: string, event: AnyEvent): Mismatch | undefined {
    const money = moneyEventOf(event)
    if (money === undefined) return undefined
    if ('expected' in money) return money
    // Posted however wrong it is, as the portal has posted it: what comes after is held against that.
    const [wrong, off] = [transferred(stream, money), posted(stream, money)]
    return wrong ?? off
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
      // Told once, where it goes below: what follows from it says nothing more.
      if (balance < 0 && (before ?? 0) >= 0 && mayNotBeBelowZero(account))
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
      return once(`payment:${stream}`)
    }
    const { transferId, amount, counterAccount } = event.data
    const own = stream.slice('wallet-'.length)
    if (stream !== `wallet-${own}` || !isWallet(own)) return { expected: "a wallet's stream", found: stream }
    if (amount <= 0) return { expected: 'an amount above zero', found: formatNaira(amount) }
    if (!isWallet(counterAccount)) return once(transferId)
    if (event.type === 'WalletDebited') {
      if (inTransit.has(transferId) || settled.has(transferId)) return doubled(transferId)
      inTransit.set(transferId, { from: own, to: counterAccount, amount })
      return undefined
    }
    const open = inTransit.get(transferId)
    if (open === undefined)
      return settled.has(transferId)
        ? doubled(transferId)
        : { expected: `the debit of transfer ${transferId} before its credit`, found: 'a credit alone' }
    const said = (one: OpenTransfer) => `${formatNaira(one.amount)} from ${one.from} to ${one.to}`
    const mine = { from: counterAccount, to: own, amount }
    inTransit.delete(transferId)
    settled.add(transferId)
    if (said(open) === said(mine)) return undefined
    return { expected: `transfer ${transferId}: ${said(open)}`, found: said(mine) }
  }

  function once(transferId: string): Mismatch | undefined {
    if (settled.has(transferId)) return doubled(transferId)
    settled.add(transferId)
    return undefined
  }

  /** What holds of the whole, once every event was taken. */
  function end(): { readonly totals: MoneyTotals; readonly mismatch?: Mismatch } {
    const waiting = sum([...inTransit.values()].map(({ amount }) => amount))
    const totals: MoneyTotals = {
      trialBalance: sum(balances.values()),
      inTransit: { count: inTransit.size, amount: waiting },
      ...{ wallets, transfers: settled.size + inTransit.size },
    }
    const onAccount = balances.get(IN_TRANSIT) ?? 0
    if (totals.trialBalance === 0 && onAccount === waiting) return { totals }
    const found = `${formatNaira(totals.trialBalance)}, and ${formatNaira(onAccount)} in transit`
    return { totals, mismatch: { expected: `a trial balance of zero with ${formatNaira(waiting)} in transit`, found } }
  }

  return { check, end }
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
    end(head) {
      const { mismatch } = money.end()
      if (mismatch !== undefined) differs({ position: head, check: 'money', ...mismatch })
    },
    totals: () => money.end().totals,
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

const doubled = (transferId: string): Mismatch => ({ expected: `transfer ${transferId} once`, found: 'a second time' })

const mayNotBeBelowZero = (account: Account): boolean => {
  const kind = kindOf(account)
  return kind !== 'benefactors'
}
