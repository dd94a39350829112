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
    case 'CoeBankProposed': {
      const { coeId, accountName, accountNumber, sortCode, bankName, toConfirm } = data
      return { type: 'ProposeCoeBank', data: { coeId, accountName, accountNumber, sortCode, bankName, toConfirm } }
    }
    case 'CoeBankWithdrawn':
      return { type: 'WithdrawCoeBank', data }
    case 'CoeBankDeclined':
      return { type: 'DeclineCoeBank', data }
    case 'CoeBankConfirmed':
      return { type: 'ConfirmCoeBank', data }
  }
}

export const coeFollows = follows(coe, asked, {
  named: ({ coeId }) => coeId,
  // Nobody was asked for a reason at first, and nobody told of what became of bank details.
  later: {
    coe_reason_required: { CoeDeactivated: 2 },
    proposedBy: { CoeBankConfirmed: 2, CoeBankDeclined: 2 },
  },
})
