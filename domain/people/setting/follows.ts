import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { SettingEvent } from './events.ts'
import { setting, type SettingCommand, SITE } from './setting.ts'

const asked = ({ type, data }: SettingEvent): Asked<SettingCommand> =>
  type === 'SharesSet' ? { type: 'SetShares', data } : { type: 'SetFundingCap', data }

export const settingFollows = follows(setting, asked, { named: () => SITE })
