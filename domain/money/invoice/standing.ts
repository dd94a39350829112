import type { Act, ChainRefusal } from '#domain/kernel/chain.ts'
import type { Command } from '#domain/kernel/decider.ts'
import type { InvoiceLinkStep, InvoiceState, InvoiceStep } from './chain.ts'
import type { InvoiceEvent, InvoiceLine, InvoicePayment, NotAlong, Replaced } from './events.ts'

/** Whom an outcome tells, as it was looked up when it was asked for. */
type ToTell = { readonly toTell: readonly string[] }
export type RequestInvoice = Command<
  'RequestInvoice',
  ToTell & {
    /** `INV-2026-000045`. */
    readonly reference: string
    readonly coeId: string
    /** YYYY-MM-DD, both included. */
    readonly periodStart: string
    readonly periodEnd: string
    readonly transactionIds: readonly string[]
    readonly leftOut: readonly NotAlong[]
    readonly isByCmd: boolean
    /** The returned invoice that is generated again. */
    readonly replaces?: Replaced | null | undefined
  }
>
/** The hospital of whoever acts for it, on the CMD's turn; of somebody without one, nothing. */
type OfCoe = { readonly ofCoe: string | undefined }
export type RequestInvoiceStep = Command<
  'RequestInvoiceStep',
  ToTell &
    OfCoe & {
      readonly step: InvoiceStep
      /** Of the initiation. */
      readonly payment?: InvoicePayment | undefined
      /** What the caller has seen: refused when it is another by now. */
      readonly seen?: string | undefined
    }
>
export type RequestInvoiceReturn = Command<
  'RequestInvoiceReturn',
  ToTell &
    OfCoe & {
      readonly reason: string
      /** The steps that the actor's permissions let them take: only whoever's turn it is may return. */
      readonly mayTake: readonly InvoiceLinkStep[]
    }
>
export type InvoiceCommand =
  | RequestInvoice
  | Command<'CompleteInvoice', { readonly lines: readonly InvoiceLine[]; readonly leftOut: readonly NotAlong[] }>
  | RequestInvoiceStep
  | Command<'CompleteInvoiceStep', { readonly dropped: readonly NotAlong[] }>
  | RequestInvoiceReturn
  | Command<'CompleteInvoiceReturn', Record<never, never>>

export type InvoiceRefusal =
  | 'invoice_unknown'
  | 'invoice_already_generated'
  | 'invoice_period_backwards'
  | 'invoice_period_beyond_programme'
  | 'invoice_without_transactions'
  | 'invoice_too_many_transactions'
  | 'invoice_of_the_hospital'
  | 'invoice_under_way'
  | 'invoice_not_under_way'
  | 'invoice_ended'
  | 'invoice_payment_missing'
  | 'invoice_not_accounted_for'
  | ChainRefusal<'invoice'>

/** What it was asked to be. */
export type AskedInvoice = {
  readonly reference: string
  readonly coeId: string
  readonly periodStart: string
  readonly periodEnd: string
  readonly transactionIds: readonly string[]
  readonly isByCmd: boolean
  readonly replaces: Replaced | null
  readonly by: string
  readonly at: string
  readonly toTell: readonly string[]
}

/** What was decided and is still being done on its transactions: nothing else is decided until it is. */
export type Underway = { readonly by: string; readonly at: string; readonly toTell: readonly string[] } & (
  | { readonly kind: 'step'; readonly step: InvoiceStep }
  | { readonly kind: 'return'; readonly from: (InvoiceEvent & { type: 'InvoiceReturned' })['data']['from'] }
)

/** An invoice that there is, or was until it was returned. */
export type StandingInvoice = AskedInvoice & {
  readonly status: InvoiceState
  /** Off the chain, by a return that is done. */
  readonly isReturned: boolean
  readonly acts: readonly Act<InvoiceLinkStep>[]
  readonly lines: readonly InvoiceLine[]
  /** What its last step was taken on, or it was generated as. */
  readonly approved: string
  readonly payment?: InvoicePayment
  readonly underway?: Underway
}
export type Invoice =
  { readonly status: 'none' } | (AskedInvoice & { readonly status: 'generating' | 'failed' }) | StandingInvoice
