import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { same } from '#domain/kernel/same.ts'
import { isShortCode, MAX_CODE_LENGTH } from '#domain/kernel/short-code.ts'
import type { CoeDetails, CoeEvent } from './events.ts'

type Id = { readonly coeId: string }
export type CoeCommand =
  | Command<'RegisterCoe', Id & { readonly code: string } & Readonly<CoeDetails>>
  | Command<'ChangeCoeDetails', Id & Readonly<CoeDetails>>
  | Command<'DeactivateCoe', Id>
  | Command<'ActivateCoe', Id>

export type CoeRefusal = 'coe_unknown' | 'coe_already_registered' | 'coe_code_too_long'

export type Coe =
  | { readonly status: 'none' }
  | { readonly status: 'active' | 'inactive'; readonly code: string; readonly details: CoeDetails }

function decide(command: CoeCommand, coe: Coe): Decision<CoeEvent, CoeRefusal> {
  const stamp = { by: command.by, at: command.at }
  if (command.type === 'RegisterCoe') {
    const { code } = command.data
    if (coe.status !== 'none') {
      const isKnown = coe.code === code && same(coe.details, detailsIn(command.data))
      return isKnown ? [] : refuse('coe_already_registered')
    }
    if (!isShortCode(code)) return refuse('coe_code_too_long', { most: MAX_CODE_LENGTH })
    return [{ type: 'CoeRegistered', data: { ...command.data, ...stamp } }]
  }
  if (coe.status === 'none') return refuse('coe_unknown')
  const { coeId } = command.data
  switch (command.type) {
    case 'ChangeCoeDetails':
      if (same(coe.details, detailsIn(command.data))) return []
      return [{ type: 'CoeDetailsChanged', data: { ...command.data, ...stamp } }]
    case 'DeactivateCoe':
      return coe.status === 'inactive' ? [] : [{ type: 'CoeDeactivated', data: { coeId, ...stamp } }]
    case 'ActivateCoe':
      return coe.status === 'active' ? [] : [{ type: 'CoeActivated', data: { coeId, ...stamp } }]
  }
}

function evolve(coe: Coe, { type, data }: CoeEvent): Coe {
  if (type === 'CoeRegistered') return { status: 'active', code: data.code, details: detailsIn(data) }
  if (coe.status === 'none') return coe
  switch (type) {
    case 'CoeDetailsChanged':
      return { ...coe, details: detailsIn(data) }
    case 'CoeDeactivated':
      return { ...coe, status: 'inactive' }
    case 'CoeActivated':
      return { ...coe, status: 'active' }
  }
}

function detailsIn(data: Readonly<CoeDetails>): CoeDetails {
  const { name, type, address, capId, stateId } = data
  const { bankAccountName, bankAccountNumber, bankSortCode, bankName } = data
  return { name, type, address, capId, stateId, bankAccountName, bankAccountNumber, bankSortCode, bankName }
}

/** Stream `coe-{id}`. */
export const coe: Decider<Coe, CoeCommand, CoeEvent, CoeRefusal> = {
  category: 'coe',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
