import { type Asked, follows } from '#domain/kernel/follows.ts'
import { type Kobo, MAX_AMOUNT, MAX_GIVEN } from '#domain/kernel/money.ts'
import type { FundingEvent } from './events.ts'
import { funding, type FundingCommand } from './funding.ts'
import { FUNDING_PERMISSIONS } from './second-person.ts'

function asked({ type, data }: FundingEvent): Asked<FundingCommand> {
  switch (type) {
    case 'PoolCreditRequested':
    case 'PoolCreditProposed':
      return { type: 'RequestPoolCredit', data: { ...data, ...limitOf(data) } }
    case 'AllocationRequested':
    case 'AllocationProposed':
      return { type: 'RequestAllocation', data: { ...data, ...limitOf(data) } }
    case 'PatientFundingRequested':
    case 'PatientFundingProposed':
      // The cap of the day is in no event.
      return { type: 'RequestPatientFunding', data: { ...data, ...limitOf(data), cap: MAX_AMOUNT } }
    case 'FundingConfirmed':
      // What the caller held, and the pool at that moment, are in no event.
      return { type: 'ConfirmFunding', data: { permissions: FUNDING_PERMISSIONS, room: MAX_GIVEN } }
    case 'FundingDeclined':
      return { type: 'DeclineFunding', data: { permissions: FUNDING_PERMISSIONS, reason: data.reason } }
    case 'FundingWithdrawn':
      return { type: 'WithdrawFunding', data }
    case 'FundingCompleted':
      return { type: 'CompleteFunding', data: {} }
    case 'FundingRefused':
      return { type: 'RefuseFunding', data }
  }
}

type Limited = { readonly amount: Kobo; readonly above: Kobo | null; readonly today: Kobo | null }
/** Of what was recorded before either counted: as if there were no limit. */
const limitOf = ({ amount, above, today }: Limited) => ({ above: above ?? MAX_AMOUNT, today: today ?? amount })

export const fundingFollows = follows(funding, asked, {
  later: {
    // No amount needed a second person at first; then each stood for itself.
    above: { PoolCreditRequested: 2, AllocationRequested: 2, PatientFundingRequested: 2 },
    today: {
      ...{ PoolCreditRequested: 3, AllocationRequested: 3, PatientFundingRequested: 2 },
      ...{ PoolCreditProposed: 2, AllocationProposed: 2 },
    },
  },
})
