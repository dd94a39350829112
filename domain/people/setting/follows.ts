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

export const settingFollows = follows(setting, asked, { named: () => SITE })
