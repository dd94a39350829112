import { type Asked, follows } from '#domain/kernel/follows.ts'
import type { SecondFactorEvent } from './events.ts'
import { secondFactor, type SecondFactorCommand } from './second-factor.ts'

function asked({ type, data }: SecondFactorEvent): Asked<SecondFactorCommand> {
  switch (type) {
    case 'SecondFactorEnrolled':
      return { type: 'EnrolSecondFactor', data }
    case 'SecondFactorRemoved':
      return { type: 'RemoveSecondFactor', data }
    case 'RecoveryCodesReplaced':
      return { type: 'ReplaceRecoveryCodes', data }
    case 'RecoveryCodeUsed':
      return { type: 'UseRecoveryCode', data }
    case 'SecondFactorResetAsked':
      return { type: 'AskReset', data }
    case 'SecondFactorResetDeclined':
      return { type: 'DeclineReset', data }
    case 'SecondFactorReset':
      return { type: 'ConfirmReset', data }
  }
}

export const secondFactorFollows = follows(secondFactor, asked, { named: ({ userId }) => userId })
