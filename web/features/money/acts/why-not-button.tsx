import { Button, type ButtonProps, Popover, Skeleton } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Act } from '#api/money/contracts/why-not.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { actsQuery, askedFirst, type Kind } from './acts-api.ts'
import { whyTexts } from './why-text.ts'
import styles from './acts.module.css'

type WhyNotButtonProps = Pick<ButtonProps, 'size' | 'variant'> & {
  /** The transactions, or invoices. */
  readonly ids: readonly string[]
  readonly kind?: Kind
  /** Only these acts; left out, all. */
  readonly acts?: readonly string[]
  readonly label?: string
}

/** Everything that is done with some transactions or invoices: what of it the reader may do now, and of the rest why not and who could. */
export function WhyNotButton({
  ids,
  kind = 'transactions',
  acts,
  label,
  size = 'sm',
  variant = 'default',
}: WhyNotButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover width={420} position="bottom-end" withArrow shadow="none" opened={isOpen} onChange={setOpen} trapFocus>
      <Popover.Target>
        <Button size={size} variant={variant} onClick={() => setOpen(!isOpen)} {...(label && { 'aria-label': label })}>
          What can I do?
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles['dropdown'] ?? ''}>
        {isOpen && <Acts ids={ids} kind={kind} acts={acts} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Acts({
  ids,
  kind,
  acts,
}: Required<Pick<WhyNotButtonProps, 'ids' | 'kind'>> & { readonly acts: WhyNotButtonProps['acts'] }) {
  const told = useQueries({ queries: askedFirst(ids).map((id) => actsQuery(kind, id)) })
  const failed = told.find(({ isError }) => isError)
  if (failed?.error)
    return <ErrorState error={failed.error} onRetry={() => told.forEach((one) => void one.refetch())} />
  if (told.some(({ isPending }) => isPending)) return <Skeleton height={160} role="status" aria-label="Checking" />
  const all = told.flatMap(({ data }) => data ?? [])
  const names = [...new Set(all.map(({ act }) => act))].filter((act) => acts === undefined || acts.includes(act))
  return (
    // Reached by key, so that a long list can be scrolled; Escape closes it alone, and not the record that it stands in.
    <ul className={styles['acts']} tabIndex={0} aria-label="What you can do" data-mantine-stop-propagation>
      {names.map((name) => (
        <ActLine key={name} of={all.filter(({ act }) => act === name)} />
      ))}
    </ul>
  )
}

function ActLine({ of }: { readonly of: readonly Act[] }) {
  const may = of.filter(({ allowed }) => allowed).length
  const whys = of.flatMap(({ why }) => why ?? [])
  const counted = of.length > 1 ? `You may, for ${may} of ${of.length}. ` : 'You may. '
  return (
    <li>
      {may > 0 ? <IconCheck size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />}
      <div>
        <strong>{of[0]?.verb}</strong>
        <p>
          {may > 0 && counted}
          {whys.length > 0 && whyTexts(whys)}
        </p>
      </div>
    </li>
  )
}
