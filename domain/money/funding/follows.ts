import { type Asked, follows } from '#domain/kernel/follows.ts'
import { MAX_AMOUNT } from '#domain/kernel/money.ts'
import type { FundingEvent } from './events.ts'
import { funding, type FundingCommand } from './funding.ts'

function asked({ type, data }: FundingEvent): Asked<FundingCommand> {
  switch (type) {
    case 'PoolCreditRequested':
      return { type: 'RequestPoolCredit', data }
    case 'AllocationRequested':
      return { type: 'RequestAllocation', data }
    case 'PatientFundingRequested':
      // The cap of the day is in no event.
      return { type: 'RequestPatientFunding', data: { ...data, cap: MAX_AMOUNT } }
    case 'FundingCompleted':
      return { type: 'CompleteFunding', data: {} }
    case 'FundingRefused':
      return { type: 'RefuseFunding', data }
  }
}

export const fundingFollows = follows(funding, asked)
