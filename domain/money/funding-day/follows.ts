import { follows } from '#domain/kernel/follows.ts'
import type { FundingDayEvent } from './events.ts'
import { fundingDay, type FundingDayCommand } from './funding-day.ts'

export const fundingDayFollows = follows(
  fundingDay,
  ({ data: { fundingId, amount, above } }: FundingDayEvent): Pick<FundingDayCommand, 'type' | 'data'> => ({
    type: 'CountFunding',
    data: { fundingId, amount, above },
  }),
  { named: ({ userId, day }) => `${userId}:${day}` },
)
