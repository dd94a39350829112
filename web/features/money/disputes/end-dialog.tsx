import { Radio, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import type { BillDispute } from '#api/money/contracts/dispute.ts'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormEnd } from '#web/ui/form/form-end.tsx'
import { LongTextField } from '#web/ui/form/text-field.tsx'
import { HIDDEN } from '#web/ui/hidden.ts'
import { Money } from '#web/ui/money.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { transactionQuery } from '#web/features/money/transactions/transactions-api.ts'
import styles from '#web/features/money/transactions/transactions.module.css'
import { endDispute } from './disputes-api.ts'

type EndDialogProps = { readonly billId: string; readonly onClose: () => void }

/** Ends the open dispute of a bill: it stands, is reversed, or the dispute is withdrawn, as the reader may. */
export function EndDialog({ billId, onClose }: EndDialogProps) {
  useReturnFocus()
  const { data, isPending, isError, error, refetch } = useQuery(transactionQuery(billId))
  const bill = data?.data
  return (
    <Dialog onClose={onClose} title="Resolve dispute" size="lg" closeOnClickOutside={false}>
      {isPending && <Skeleton height={240} role="status" aria-label="Loading the dispute" />}
      {isError && <ErrorState error={error} onRetry={() => refetch()} />}
      {bill &&
        (bill.dispute?.status === 'open' ? (
          <EndForm bill={bill} dispute={bill.dispute} onClose={onClose} />
        ) : (
          <p role="status">This dispute is already closed.</p>
        ))}
    </Dialog>
  )
}

type DisputeOutcome = BillDispute['endings'][number]['status']

const WORDS: Readonly<Record<DisputeOutcome, { readonly choice: string; readonly verb: string }>> = {
  resolved: { choice: 'The bill is right', verb: 'Resolve: the bill is right' },
  reversed: { choice: 'Reverse the bill', verb: 'Reverse the bill' },
  withdrawn: { choice: 'Withdraw the dispute', verb: 'Withdraw the dispute' },
}

type EndFormProps = {
  readonly bill: TransactionDetail
  readonly dispute: BillDispute
  readonly onClose: () => void
}

function EndForm({ bill, dispute, onClose }: EndFormProps) {
  const open = dispute.endings.filter(({ refused }) => refused === null).map(({ status }) => status)
  const [outcome, setOutcome] = useState<DisputeOutcome | undefined>(open[0])
  const [comment, setComment] = useState('')
  const [isAsked, setAsked] = useState(false)
  const command = useCommand({
    run: endDispute,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'dispute-end',
  })
  const isMissing = outcome !== 'resolved' && isBlank(comment)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (outcome === undefined || isMissing || command.isRunning) return
    const said = isBlank(comment) ? {} : { comment: comment.trim() }
    void command.submit({ id: dispute.id, transaction_id: bill.id, status: outcome, ...said })
  }
  const close = () => {
    if (command.isRunning) return
    command.leave()
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <div className={styles['parts']}>
          <p>
            {dispute.raised_by} disputed {bill.transaction_id} of <Money naira={bill.total} />:
          </p>
          <blockquote>{dispute.reason_for_dispute ?? HIDDEN}</blockquote>
        </div>
        <Radio.Group
          label="What is your decision?"
          value={outcome ?? ''}
          onChange={(value) => setOutcome(value as DisputeOutcome)}
        >
          <Stack mt="xs">
            {dispute.endings.map(({ status, refused }) => (
              <Radio
                key={status}
                value={status}
                label={WORDS[status].choice}
                description={refused ?? <Meaning of={status} bill={bill} />}
                disabled={refused !== null}
              />
            ))}
          </Stack>
        </Radio.Group>
        <LongTextField
          label="Reason"
          description={outcome === 'resolved' ? 'Optional' : "It is kept in the bill's history."}
          required={outcome !== 'resolved'}
          maxLength={1_000}
          value={comment}
          onChange={setComment}
          error={isAsked && isMissing ? 'Say why' : undefined}
        />
        <FormEnd
          verb={outcome === undefined ? 'Resolve' : WORDS[outcome].verb}
          isDangerous={outcome === 'reversed'}
          isDisabled={outcome === undefined}
          command={command}
          onCancel={close}
        />
      </Stack>
    </form>
  )
}

/** What an ending does, in naira. */
function Meaning({ of, bill }: { readonly of: DisputeOutcome; readonly bill: TransactionDetail }) {
  if (of === 'resolved') return <>The bill is right, and its payment can continue.</>
  if (of === 'withdrawn') return <>It was raised by mistake. The bill is right.</>
  return (
    <>
      <Money naira={bill.total} /> is returned from the money owed to {bill.coe.coe_name} to the wallet of patient{' '}
      {bill.user.patient.chf_id}. This cannot be undone.
    </>
  )
}
