import { Button } from '@mantine/core'
import { WithReason } from '#web/ui/with-reason.tsx'
import { type ChainAct, useChainActs } from './chain-acts.ts'
import type { Chosen } from './chain-run.ts'

type ChainButtonsProps = {
  readonly rows: readonly Pick<Chosen, 'status'>[]
  readonly onAct: (act: ChainAct) => void
}

/** What the person may do with these transactions; where none of them waits for it, disabled with the reason. */
export function ChainButtons({ rows, onAct }: ChainButtonsProps) {
  return useChainActs().map((act) => {
    const waits = rows.some(({ status }) => act.from.includes(status))
    return (
      <WithReason key={act.name} reason={waits ? undefined : reasonOf(act)}>
        <Button
          disabled={!waits}
          {...(act.name === 'return' ? { variant: 'outline', color: 'red' } : {})}
          onClick={() => onAct(act)}
        >
          {act.verb}
        </Button>
      </WithReason>
    )
  })
}

const reasonOf = ({ name, verb }: ChainAct) =>
  name === 'return' ? 'None of these waits for you' : `None of these waits for '${verb}'`
