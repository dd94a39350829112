import type { ReadModelHealth } from '#projections/health.ts'
import type { Crowded, callsOf } from './crowding.ts'
import type { PartHealth } from '#api/running/state-of-parts.ts'

type Status = { readonly status: 'green' | 'amber' | 'red'; readonly says: string[] }
type Remark = { readonly status: 'amber' | 'red'; readonly says: string }

/** Whether what is shown was read just now; since when the database does not answer. */
type Reached = { readonly isFresh: boolean; readonly awaySince: string | undefined }

export const MEGABYTE = 1024 * 1024
const LITTLE = 1024 * MEGABYTE
const NOTHING_LEFT = 32 * MEGABYTE

type Facts = {
  readonly reached: Reached
  readonly freeBytes: number | undefined
  readonly calls: ReturnType<typeof callsOf>
  readonly lanes: readonly Crowded[]
  readonly parts: readonly PartHealth[]
  readonly models: readonly ReadModelHealth[]
}

/** One colour for the whole, and a sentence for each thing that is not as it should be. */
export function statusOf({ reached, freeBytes, calls, lanes, parts, models }: Facts): Status {
  const remarks = [
    ...remarkOnDatabase(reached),
    ...remarkOnDisk(freeBytes),
    ...remarkOnCalls(calls),
    ...lanes.flatMap(remarkOnLane),
    ...parts.flatMap(remarkOnPart),
    ...models.flatMap(remarkOnModel),
  ]
  const status = remarks.some(({ status }) => status === 'red') ? 'red' : remarks.length > 0 ? 'amber' : 'green'
  return { status, says: remarks.map(({ says }) => says) }
}

function remarkOnDatabase({ isFresh, awaySince }: Reached): Remark[] {
  if (awaySince !== undefined)
    return [{ status: 'red', says: `the database has not answered since ${awaySince}: calls are turned away` }]
  return isFresh ? [] : [{ status: 'red', says: 'the records do not answer in time: what is shown here is of before' }]
}

function remarkOnDisk(freeBytes = Number.POSITIVE_INFINITY): Remark[] {
  const left = `${Math.floor(freeBytes / MEGABYTE)} MB`
  if (freeBytes < NOTHING_LEFT) return [{ status: 'red', says: `the disk is full (${left} left): nothing new is kept` }]
  return freeBytes < LITTLE ? [{ status: 'amber', says: `the disk is nearly full (${left} left)` }] : []
}

function remarkOnCalls({ isCrowded, turned_away: times }: Facts['calls']): Remark[] {
  if (!isCrowded) return []
  return [{ status: 'amber', says: `too many calls at once: ${times} were turned away within the last minute` }]
}

function remarkOnLane({ name, isCrowded, turned_away: times }: Crowded): Remark[] {
  return isCrowded ? [{ status: 'amber', says: `${name}: full, ${times} turned away within the last minute` }] : []
}

function remarkOnPart({ name, state, since = '' }: PartHealth): Remark[] {
  switch (state) {
    case 'running':
      return []
    case 'waiting to start again':
      return [{ status: 'amber', says: `${name} has failed and starts again` }]
    case 'ended':
      return [{ status: 'red', says: `${name} has ended since ${since} and needs somebody: see the operator's log` }]
    case 'not heard of':
      return [{ status: 'red', says: `${name} was last heard of at ${since}: the process that ran it is gone` }]
    case 'runs nowhere':
      return [{ status: 'red', says: `${name} runs in no process` }]
  }
}

function remarkOnModel({ name, state, position, percent = 0 }: ReadModelHealth): Remark[] {
  switch (state) {
    case 'live':
      return []
    case 'building':
      return [{ status: 'amber', says: `${name} is being built (${percent} %) and shows what it had` }]
    case 'stopped':
      return [
        { status: 'amber', says: `${name} stands still at position ${position} and shows no more than up to there` },
      ]
  }
}
