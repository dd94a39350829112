import { useCommand } from '#web/shell/use-command.ts'
import { Money } from '#web/ui/money.tsx'
import { DocumentedDialog } from '#web/features/money/documents/documented-dialog.tsx'
import { raiseDispute } from './disputes-api.ts'

/** What of a bill the dialog says. */
export type Disputable = { readonly id: string; readonly transaction_id: string; readonly total: string }

/** Disputes a transaction, with a reason and documents. */
export function RaiseDialog({ bill, onClose }: { readonly bill: Disputable; readonly onClose: () => void }) {
  const command = useCommand({
    run: raiseDispute,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'dispute',
  })
  return (
    <DocumentedDialog
      title="Dispute Transaction"
      about={bill.id}
      label="Reason"
      description="Only the hospital that billed and the ministry can read this."
      missing="Say why you dispute this bill"
      verb="Dispute"
      isDangerous
      command={command}
      onSend={(comment, documents) => command.submit({ transaction_id: bill.id, comment, documents })}
      onClose={onClose}
    >
      <p>
        Dispute {bill.transaction_id} of <Money naira={bill.total} />? Its payment is paused until the dispute is
        resolved.
      </p>
    </DocumentedDialog>
  )
}
