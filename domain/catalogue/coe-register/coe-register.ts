import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import { isShortCode, MAX_CODE_LENGTH } from '#domain/kernel/short-code.ts'
import { plainName } from '#domain/kernel/text.ts'
import type { CoeRegisterEvent } from './events.ts'

/** All codes of hospitals stand in one stream, so that no two hospitals have one. */
export const ALL_COES = 'all'

type Id = { readonly coeId: string }
type Registering = Extract<CoeRegisterEvent, { type: 'CoeEntered' }>['data']['registering']
export type CoeRegisterCommand =
  | Command<'EnterCoe', Id & { readonly code: string; readonly registering?: Registering }>
  /** Its administrator was seen never to come (`UserRegistrationAbandoned`). */
  | Command<'TakeBackCoe', Id>
export type CoeRegisterRefusal = 'coe_unknown' | 'coe_code_too_long' | 'coe_code_taken' | 'coe_taken_back'

/** By the hospital's id. */
export type CoeRegister = ReadonlyMap<string, { readonly code: string; readonly isTakenBack: boolean }>

function decide(command: CoeRegisterCommand, register: CoeRegister): Decision<CoeRegisterEvent, CoeRegisterRefusal> {
  const { coeId } = command.data
  const known = register.get(coeId)
  const stamp = { coeId, by: command.by, at: command.at }
  switch (command.type) {
    case 'EnterCoe': {
      const { code, registering } = command.data
      if (known?.isTakenBack === true) return refuse('coe_taken_back')
      if (known?.code === code) return []
      if (!isShortCode(code)) return refuse('coe_code_too_long', { most: MAX_CODE_LENGTH })
      // A hospital keeps the code that it has.
      if (known !== undefined || isTaken(code, register)) return refuse('coe_code_taken')
      return [{ type: 'CoeEntered', data: { ...stamp, code, registering } }]
    }
    case 'TakeBackCoe':
      if (known === undefined) return refuse('coe_unknown')
      return known.isTakenBack ? [] : [{ type: 'CoeTakenBack', data: stamp }]
  }
}

const isTaken = (code: string, register: CoeRegister): boolean =>
  [...register.values()].some((other) => !other.isTakenBack && plainName(other.code) === plainName(code))

function evolve(register: CoeRegister, { type, data }: CoeRegisterEvent): CoeRegister {
  const code = type === 'CoeEntered' ? data.code : (register.get(data.coeId)?.code ?? '')
  return new Map(register).set(data.coeId, { code, isTakenBack: type === 'CoeTakenBack' })
}

/** Stream `coeRegister-all`. */
export const coeRegister: Decider<CoeRegister, CoeRegisterCommand, CoeRegisterEvent, CoeRegisterRefusal> = {
  category: 'coeRegister',
  initial: () => new Map(),
  decide,
  evolve,
}
