import { Button, type ButtonProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OffButton } from '#web/ui/off-button.tsx'
import { actsQuery, type Kind } from './acts-api.ts'
import { whyText } from './why-text.ts'

type ActButtonProps = Pick<ButtonProps, 'variant' | 'mr'> & {
  /** The transaction, or invoice. */
  readonly id: string
  readonly kind?: Kind
  /** On the button. */
  readonly verb: string
  /** What it does; on where the reader may do one of these. */
  readonly acts: readonly string[]
  /** True where the row itself says that it cannot be: why is asked when somebody wants to know. */
  readonly isOff?: boolean
  readonly label: string
  readonly onAct: () => void
}

/** A button in a row that does something with its record; where it may not be done, off, and it says why and who could. */
export function ActButton({
  id,
  kind = 'transactions',
  verb,
  acts,
  isOff = false,
  label,
  onAct,
  ...look
}: ActButtonProps) {
  const [isAsked, setAsked] = useState(!isOff)
  const { data, isError, error } = useQuery({
    ...actsQuery(kind, id),
    enabled: isAsked,
  })
  const mine = data?.filter(({ act }) => acts.includes(act)) ?? []
  const why = mine.every(({ allowed }) => !allowed) ? (mine[0]?.why ?? undefined) : undefined
  // Until it is known, and where it cannot be told, it can be asked for: the server decides again.
  if (!isOff && why === undefined)
    return (
      <Button size="compact-xs" variant="default" aria-label={label} onClick={onAct} {...look}>
        {verb}
      </Button>
    )
  const said =
    why !== undefined ? whyText(why) : isError ? error.message : data ? 'This has changed. Check it again.' : 'Checking'
  return (
    <OffButton
      size="compact-xs"
      label={`${label}, not possible now`}
      why={said}
      onOpen={() => setAsked(true)}
      {...(look.mr !== undefined && { mr: look.mr })}
    >
      {verb}
    </OffButton>
  )
}
