import { allocationOf, BENEFACTORS, POOL, walletOf } from '#domain/kernel/accounts.ts'
import { type Command, type Decider, type Decision, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { type Kobo, kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { isBlank } from '#domain/kernel/blank.ts'
import { secondPersonAboveIn } from '#domain/people/setting/second-person-limit.ts'
import type { FundingEvent } from './events.ts'
import type { Asked, Funding, FundingRefusal, Proposal } from './movement.ts'
import { decideProposal, type SecondPersonCommand } from './second-person.ts'

/** Naira 1.00, the least that can be given to the pool (spec, back-office.md 5: Pool credit). */
export const MIN_POOL_CREDIT = kobo(100)

type SecondPerson = {
  /** The site setting `second_person_above`, in kobo: what is above it is only proposed. Left out, the setting's default. */
  readonly above?: Kobo
  /** What its maker moved alone that Lagos day with this, kobo (funding-day); left out, this alone. */
  readonly today?: Kobo
  /** The others who may confirm it, as they are told. */
  readonly toConfirm?: readonly string[]
}

export type FundingCommand =
  | Command<'RequestPoolCredit', SecondPerson & { readonly benefactor: string; readonly amount: Kobo }>
  | Command<'RequestAllocation', SecondPerson & { readonly coeId: string; readonly amount: Kobo }>
  | Command<
      'RequestPatientFunding',
      SecondPerson & {
        readonly coeId: string
        readonly patientId: string
        readonly amount: Kobo
        readonly reason: string
        /** The site setting `funding_cap`, in kobo: above it a reason is needed. */
        readonly cap: Kobo
      }
    >
  | SecondPersonCommand
  | Command<'CompleteFunding', Record<never, never>>
  | Command<'RefuseFunding', { readonly refused: string }>

/** The transfer that moves the money of a funding; one for each time that it was confirmed, as the outcome of each is final. */
export const fundingTransfer = (fundingId: string, attempt: number): string =>
  attempt === 0 ? `funding:${fundingId}` : `funding:${fundingId}:${attempt}`

function decide(command: FundingCommand, funding: Funding): Decision<FundingEvent, FundingRefusal> {
  const stamp = { by: command.by, at: command.at }
  switch (command.type) {
    case 'RequestPoolCredit': {
      if (funding.status !== 'none') return []
      const { benefactor, amount } = command.data
      if (amount < MIN_POOL_CREDIT) return refuse('funding_below_pool_minimum')
      const wrong = checkAmount(amount)
      if (wrong) return wrong
      const { waits, limit, toConfirm } = secondPersonIn(command.data)
      return waits
        ? [{ type: 'PoolCreditProposed', data: { benefactor, amount, ...limit, toConfirm, ...stamp } }]
        : [{ type: 'PoolCreditRequested', data: { benefactor, amount, ...limit, ...stamp } }]
    }
    case 'RequestAllocation': {
      if (funding.status !== 'none') return []
      const { coeId, amount } = command.data
      const wrong = checkAmount(amount)
      if (wrong) return wrong
      const { waits, limit, toConfirm } = secondPersonIn(command.data)
      return waits
        ? [{ type: 'AllocationProposed', data: { coeId, amount, ...limit, toConfirm, ...stamp } }]
        : [{ type: 'AllocationRequested', data: { coeId, amount, ...limit, ...stamp } }]
    }
    case 'RequestPatientFunding': {
      if (funding.status !== 'none') return []
      const { coeId, patientId, amount, reason, cap } = command.data
      const wrong = checkAmount(amount)
      if (wrong) return wrong
      // domain.md, Money: a fund approval above the cap needs a reason.
      if (amount > cap && isBlank(reason)) return refuse('funding_reason_required', { cap })
      const { waits, limit, toConfirm } = secondPersonIn(command.data)
      const funded = { coeId, patientId, amount, reason, ...limit, ...stamp }
      return waits
        ? [{ type: 'PatientFundingProposed', data: { ...funded, toConfirm } }]
        : [{ type: 'PatientFundingRequested', data: funded }]
    }
    case 'ConfirmFunding':
    case 'DeclineFunding':
    case 'WithdrawFunding':
      return decideProposal(command, funding)
    case 'CompleteFunding':
      if (funding.status === 'none') return refuse('funding_unknown')
      if (funding.status === 'completed') return []
      return notMoving(funding) ?? [{ type: 'FundingCompleted', data: stamp }]
    case 'RefuseFunding':
      if (funding.status === 'none') return refuse('funding_unknown')
      if (funding.status === 'refused') return []
      return notMoving(funding) ?? [{ type: 'FundingRefused', data: { refused: command.data.refused, ...stamp } }]
  }
}

/** Above how much (kobo) a request waits for a second person, where it does not say. */
export const DEFAULT_ABOVE = secondPersonAboveIn({})

/** What one person moves in a day adds up: the one that passes the limit waits (domain.md, Money). */
function secondPersonIn(asked: SecondPerson & { readonly amount: Kobo }) {
  const { amount, above = DEFAULT_ABOVE, today = amount, toConfirm = [] } = asked
  return { waits: amount > above || today > above, limit: { above, today }, toConfirm: [...toConfirm] }
}

/** Why an outcome has nothing to close. */
function notMoving({ status }: Asked): Refusal<FundingRefusal> | undefined {
  if (status === 'requested') return undefined
  return status === 'proposed' ? refuse('funding_not_confirmed') : refuse('funding_closed')
}

function checkAmount(amount: Kobo): Refusal<FundingRefusal> | undefined {
  if (amount <= 0) return refuse('funding_amount_not_positive')
  if (amount > MAX_AMOUNT) return refuse('funding_amount_too_large')
  return undefined
}

function evolve(funding: Funding, event: FundingEvent): Funding {
  const { type, data } = event
  switch (type) {
    case 'PoolCreditRequested':
    case 'PoolCreditProposed':
      return { ...begun(event), source: BENEFACTORS, target: POOL, amount: data.amount }
    case 'AllocationRequested':
    case 'AllocationProposed':
      return { ...begun(event), source: POOL, target: allocationOf(data.coeId), amount: data.amount }
    case 'PatientFundingRequested':
    case 'PatientFundingProposed': {
      const [source, target] = [allocationOf(data.coeId), walletOf(data.patientId)]
      return { ...begun(event), source, target, amount: data.amount }
    }
    default:
      return funding.status === 'none' ? funding : goneOn(funding, event)
  }
}

function begun({ data }: FundingEvent): Pick<Asked, 'status' | 'attempt' | 'proposal'> {
  return 'toConfirm' in data
    ? { status: 'proposed', attempt: 0, proposal: { by: data.by, above: data.above, today: data.today ?? data.amount } }
    : { status: 'requested', attempt: 0, proposal: undefined }
}

function goneOn(funding: Asked, { type, data }: FundingEvent): Asked {
  const { proposal, attempt } = funding
  const endedAs = (as: NonNullable<Proposal['ended']>['as']) => proposal && { ...proposal, ended: { as, by: data.by } }
  switch (type) {
    case 'FundingConfirmed':
      return { ...funding, status: 'requested', proposal: endedAs('confirmed') }
    case 'FundingDeclined':
      return { ...funding, status: 'declined', proposal: endedAs('declined') }
    case 'FundingWithdrawn':
      return { ...funding, status: 'withdrawn', proposal: endedAs('withdrawn') }
    case 'FundingCompleted':
      return { ...funding, status: 'completed' }
    case 'FundingRefused':
      // The money was short at that moment: what two people wanted waits for the second one again.
      if (proposal !== undefined)
        return { ...funding, status: 'proposed', attempt: attempt + 1, proposal: { ...proposal, ended: undefined } }
      return { ...funding, status: 'refused' }
    default:
      return funding
  }
}

/** Stream `funding-{id}`. */
export const funding: Decider<Funding, FundingCommand, FundingEvent, FundingRefusal> = {
  category: 'funding',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
