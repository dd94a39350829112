import { type Account, allocationOf, BENEFACTORS, POOL, walletOf } from '#domain/kernel/accounts.ts'
import { type Command, type Decider, type Decision, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { type Kobo, kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { isBlank } from '#domain/kernel/blank.ts'
import type { FundingEvent } from './events.ts'

/** Naira 1.00, the least that can be given to the pool (spec, back-office.md 5: Pool credit). */
export const MIN_POOL_CREDIT = kobo(100)

export type FundingCommand =
  | Command<'RequestPoolCredit', { readonly benefactor: string; readonly amount: Kobo }>
  | Command<'RequestAllocation', { readonly coeId: string; readonly amount: Kobo }>
  | Command<
      'RequestPatientFunding',
      {
        readonly coeId: string
        readonly patientId: string
        readonly amount: Kobo
        readonly reason: string
        /** The site setting `funding_cap`, in kobo: above it a reason is needed. */
        readonly cap: Kobo
      }
    >
  | Command<'CompleteFunding', Record<never, never>>
  | Command<'RefuseFunding', { readonly refused: string }>

export type FundingRefusal =
  | 'funding_amount_not_positive'
  | 'funding_amount_too_large'
  | 'funding_below_pool_minimum'
  | 'funding_reason_required'
  | 'funding_unknown'
  | 'funding_closed'
  | 'funding_source_short'
  | 'funding_pool_full'

/** Where the money goes from and to, and how far the move has come. */
export type Funding =
  | { readonly status: 'none' }
  | {
      readonly status: 'requested' | 'completed' | 'refused'
      readonly source: Account
      readonly target: Account
      readonly amount: Kobo
    }

/** The transfer that moves the money of a funding. */
export const fundingTransfer = (fundingId: string): string => `funding:${fundingId}`

function decide(command: FundingCommand, funding: Funding): Decision<FundingEvent, FundingRefusal> {
  const stamp = { by: command.by, at: command.at }
  switch (command.type) {
    case 'RequestPoolCredit': {
      if (funding.status !== 'none') return []
      const { benefactor, amount } = command.data
      if (amount < MIN_POOL_CREDIT) return refuse('funding_below_pool_minimum')
      return checkAmount(amount) ?? [{ type: 'PoolCreditRequested', data: { benefactor, amount, ...stamp } }]
    }
    case 'RequestAllocation': {
      if (funding.status !== 'none') return []
      const { coeId, amount } = command.data
      return checkAmount(amount) ?? [{ type: 'AllocationRequested', data: { coeId, amount, ...stamp } }]
    }
    case 'RequestPatientFunding': {
      if (funding.status !== 'none') return []
      const { coeId, patientId, amount, reason, cap } = command.data
      const wrong = checkAmount(amount)
      if (wrong) return wrong
      // domain.md, Money: a fund approval above the cap needs a reason.
      if (amount > cap && isBlank(reason)) return refuse('funding_reason_required', { cap })
      return [{ type: 'PatientFundingRequested', data: { coeId, patientId, amount, reason, ...stamp } }]
    }
    case 'CompleteFunding':
      if (funding.status === 'none') return refuse('funding_unknown')
      if (funding.status === 'completed') return []
      if (funding.status === 'refused') return refuse('funding_closed')
      return [{ type: 'FundingCompleted', data: stamp }]
    case 'RefuseFunding':
      if (funding.status === 'none') return refuse('funding_unknown')
      if (funding.status === 'refused') return []
      if (funding.status === 'completed') return refuse('funding_closed')
      return [{ type: 'FundingRefused', data: { refused: command.data.refused, ...stamp } }]
  }
}

function checkAmount(amount: Kobo): Refusal<FundingRefusal> | undefined {
  if (amount <= 0) return refuse('funding_amount_not_positive')
  if (amount > MAX_AMOUNT) return refuse('funding_amount_too_large')
  return undefined
}

function evolve(funding: Funding, { type, data }: FundingEvent): Funding {
  switch (type) {
    case 'PoolCreditRequested':
      return { status: 'requested', source: BENEFACTORS, target: POOL, amount: data.amount }
    case 'AllocationRequested':
      return { status: 'requested', source: POOL, target: allocationOf(data.coeId), amount: data.amount }
    case 'PatientFundingRequested': {
      const [source, target] = [allocationOf(data.coeId), walletOf(data.patientId)]
      return { status: 'requested', source, target, amount: data.amount }
    }
    case 'FundingCompleted':
      return funding.status === 'none' ? funding : { ...funding, status: 'completed' }
    case 'FundingRefused':
      return funding.status === 'none' ? funding : { ...funding, status: 'refused' }
  }
}

/** Stream `funding-{id}`. */
export const funding: Decider<Funding, FundingCommand, FundingEvent, FundingRefusal> = {
  category: 'funding',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
