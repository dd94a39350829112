import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageFoot } from '#web/ui/page-foot.tsx'
import styles from './record.module.css'

type RecordHeadProps = {
  /** What it is: 'Transaction'. */
  readonly kind: string
  readonly id: string
  readonly chip?: ReactNode
  readonly amount?: ReactNode
  /** Actions at the right; forbidden ones disabled with their reason. */
  readonly actions?: ReactNode
}

/** The head of a record: what it is, its id (copyable), status, amount, actions. */
export function RecordHead({ kind, id, chip, amount, actions }: RecordHeadProps) {
  return (
    <div className={styles['head']}>
      <PageFoot text={`${kind} ${id}`} />
      <div className={styles['what']}>
        <span className={styles['line']}>
          {kind} {id}
          <CopyButton value={id}>
            {({ copied, copy }) => (
              <ActionIcon variant="subtle" color="gray" aria-label={copied ? 'Copied' : `Copy ${id}`} onClick={copy}>
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              </ActionIcon>
            )}
          </CopyButton>
          {chip}
        </span>
        {amount !== undefined && <strong className={styles['amount']}>{amount}</strong>}
      </div>
      {actions !== undefined && (
        <div className={styles['actions']} data-chrome>
          {actions}
        </div>
      )}
    </div>
  )
}
