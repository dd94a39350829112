import type { PatientMatch } from '#api/money/contracts/billing.ts'
import { isBlank } from '#domain/kernel/blank.ts'
import { formatNaira, parseNaira } from '#domain/kernel/money.ts'
import type { ApiError } from '#web/shell/api-error.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Money } from '#web/ui/money.tsx'
import { type BillDraft, type BillKind, totalOf } from './bill-draft.ts'
import { CartTable } from './cart-table.tsx'
import { koboText } from './kobo-text.ts'
import { fullName } from './patient-search.tsx'
import styles from './billing.module.css'

type BillPreviewProps = {
  readonly kind: BillKind
  readonly patient: PatientMatch
  readonly draft: BillDraft
  readonly isRunning: boolean
  readonly error: ApiError | undefined
  readonly onComplete: () => unknown
  readonly onClose: () => void
}

/** The bill as it will be, and the question whether to complete it. */
export function BillPreview({ kind, patient, draft, isRunning, error, onComplete, onClose }: BillPreviewProps) {
  const total = totalOf(draft)
  const left = (parseNaira(patient.wallet_balance) ?? 0) - total
  return (
    <ConfirmDialog
      title={kind === 'service' ? 'Preview of the service bill' : 'Drug billing invoice'}
      verb="Complete billing"
      onConfirm={onComplete}
      onClose={onClose}
      isRunning={isRunning}
      error={error}
    >
      <div className={styles['stack']}>
        <CartTable lines={draft.lines} total={total} />
        {!isBlank(draft.comment) && <p className={styles['comment']}>Comment: {draft.comment.trim()}</p>}
        {draft.documents.length > 0 && (
          <p className={styles['comment']}>
            Documents: {draft.documents.map(({ document_name }) => document_name).join(', ')}
          </p>
        )}
        <p>
          Wallet afterwards: <Money naira={koboText(left)} />
        </p>
        <p>
          <strong>
            Bill NGN {formatNaira(total)} to {fullName(patient)} ({patient.chf_id})?
          </strong>
        </p>
      </div>
    </ConfirmDialog>
  )
}
