import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { onDemandOver } from '#web/shell/on-demand.tsx'
import { usePermission, useUser } from '#web/shell/session-queries.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { HIDDEN } from '#web/ui/hidden.ts'
import { showToast } from '#web/ui/toasts.tsx'
import styles from './transactions.module.css'

// With what checks and attaches documents: only who answers fetches it, not whoever reads a bill.
const dialog = onDemandOver(() => import('./answer-dialog.tsx'))
const NOT_LOADED = 'The form could not be loaded. Make sure you are connected to the internet, then try again.'

/** That a bill was sent back, by whom and why, what the hospital answered, and the way for it to answer. */
export function ReturnBanner({ transaction }: { transaction: TransactionDetail }) {
  const [isAnswering, setAnswering] = useState(false)
  const mayAnswer = useMayAnswer(transaction)
  const { returned } = transaction
  if (returned === null) return null
  const { by, at, reason, answers } = returned
  const answer = async () => {
    if (await dialog.fetch()) setAnswering(true)
    else showToast('error', NOT_LOADED)
  }
  const AnswerDialog = dialog.here()?.AnswerDialog
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconAlertTriangle aria-hidden />}
      title={
        <span className={styles['bannerTitle']}>
          {transaction.invoice_id !== null
            ? 'Returned earlier, now on an invoice'
            : answers.length === 0
              ? 'Returned: the hospital must answer'
              : 'Returned and answered: ready to be initiated again'}
        </span>
      }
    >
      <div className={styles['parts']}>
        <p>
          {by} asked on <DateText value={at} time />:
        </p>
        <blockquote>{reason ?? HIDDEN}</blockquote>
        {answers.map(({ by: who, at: when, answer: words, documents }) => (
          <div key={when} className={styles['parts']}>
            <p>
              {who} answered on <DateText value={when} time />
              {documents > 0 && `, with ${documents} ${documents === 1 ? 'document' : 'documents'}`}:
            </p>
            <blockquote>{words ?? HIDDEN}</blockquote>
          </div>
        ))}
        {mayAnswer && (
          <div>
            <Button onClick={() => void answer()}>{answers.length === 0 ? 'Answer' : 'Answer again'}</Button>
          </div>
        )}
      </div>
      {isAnswering && AnswerDialog && <AnswerDialog transaction={transaction} onClose={() => setAnswering(false)} />}
    </Alert>
  )
}

/** Whoever bills at the hospital whose bill it is; the server decides. */
function useMayAnswer({ coe: { id: coeId } }: TransactionDetail): boolean {
  const user = useUser()
  const [services, drugs] = [usePermission('BILL_SERVICES'), usePermission('BILL_DRUGS')]
  return (services || drugs) && user.coe?.id === coeId
}
