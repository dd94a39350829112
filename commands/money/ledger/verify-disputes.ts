import type { AnyEvent } from '#domain/kernel/decider.ts'
import { type DisputeEvent, disputeEvents } from '#domain/money/dispute/events.ts'
import { type TransactionEvent, transactionEvents } from '#domain/money/transaction/events.ts'
import type { Differs, LogCheck } from '#commands/log/verify/log-check.ts'
import type { Mismatch } from './verify-money.ts'

/** Whose dispute it is, as the flag on the bill says and as the dispute does. */
type Named = Pick<
  Extract<DisputeEvent, { type: 'DisputeRaised' }>['data'],
  'transactionId' | 'patientId' | 'coeId' | 'by'
>
type Open = Named & { readonly outcome?: string; readonly isRaised: boolean }

/**
 * Disputes across two streams (domain.md, Transaction): the flag on the bill first, then the dispute that it names, of the
 * same bill by the same person; its end in the dispute first, then on the bill, the same. Keeps what is open, and no more.
 */
export function checkDisputes(differs: Differs) {
  const open = new Map<string, Open>()

  function ended(disputeId: string, transactionId: string, outcome: string): Mismatch | undefined {
    const known = open.get(disputeId)
    open.delete(disputeId)
    if (known?.outcome === outcome && known.transactionId === transactionId) return undefined
    return {
      expected: `dispute ${disputeId} of ${transactionId} ended as ${outcome}`,
      found: known?.outcome ?? 'no end of it',
    }
  }

  function check(stream: string, { type, data }: DisputeEvent | TransactionEvent): Mismatch | undefined {
    const id = stream.slice(stream.indexOf('-') + 1)
    switch (type) {
      case 'TransactionDisputed': {
        const { disputeId, patientId, coeId, by } = data
        if (open.has(disputeId)) return { expected: `dispute ${disputeId} once`, found: 'a second flag' }
        open.set(disputeId, { transactionId: id, patientId, coeId, by, isRaised: false })
        return undefined
      }
      case 'DisputeRaised': {
        const known = open.get(id)
        if (known !== undefined) open.set(id, { ...known, isRaised: true })
        const [meant, found] = [known === undefined ? 'the flag on its bill before it' : said(known), said(data)]
        return meant === found ? undefined : { expected: meant, found }
      }
      case 'DisputeEnded': {
        const known = open.get(id)
        if (known?.isRaised !== true) return { expected: `dispute ${id}, raised`, found: `${type} alone` }
        open.set(id, { ...known, outcome: data.outcome })
        return undefined
      }
      case 'TransactionDisputeEnded':
        return ended(data.disputeId, id, data.outcome)
      case 'TransactionReversalRequested':
        return ended(data.disputeId, id, 'reversed')
      default:
        return undefined
    }
  }

  return {
    event({ position, stream }, read) {
      if (read === undefined || !isOfDisputes(read.event)) return
      const wrong = check(stream, read.event as DisputeEvent | TransactionEvent)
      if (wrong !== undefined) differs({ position, stream, check: 'dispute', ...wrong })
    },
  } satisfies LogCheck
}

const isOfDisputes = ({ type }: AnyEvent) => type in disputeEvents || type in transactionEvents

const said = ({ transactionId, patientId, coeId, by }: Named) =>
  `of ${transactionId} of patient ${patientId} at ${coeId}, by ${by}`
