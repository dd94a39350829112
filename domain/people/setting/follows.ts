import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { SettingEvent } from './events.ts'
import { setting, type SettingCommand, SITE } from './setting.ts'

function asked({ type, data }: SettingEvent): Asked<SettingCommand> {
  switch (type) {
    case 'SharesSet':
      return { type: 'SetShares', data }
    case 'FundingCapSet':
      return { type: 'SetFundingCap', data }
    case 'SecondPersonAboveSet':
      return { type: 'SetSecondPersonAbove', data }
    case 'SecondPersonAboveProposed':
      return { type: 'ProposeSecondPersonAbove', data }
    case 'SecondPersonAboveConfirmed':
      return { type: 'ConfirmSecondPersonAbove', data }
    case 'SecondPersonAboveDeclined':
      return { type: 'DeclineSecondPersonAbove', data }
    case 'SecondPersonAboveWithdrawn':
      return { type: 'WithdrawSecondPersonAbove', data }
    case 'DeadlinesSet':
      return { type: 'SetDeadlines', data }
    case 'SupportLineSet':
      return { type: 'SetSupportLine', data }
    case 'TermsSet':
      return { type: 'SetTerms', data }
    case 'SecondFactorDemandSet':
      return { type: 'SetSecondFactorDemand', data }
  }
}

export const settingFollows = follows(setting, asked, {
  named: () => SITE,
  // One person alone changed the limit at first.
  later: { setting_limit_needs_two: { SecondPersonAboveSet: 2 } },
})
