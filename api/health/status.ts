import type { ReadModelHealth } from '../../projections/health.ts'
import type { PartHealth } from '../running/state-of-parts.ts'

type Status = { readonly status: 'green' | 'amber' | 'red'; readonly says: string[] }
type Remark = { readonly status: 'amber' | 'red'; readonly says: string }

/** One colour for the whole, and a sentence for each thing that is not as it should be. */
export function statusOf(parts: readonly PartHealth[], models: readonly ReadModelHealth[]): Status {
  const remarks = [...parts.flatMap(remarkOnPart), ...models.flatMap(remarkOnModel)]
  const status = remarks.some(({ status }) => status === 'red') ? 'red' : remarks.length > 0 ? 'amber' : 'green'
  return { status, says: remarks.map(({ says }) => says) }
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
