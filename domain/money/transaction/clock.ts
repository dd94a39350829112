import type { Span } from '#domain/kernel/working-time.ts'
import { type ChainStep, PAYMENT_CHAIN } from './chain.ts'
import type { TransactionEvent } from './events.ts'

/** What a bill waits for: a step of the chain, or the hospital's answer to its return. */
export type WaitsFor = ChainStep | 'answer'

/** What ends a wait. What was reversed waits for nothing more, nor does what is paid. */
export type WaitEnd = 'taken' | 'returned' | 'answered' | 'reversed'

/**
 * What an event does to the clock of a bill: it begins to wait; a wait ends, by which the next begins; or its clock stops
 * while it is disputed. Whose wait it was that ended is said by what ended it: who initiates a returned bill that nobody
 * answered has had it all the time (docs/decisions/0102).
 */
export type Tick =
  | { readonly kind: 'begins' | 'pauses' | 'resumes' }
  | { readonly kind: 'ends'; readonly waitedFor: WaitsFor; readonly end: WaitEnd }

/** Undefined of an event that leaves the clock as it is. */
export function tickOf({ type, data }: TransactionEvent): Tick | undefined {
  switch (type) {
    case 'TransactionBillingRequested':
    case 'TransactionBillingRefused':
    case 'TransactionReversalRequested':
      return undefined
    case 'TransactionBilled':
      return { kind: 'begins' }
    case 'TransactionPaymentInitiated':
    case 'TransactionPaymentRecommended':
    case 'TransactionPaymentApproved':
    case 'TransactionDfaApproved':
    case 'TransactionPermsecApproved':
      return { kind: 'ends', waitedFor: PAYMENT_CHAIN.linkOf(type).step, end: 'taken' }
    case 'TransactionPaymentReturned': {
      const turn = PAYMENT_CHAIN.next(data.from)
      return turn && { kind: 'ends', waitedFor: turn.step, end: 'returned' }
    }
    case 'TransactionReturnAnswered':
      return { kind: 'ends', waitedFor: 'answer', end: 'answered' }
    case 'TransactionDisputed':
      return { kind: 'pauses' }
    case 'TransactionDisputeEnded':
      return { kind: 'resumes' }
    case 'TransactionReversed':
      return { kind: 'ends', waitedFor: 'initiate', end: 'reversed' }
  }
}

/** A wait of a bill (ISO instants), and while it lasted or lasts the stretches in which its clock stood. */
export type Wait = {
  readonly from: string
  readonly pauses: readonly Span[]
  /** Undefined while it lasts. */
  readonly ended?: { readonly at: string; readonly waitedFor: WaitsFor; readonly end: WaitEnd }
}

/** Every wait of a bill, in order, by its events. A clock that stands stands until `now` (ISO). */
export function waitsOf(events: readonly TransactionEvent[], now: string): readonly Wait[] {
  const waits: Wait[] = []
  let from: string | undefined
  let pauses: readonly Span[] = []
  let stoodFrom: string | undefined
  const pausesUntil = (at: string) => (stoodFrom === undefined ? pauses : [...pauses, { from: stoodFrom, until: at }])
  for (const event of events) {
    const { at } = event.data
    const tick = tickOf(event)
    switch (tick?.kind) {
      case undefined:
        break
      case 'pauses':
        stoodFrom = at
        break
      case 'resumes':
        pauses = pausesUntil(at)
        stoodFrom = undefined
        break
      case 'ends': {
        const { waitedFor, end } = tick
        if (from !== undefined) waits.push({ from, pauses: pausesUntil(at), ended: { at, waitedFor, end } })
        if (end === 'reversed') stoodFrom = undefined
        from = end === 'reversed' || (end === 'taken' && waitedFor === LAST) ? undefined : at
        break
      }
      case 'begins':
        from = at
        break
    }
  }
  return from === undefined ? waits : [...waits, { from, pauses: pausesUntil(now) }]
}

/** Who waits for it waits for nothing more. */
const LAST: ChainStep = 'permsec'
