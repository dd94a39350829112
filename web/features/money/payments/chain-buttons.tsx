import { StepButtons } from '#web/features/money/acts/step-buttons.tsx'
import { type ChainAct, useChainActs } from './chain-acts.ts'
import type { Chosen } from './chain-run.ts'

type ChainButtonsProps = {
  /** With ids, the server says of each whether it may be done; all that match a filter are looked at when one is pressed. */
  readonly rows: readonly (Pick<Chosen, 'status'> & Partial<Pick<Chosen, 'id'>>)[]
  readonly onAct: (act: ChainAct) => void
}

/** What the person may do with these transactions. */
export function ChainButtons({ rows, onAct }: ChainButtonsProps) {
  const acts = useChainActs()
  const ids = acts.length === 0 ? [] : rows.flatMap(({ id }) => id ?? [])
  const reasonOf = ({ name, verb, from }: ChainAct) => {
    if (rows.some(({ status }) => from.includes(status))) return undefined
    return name === 'return' ? 'None of these is ready for you' : `None of these is ready for '${verb}'`
  }
  return <StepButtons acts={acts} kind="transactions" ids={ids} count={rows.length} reasonOf={reasonOf} onAct={onAct} />
}
