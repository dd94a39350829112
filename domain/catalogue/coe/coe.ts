import { isBlank } from '#domain/kernel/blank.ts'
import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { same } from '#domain/kernel/same.ts'
import { isShortCode, MAX_CODE_LENGTH } from '#domain/kernel/short-code.ts'
import { checkTwoPersonEnd, type TwoPersonOutcome, type TwoPersonRefusals } from '#domain/kernel/two-person.ts'
import type { CoeBank, CoeDetails, CoeEvent } from './events.ts'

type Id = { readonly coeId: string }
/** `request` is the id of the command that proposed the bank. */
type OfProposal = Id & { readonly request: string }
export type CoeCommand =
  | Command<'RegisterCoe', Id & { readonly code: string } & Readonly<CoeDetails>>
  /** `revision` is how often the details had changed when they were read; left out, whatever they are now. */
  | Command<'ChangeCoeDetails', Id & Readonly<CoeDetails> & { readonly revision?: number | undefined }>
  | Command<'DeactivateCoe', Id & { readonly reason: string }>
  | Command<'ActivateCoe', Id>
  | BankCommand

type BankCommand =
  /** `toConfirm` are the others who may confirm it, as they are told. */
  | Command<'ProposeCoeBank', Id & Readonly<CoeBank> & { readonly toConfirm: readonly string[] }>
  /** By whoever proposed it. */
  | Command<'WithdrawCoeBank', OfProposal>
  /** By anybody else. */
  | Command<'DeclineCoeBank', OfProposal & { readonly reason: string }>
  | Command<'ConfirmCoeBank', OfProposal>

export type CoeRefusal =
  | 'coe_unknown'
  | 'coe_already_registered'
  | 'coe_code_too_long'
  | 'coe_details_changed'
  | 'coe_reason_required'
  | 'coe_bank_waiting'
  | 'coe_bank_not_waiting'
  | 'coe_bank_same_person'
  | 'coe_bank_of_another'

type Registered = {
  /** An inactive one bills nobody, and is paid for what it billed. */
  readonly status: 'active' | 'inactive'
  readonly code: string
  readonly details: CoeDetails
  /** How often the details have changed. */
  readonly revision: number
  /** Where it is paid: what a second person confirmed last. */
  readonly bank?: CoeBank
  /** Who confirmed that, and when. */
  readonly confirmed?: { readonly by: string; readonly at: string }
  readonly proposal?:
    { readonly request: string; readonly bank: CoeBank; readonly by: string; readonly at: string } | undefined
  /** What became of the proposals that no longer wait. */
  readonly ended: ReadonlyMap<string, TwoPersonOutcome>
}
export type Coe = { readonly status: 'none' } | Registered

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
    case 'ChangeCoeDetails': {
      const details = detailsIn(command.data)
      if (same(coe.details, details)) return []
      const { revision } = command.data
      if (revision !== undefined && revision !== coe.revision) return refuse('coe_details_changed')
      return [{ type: 'CoeDetailsChanged', data: { coeId, ...details, ...stamp } }]
    }
    case 'DeactivateCoe': {
      const { reason } = command.data
      if (coe.status === 'inactive') return []
      if (isBlank(reason)) return refuse('coe_reason_required')
      return [{ type: 'CoeDeactivated', data: { coeId, reason, ...stamp } }]
    }
    case 'ActivateCoe':
      return coe.status === 'active' ? [] : [{ type: 'CoeActivated', data: { coeId, ...stamp } }]
    default:
      return decideBank(command, coe)
  }
}

/** A bank is one person's word until a second one's (docs/decisions/0093). */
function decideBank(command: BankCommand, { bank, proposal, ended }: Registered): Decision<CoeEvent, CoeRefusal> {
  const { by, at } = command
  if (command.type === 'ProposeCoeBank') {
    const { coeId, toConfirm, ...proposed } = command.data
    if (proposal?.request === command.id || ended.has(command.id)) return []
    if (proposal !== undefined) return refuse('coe_bank_waiting')
    if (same(bank, proposed)) return []
    return [
      { type: 'CoeBankProposed', data: { coeId, request: command.id, ...proposed, toConfirm: [...toConfirm], by, at } },
    ]
  }
  const { coeId, request } = command.data
  const proposedBy = proposal?.request === request ? proposal.by : undefined
  const act = { proposedBy, ended: ended.get(request) }
  const over = checkTwoPersonEnd(act, { as: AS[command.type], by }, REFUSALS)
  if (over || proposedBy === undefined) return over ?? refuse('coe_bank_not_waiting')
  const data = { coeId, request, by, at }
  switch (command.type) {
    case 'WithdrawCoeBank':
      return [{ type: 'CoeBankWithdrawn', data }]
    case 'ConfirmCoeBank':
      return [{ type: 'CoeBankConfirmed', data: { ...data, proposedBy } }]
    case 'DeclineCoeBank': {
      const { reason } = command.data
      if (isBlank(reason)) return refuse('coe_reason_required')
      return [{ type: 'CoeBankDeclined', data: { ...data, proposedBy, reason } }]
    }
  }
}

const AS = { WithdrawCoeBank: 'withdrawn', DeclineCoeBank: 'declined', ConfirmCoeBank: 'confirmed' } as const
const ENDED_AS = { CoeBankWithdrawn: 'withdrawn', CoeBankDeclined: 'declined', CoeBankConfirmed: 'confirmed' } as const
const REFUSALS: TwoPersonRefusals<CoeRefusal> = {
  notWaiting: 'coe_bank_not_waiting',
  samePerson: 'coe_bank_same_person',
  ofAnother: 'coe_bank_of_another',
}

function evolve(coe: Coe, { type, data }: CoeEvent): Coe {
  if (type === 'CoeRegistered')
    return { status: 'active', code: data.code, details: detailsIn(data), revision: 0, ended: new Map() }
  if (coe.status === 'none') return coe
  switch (type) {
    case 'CoeDetailsChanged':
      return { ...coe, details: detailsIn(data), revision: coe.revision + 1 }
    case 'CoeDeactivated':
      return { ...coe, status: 'inactive' }
    case 'CoeActivated':
      return { ...coe, status: 'active' }
    case 'CoeBankProposed': {
      const { request, by, at, accountName, accountNumber, sortCode, bankName } = data
      return { ...coe, proposal: { request, by, at, bank: { accountName, accountNumber, sortCode, bankName } } }
    }
    case 'CoeBankWithdrawn':
    case 'CoeBankDeclined':
    case 'CoeBankConfirmed': {
      const { proposal } = coe
      const ended = new Map(coe.ended).set(data.request, { as: ENDED_AS[type], by: data.by })
      const isConfirmed = type === 'CoeBankConfirmed' && proposal?.request === data.request
      return {
        ...coe,
        ended,
        proposal: undefined,
        ...(isConfirmed ? { bank: proposal.bank, confirmed: { by: data.by, at: data.at } } : {}),
      }
    }
  }
}

function detailsIn({ name, type, address, capId, stateId }: Readonly<CoeDetails>): CoeDetails {
  return { name, type, address, capId, stateId }
}

/** Stream `coe-{id}`. */
export const coe: Decider<Coe, CoeCommand, CoeEvent, CoeRefusal> = {
  category: 'coe',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
