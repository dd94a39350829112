import { Anchor } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { isReadOnlyNow, onReadOnly } from './read-only.ts'
import { MismatchDialog } from './mismatch-dialog.tsx'
import styles from './frames.module.css'

/** Says that nothing can be changed at present, for as long as that is so; who may read the ledger sees why. */
export function ReadOnlyBanner({ permissions }: { permissions: readonly string[] }) {
  const isReadOnly = useSyncExternalStore(onReadOnly, isReadOnlyNow)
  const [isAsked, setAsked] = useState(false)
  const maySeeWhy = permissions.includes('VIEW_LEDGER')
  return (
    <div role="status" data-chrome>
      {isReadOnly && (
        <p className={styles['readOnly']}>
          <IconLock size={18} aria-hidden />
          <span>
            {maySeeWhy
              ? 'Some records failed a check. Nothing can be changed until an operator decides. '
              : 'The records are being checked. You can read them, but not change anything now.'}
            {maySeeWhy && (
              <Anchor component="button" inherit onClick={() => setAsked(true)}>
                See where
              </Anchor>
            )}
          </span>
        </p>
      )}
      {isAsked && <MismatchDialog onClose={() => setAsked(false)} />}
    </div>
  )
}
