import { type Asked, follows } from '#domain/kernel/follows.ts'
import { MAX_AMOUNT, MAX_GIVEN } from '#domain/kernel/money.ts'
import type { FundingEvent } from './events.ts'
import { funding, type FundingCommand } from './funding.ts'
import { FUNDING_PERMISSIONS } from './second-person.ts'

function asked({ type, data }: FundingEvent): Asked<FundingCommand> {
  switch (type) {
    case 'PoolCreditRequested':
    case 'PoolCreditProposed':
      return { type: 'RequestPoolCredit', data: { ...data, above: data.above ?? MAX_AMOUNT } }
    case 'AllocationRequested':
    case 'AllocationProposed':
      return { type: 'RequestAllocation', data: { ...data, above: data.above ?? MAX_AMOUNT } }
    case 'PatientFundingRequested':
      // The cap of the day is in no event.
      return { type: 'RequestPatientFunding', data: { ...data, cap: MAX_AMOUNT } }
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

export const fundingFollows = follows(funding, asked, {
  // No amount needed a second person at first.
  later: { above: { PoolCreditRequested: 2, AllocationRequested: 2 } },
})
