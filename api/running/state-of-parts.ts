import type { Part } from '#commands/supervise.ts'
import type { HeardPart } from './heartbeat.ts'
import { PARTS, type PartName } from './parts.ts'

/** How a part is doing over all processes: the worst that a living one says of it. */
export type PartHealth = {
  readonly name: PartName
  readonly state: Part['state'] | 'not heard of' | 'runs nowhere'
  /** Whether this process runs it. */
  readonly here: boolean
  readonly since?: string
  readonly failures: number
  readonly lastFailedAt?: string
  /** What it says of itself while it runs. */
  readonly remark?: string
}

/** A process that has not ended and was not heard of since: what it holds, it holds. `does`: its work, none for an API's. */
export type HangingProcess = { readonly since: string; readonly does: readonly PartName[] }

/** The processes that hang, also those whose work others do meanwhile. */
export function hangingProcesses(others: readonly HeardPart[]): readonly HangingProcess[] {
  const hanging = others.filter(({ hangs }) => hangs)
  return [...new Set(hanging.map(({ process }) => process))].map((process) => {
    const told = hanging.filter((part) => part.process === process)
    const does = (Object.keys(PARTS) as PartName[]).filter(
      (name) => PARTS[name] !== 'any' && PARTS[name] !== 'api' && told.some((part) => part.name === name),
    )
    return { since: told[0]?.since ?? '', does }
  })
}

const WORST: readonly Part['state'][] = ['ended', 'waiting to start again', 'running']

/** All parts: those of this process, those of others, and those that should run somewhere and do not. */
export function stateOfParts(here: readonly Part[], others: readonly HeardPart[]): readonly PartHealth[] {
  // The list is the registry itself, so its keys are the names.
  const names = Object.keys(PARTS) as PartName[]
  return names.flatMap((name): PartHealth[] => {
    const isName = (part: Part) => part.name === name
    const heard = others.filter(isName)
    const living = [...here.filter(isName), ...heard.filter(({ isSilent }) => !isSilent)]
    const worst = WORST.flatMap((state) => living.find((part) => part.state === state) ?? [])[0]
    if (worst !== undefined) {
      const { state, since, lastFailedAt } = worst
      const remark = living.find((part) => part.state === state && part.remark !== undefined)?.remark
      const failures = living.reduce((sum, part) => sum + part.failures, 0)
      const failed = lastFailedAt === undefined ? {} : { lastFailedAt }
      return [
        {
          name,
          state,
          here: here.some(isName),
          since,
          failures,
          ...failed,
          ...(remark === undefined ? {} : { remark }),
        },
      ]
    }
    if (PARTS[name] === 'any') return []
    const [silent] = heard
    if (silent === undefined) return [{ name, state: 'runs nowhere', here: false, failures: 0 }]
    return [{ name, state: 'not heard of', here: false, since: silent.since, failures: silent.failures }]
  })
}
