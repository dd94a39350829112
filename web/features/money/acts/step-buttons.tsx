import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { WithReason } from '#web/ui/with-reason.tsx'
import { actsQuery, askedFirst, type Kind } from './acts-api.ts'
import { whyTexts } from './why-text.ts'

type StepButtonsProps<Act> = {
  readonly acts: readonly Act[]
  /** Transactions, invoices: of which the server says what may be done before a button is pressed. */
  readonly kind: Kind
  readonly ids: readonly string[]
  /** How many records there are. */
  readonly count: number
  /** Why none of them can be, as they show themselves, until the server has told. */
  readonly reasonOf: (act: Act) => string | undefined
  readonly onAct: (act: Act) => void
}

/** What the person may do with some records; where that is none of them, disabled with the reason and who could. */
export function StepButtons<Act extends { readonly name: string; readonly verb: string }>(
  props: StepButtonsProps<Act>,
) {
  const { acts, kind, ids, count, reasonOf, onAct } = props
  const told = useQueries({ queries: askedFirst(ids).map((id) => actsQuery(kind, id)) })
  return acts.map((act) => {
    const known = told.flatMap(({ data }) => data?.find((one) => one.act === act.name) ?? [])
    const whys = known.flatMap(({ why }) => why ?? [])
    // Where something is not known, or more than was asked about, it can be asked for: the pre-flight tells.
    const isNone = whys.length > 0 && whys.length === count
    const reason = isNone ? whyTexts(whys) : reasonOf(act)
    return (
      <WithReason key={act.name} reason={reason}>
        <Button
          disabled={reason !== undefined}
          {...(act.name === 'return' ? { variant: 'outline', color: 'red' } : {})}
          onClick={() => onAct(act)}
        >
          {act.verb}
        </Button>
      </WithReason>
    )
  })
}
