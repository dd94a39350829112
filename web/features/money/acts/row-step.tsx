import { ActButton } from './act-button.tsx'
import type { Kind } from './acts-api.ts'
import { WhyNotButton } from './why-not-button.tsx'

type RowStepProps<Act> = {
  readonly kind: Kind
  readonly id: string
  /** What people call it. */
  readonly number: string
  readonly status: string
  /** What the reader may do with such records. */
  readonly acts: readonly Act[]
  readonly onAct: (act: Act) => void
  /** What the reader did with it before, which stands on the button: the step is another person's. */
  readonly own?: string | undefined
}

/**
 * The one step that a row waits for, for whoever may take it, off with the reason where they in particular may not; where it
 * waits for somebody else, why it is not theirs. Nothing for who reads alone.
 */
export function RowStep<Act extends { readonly name: string; readonly verb: string; readonly from: readonly string[] }>(
  props: RowStepProps<Act>,
) {
  const { kind, id, number, status, acts, onAct, own } = props
  const act = acts.find(({ name, from }) => name !== 'return' && from.includes(status))
  if (acts.length === 0) return null
  if (act === undefined)
    return (
      <WhyNotButton
        kind={kind}
        size="compact-xs"
        variant="subtle"
        label={`What can I do with ${number}`}
        ids={[id]}
        acts={acts.map(({ name }) => name)}
      />
    )
  return (
    <ActButton
      kind={kind}
      id={id}
      verb={own === undefined ? act.verb : `You ${own}`}
      acts={[act.name]}
      isOff={own !== undefined}
      variant="light"
      label={`${own === undefined ? '' : `You ${own}. `}${act.verb} ${number}`}
      onAct={() => onAct(act)}
    />
  )
}
