import type { MatchingPreview } from '#api/money/contracts/matching.ts'
import type { StepOutcomes } from '#api/money/contracts/payment.ts'
import { api } from '#web/shell/api-client.ts'
import type { Params } from '#web/shell/params.ts'
import { newKey } from '#web/shell/submitting.ts'
import { sumNaira } from '#web/ui/money.tsx'
import type { ChainAct } from './chain-acts.ts'
import { type Chosen, type Outcome, type Outcomes, type Preview, previewAct, runAct } from './chain-run.ts'

/** What a step is asked for: how it is looked at before, and done as it was told then. */
export type ChainTarget = {
  readonly preview: () => Promise<Preview>
  readonly run: (told: Preview, reason: string, key: string) => Promise<Outcomes>
}

/** Some transactions that somebody has chosen, as they were when they were. */
export const chosenRows = (act: ChainAct, rows: readonly Chosen[]): ChainTarget => ({
  preview: () => previewAct(act, rows),
  run: ({ outcomes }, reason, key) => {
    const able = new Set(doable(outcomes).map(({ id }) => id))
    return runAct(
      act,
      rows.filter(({ id }) => able.has(id)),
      reason,
      key,
    )
  },
})

const URL = '/api/fanda/payment/matching'
/** What the list is narrowed by: a step on all that match is taken on exactly these. */
export const MATCHED: readonly string[] = [
  ...['search', 'start_date', 'end_date', 'coe', 'is_drug', 'status', 'stage', 'on_invoice'],
  ...['ready_for', 'step', 'overdue', 'waits_for', 'age'],
]

/** All that a filter of the consolidated list lets through: the server finds them, and does nothing where it is not as told. */
export function allThatMatch({ name: step }: ChainAct, query: Params): ChainTarget {
  const set = Object.entries(query).filter(
    ([name, value]) => MATCHED.includes(name) && value !== '' && value !== undefined,
  )
  const filter = Object.fromEntries(set)
  return {
    preview: async () => {
      const { data } = await api.post<typeof MatchingPreview>(`${URL}/preview`, { step, filter }, newKey())
      return { ...data, paidAt: data.paid_at ?? [] }
    },
    run: async ({ outcomes, position }, reason, key) => {
      const chosen = doable(outcomes)
      const told = { position, count: chosen.length, total: sumNaira(chosen.map(({ total }) => total)) }
      const body = { step, filter, ...told, ...(reason === '' ? {} : { reason }) }
      const { message, data } = await api.post<typeof StepOutcomes>(URL, body, key)
      return { message, data, outcomes: data.outcomes }
    },
  }
}

/** Of a pre-flight those that it would be done to. */
export const doable = (outcomes: readonly Outcome[]): readonly Outcome[] =>
  outcomes.filter(({ outcome }) => outcome === 'done')
