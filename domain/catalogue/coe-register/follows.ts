import { type Asked, follows } from '#domain/kernel/follows.ts'
import { ALL_COES, coeRegister, type CoeRegisterCommand } from './coe-register.ts'
import type { CoeRegisterEvent } from './events.ts'

const asked = ({ type, data }: CoeRegisterEvent): Asked<CoeRegisterCommand> =>
  type === 'CoeEntered' ? { type: 'EnterCoe', data } : { type: 'TakeBackCoe', data }

export const coeRegisterFollows = follows(coeRegister, asked, { named: () => ALL_COES })
