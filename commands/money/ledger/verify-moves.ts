import { type Account, isWallet, payableTo, walletOf } from '#domain/kernel/accounts.ts'
import type { AnyEvent } from '#domain/kernel/decider.ts'
import { formatNaira, type Kobo } from '#domain/kernel/money.ts'
import { type FundingEvent, fundingEvents } from '#domain/money/funding/events.ts'
import { funding, fundingTransfer } from '#domain/money/funding/funding.ts'
import type { Funding } from '#domain/money/funding/movement.ts'
import { type TransactionEvent, transactionEvents } from '#domain/money/transaction/events.ts'
import { reversalTransfer } from '#domain/money/transaction/disputed.ts'
import { billingTransfer } from '#domain/money/transaction/transaction.ts'
import { type WalletEvent, walletEvents } from '#domain/money/wallet/events.ts'
import type { Differs, LogCheck } from '#commands/log/verify/log-check.ts'
import type { Mismatch } from './verify-money.ts'

type Move = { readonly source: Account; readonly target: Account; readonly amount: Kobo }
/** A move that was meant and has no outcome yet, and what has become of it in the wallets. */
type OpenMove = Move & { readonly debited: boolean; readonly credited: boolean }

/**
 * Moves of money across streams (domain.md, Moving money between streams): the intention first, in the stream of whoever
 * means it; of just that, the debit, then the credit; the outcome last, and nothing behind it. Each aggregate alone sees
 * one side of it. Keeps what is open, and no more.
 */
export function checkMoves(differs: Differs) {
  const open = new Map<string, OpenMove>()
  /** The transfer that a bill on its way waits for, by stream. */
  const bills = new Map<string, string>()
  /** What waits for a second person, or was confirmed by one and is on its way, by id. */
  const proposals = new Map<string, Funding>()

  function mean(id: string, meant: Funding): void {
    if (meant.status === 'requested') open.set(fundingTransfer(id, meant.attempt), { ...meant, ...UNTOUCHED })
  }

  function moved(stream: string, { type, data }: WalletEvent): Mismatch | undefined {
    const { transferId, amount, counterAccount } = data
    const move = open.get(transferId)
    if (move === undefined)
      return { expected: `the intention of transfer ${transferId} before it, and no outcome`, found: `${type} alone` }
    const own = stream.slice('wallet-'.length)
    const isCredit = type === 'WalletCredited'
    const [source, target] = isCredit ? [counterAccount, own] : [own, counterAccount]
    const isDebit = type === 'WalletDebited'
    open.set(transferId, { ...move, debited: move.debited || isDebit, credited: move.credited || isCredit })
    if ((isDebit && move.debited) || (isCredit && move.credited))
      return { expected: `transfer ${transferId} once`, found: `${type} a second time` }
    const [meant, found] = [said(move), said({ source, target, amount })]
    if (meant !== found) return { expected: `transfer ${transferId}: ${meant}`, found }
    if (isCredit && isWallet(source) && !move.debited)
      return { expected: `the debit of transfer ${transferId} before its credit`, found: 'a credit alone' }
    return undefined
  }

  function ended(transferId: string | undefined, isDone: boolean, type: string): Mismatch | undefined {
    const move = transferId === undefined ? undefined : open.get(transferId)
    if (transferId === undefined || move === undefined) return { expected: 'an intention before it', found: type }
    open.delete(transferId)
    const [isFrom, isTo] = [isWallet(move.source), isWallet(move.target)]
    const isWhole = (!isFrom || move.debited) && (!isTo || move.credited)
    if (isDone) return isWhole ? undefined : { expected: `${said(move)} before it`, found: `${type}, and not moved` }
    const isUntouched = !move.debited && !move.credited
    return isUntouched ? undefined : { expected: `nothing moved of ${said(move)}`, found: `${type}, though it moved` }
  }

  function check(stream: string, event: MoveEvent): Mismatch | undefined {
    const id = stream.slice(stream.indexOf('-') + 1)
    switch (event.type) {
      case 'WalletCredited':
      case 'WalletDebited':
      case 'WalletDebitRefused':
        return moved(stream, event)
      case 'PoolCreditRequested':
      case 'AllocationRequested':
      case 'PatientFundingRequested': {
        mean(id, funding.evolve(funding.initial(), event))
        return undefined
      }
      case 'PoolCreditProposed':
      case 'AllocationProposed':
      case 'PatientFundingProposed':
        proposals.set(id, funding.evolve(funding.initial(), event))
        return undefined
      case 'FundingConfirmed': {
        const confirmed = funding.evolve(proposals.get(id) ?? funding.initial(), event)
        if (confirmed.status === 'none') return { expected: 'what it confirms before it', found: event.type }
        proposals.set(id, confirmed)
        mean(id, confirmed)
        return undefined
      }
      case 'FundingDeclined':
      case 'FundingWithdrawn':
        proposals.delete(id)
        return undefined
      case 'FundingCompleted':
      case 'FundingRefused': {
        const proposal = proposals.get(id)
        const attempt = proposal === undefined || proposal.status === 'none' ? 0 : proposal.attempt
        const isDone = event.type === 'FundingCompleted'
        if (isDone) proposals.delete(id)
        else if (proposal !== undefined) proposals.set(id, funding.evolve(proposal, event))
        return ended(fundingTransfer(id, attempt), isDone, event.type)
      }
      case 'TransactionBillingRequested': {
        const { patientId, coeId, total, attempt } = event.data
        const transferId = billingTransfer(id, attempt)
        bills.set(stream, transferId)
        open.set(transferId, { source: walletOf(patientId), target: payableTo(coeId), amount: total, ...UNTOUCHED })
        return undefined
      }
      case 'TransactionBilled':
      case 'TransactionBillingRefused': {
        const transferId = bills.get(stream)
        bills.delete(stream)
        return ended(transferId, event.type === 'TransactionBilled', event.type)
      }
      case 'TransactionReversalRequested': {
        const { patientId, coeId, total } = event.data
        const back = { source: payableTo(coeId), target: walletOf(patientId), amount: total }
        open.set(reversalTransfer(id), { ...back, ...UNTOUCHED })
        return undefined
      }
      case 'TransactionReversed':
        return ended(reversalTransfer(id), true, event.type)
      default:
        return undefined
    }
  }

  return {
    event({ position, stream }, read) {
      if (read === undefined || !isOfMoney(read.event)) return
      const wrong = orUnfit(() => check(stream, read.event as MoveEvent))
      if (wrong !== undefined) differs({ position, stream, check: 'move', ...wrong })
    },
  } satisfies LogCheck
}

type MoveEvent = FundingEvent | TransactionEvent | WalletEvent

const isOfMoney = ({ type }: AnyEvent) => type in fundingEvents || type in transactionEvents || type in walletEvents

/** Data that does not fit its schema may be anything. */
function orUnfit(check: () => Mismatch | undefined): Mismatch | undefined {
  try {
    return check()
  } catch (error) {
    return { expected: 'a move that can be read', found: String(error) }
  }
}

const UNTOUCHED = { debited: false, credited: false }
const said = ({ source, target, amount }: Move) => `${formatNaira(amount)} from ${source} to ${target}`
