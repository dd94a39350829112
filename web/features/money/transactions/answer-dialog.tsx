import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { DocumentedDialog } from '#web/features/money/documents/documented-dialog.tsx'
import { answerReturn } from './transactions-api.ts'

type AnswerDialogProps = { readonly transaction: TransactionDetail; readonly onClose: () => void }

/** What the hospital says to a return, with the documents that were missing. */
export function AnswerDialog({ transaction, onClose }: AnswerDialogProps) {
  const command = useCommand({
    run: answerReturn,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
  })
  return (
    <DocumentedDialog
      title="Answer the return"
      about={transaction.id}
      label="Answer"
      description={`About ${transaction.transaction_id}. Every approver reads your answer.`}
      missing="Write the hospital's answer"
      verb="Send the answer"
      command={command}
      onSend={(answer, documents) => command.submit({ transaction_id: transaction.id, answer, documents })}
      onClose={onClose}
    />
  )
}
