import { type Asked, follows } from '#domain/kernel/follows.ts'
import { coe, type CoeCommand } from './coe.ts'
import type { CoeEvent } from './events.ts'

function asked({ type, data }: CoeEvent): Asked<CoeCommand> {
  switch (type) {
    case 'CoeRegistered':
      return { type: 'RegisterCoe', data }
    case 'CoeDetailsChanged':
      return { type: 'ChangeCoeDetails', data }
    case 'CoeDeactivated':
      return { type: 'DeactivateCoe', data }
    case 'CoeActivated':
      return { type: 'ActivateCoe', data }
  }
}

export const coeFollows = follows(coe, asked, { named: ({ coeId }) => coeId })
