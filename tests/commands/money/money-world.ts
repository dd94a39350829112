import { createHandler, type Handler } from '#commands/handle.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createCodec } from '#commands/log/codec.ts'
import type { DomainLog, Recorded } from '#commands/log/domain-log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import type { PersonKeys } from '#commands/log/keys.ts'
import { allEvents } from '#domain/events.ts'
import { IN_TRANSIT, kindOf } from '#domain/kernel/accounts.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

/** A process of the portal, as far as money goes: it can be given up at any moment for another on the same log. */
export type MoneyProcess = { readonly log: DomainLog; readonly handler: Handler }

export function startProcess(log: EventLog, keys: PersonKeys): MoneyProcess {
  const domainLog = createDomainLog(log, createCodec(allEvents, keys, testSecrets()), keys)
  return { log: domainLog, handler: createHandler(domainLog) }
}

/** Kobo on each account that is not at zero. */
export type Balances = ReadonlyMap<string, number>

/**
 * What each account holds by the words of domain.md, Money: worked out here from the events by hand, so that a wrong
 * posting in the domain cannot agree with itself.
 */
export function balancesOf(events: readonly Recorded[]): Balances {
  const balances = new Map<string, number>()
  const add = (account: string, amount: number) => {
    const balance = (balances.get(account) ?? 0) + amount
    if (balance === 0) balances.delete(account)
    else balances.set(account, balance)
  }
  const hasStream = (account: string) => ['pool', 'allocation', 'patient'].includes(kindOf(account))
  for (const { stream, event } of events) {
    const data = event.data as { amount: number; counterAccount: string; coeId: string; shares: Record<string, number> }
    const own = stream.replace(/^wallet-/, '')
    if (event.type === 'WalletCredited') {
      add(own, data.amount)
      add(hasStream(data.counterAccount) ? IN_TRANSIT : data.counterAccount, -data.amount)
    }
    if (event.type === 'WalletDebited') {
      add(own, -data.amount)
      add(hasStream(data.counterAccount) ? IN_TRANSIT : data.counterAccount, data.amount)
    }
    if (event.type === 'TransactionPermsecApproved') {
      for (const [share, amount] of Object.entries(data.shares)) {
        add(`payable:${data.coeId}`, -amount)
        add(`disbursed:${share}`, amount)
      }
    }
  }
  return balances
}

/** What is different, by account. */
export function difference(before: Balances, after: Balances): Record<string, number> {
  const accounts = new Set([...before.keys(), ...after.keys()])
  const changed = [...accounts].map((account): [string, number] => [
    account,
    (after.get(account) ?? 0) - (before.get(account) ?? 0),
  ])
  return Object.fromEntries(changed.filter(([, amount]) => amount !== 0))
}

/** What must hold at the end of any story: nothing on its way, nobody but the givers below zero, zero in all. */
export function whatIsWrongWith(events: readonly Recorded[]): readonly string[] {
  const wrong: string[] = []
  const balances = balancesOf(events)
  const total = [...balances.values()].reduce((sum, balance) => sum + balance, 0)
  if (total !== 0) wrong.push(`the accounts add up to ${total}`)
  if (balances.has(IN_TRANSIT)) wrong.push(`${balances.get(IN_TRANSIT)} kobo are still in transit`)
  for (const [account, balance] of balances) {
    if (balance < 0 && account !== 'benefactors') wrong.push(`${account} is at ${balance}`)
  }
  const effects = new Set<string>()
  for (const { stream, event } of events) {
    if (!stream.startsWith('wallet-')) continue
    const { transferId } = event.data as { transferId: string }
    const effect = `${transferId} on ${stream}`
    if (effects.has(effect)) wrong.push(`${effect} has happened twice`)
    effects.add(effect)
  }
  return wrong
}
