import { Alert, Button, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import type { InvoiceDone, InvoicePreview } from '#api/money/contracts/invoice.ts'
import { PERIOD_MISSING } from '#api/money/contracts/invoice-steps.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { today } from '#web/ui/dates.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { FormEnd } from '#web/ui/form/form-end.tsx'
import { Money } from '#web/ui/money.tsx'
import { ResultText } from '#web/ui/result-text.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { NotOnIt } from './invoice-tables.tsx'
import { PreviewTable } from './preview-table.tsx'
import { generateInvoice, generationQuery } from './invoices-api.ts'
import styles from './invoices.module.css'

type Period = { readonly startDate: string; readonly endDate: string }
type GenerateInvoiceDialogProps = {
  /** What is chosen on the screen, yyyy-mm-dd, '' for none. */
  readonly from?: string
  readonly to?: string
  readonly onClose: () => void
}

/** Makes an invoice of the own hospital for a period: shown whole before it exists, with what is left out and why. */
export function GenerateInvoiceDialog({ from = '', to = '', onClose }: GenerateInvoiceDialogProps) {
  useReturnFocus()
  const [period, setPeriod] = useState<Period | undefined>(
    from !== '' && to !== '' ? { startDate: from, endDate: to } : undefined,
  )
  const [done, setDone] = useState<InvoiceDone['data']>()
  const command = useCommand({
    run: generateInvoice,
    success: ({ message }) => message,
    onDone: ({ data }) => setDone(data),
    quiet: true,
    keptAs: 'generate-invoice',
  })
  const close = () => {
    if (command.isRunning) return
    command.leave()
    onClose()
  }
  return (
    <Modal opened onClose={close} title="Generate invoice" size="lg" closeOnClickOutside={false}>
      {done !== undefined ? (
        <Generated done={done} onClose={close} />
      ) : period === undefined ? (
        <PeriodForm from={from} to={to} onCancel={close} onPeriod={setPeriod} />
      ) : (
        <Preview
          period={period}
          command={command}
          onBack={() => {
            command.clearError()
            setPeriod(undefined)
          }}
          onCancel={close}
        />
      )}
    </Modal>
  )
}

type PeriodFormProps = {
  readonly from: string
  readonly to: string
  readonly onCancel: () => void
  readonly onPeriod: (period: Period) => void
}

function PeriodForm({ from, to, onCancel, onPeriod }: PeriodFormProps) {
  const [startDate, setStart] = useState(from)
  const [endDate, setEnd] = useState(to)
  const [isAsked, setAsked] = useState(false)
  const isMissing = startDate === '' || endDate === ''
  const isTurned = !isMissing && endDate < startDate
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!isMissing && !isTurned) onPeriod({ startDate, endDate })
  }
  const missing = (value: string) => (isAsked && value === '' ? PERIOD_MISSING : undefined)
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles['parts']}>
        <p>An invoice asks for payment of your hospital&apos;s bills from these days that are not invoiced yet.</p>
        <div className={styles['days']}>
          <DateField
            label="Start date"
            required
            data-autofocus
            max={today()}
            value={startDate}
            onChange={setStart}
            error={missing(startDate)}
          />
          <DateField
            label="End date"
            required
            max={today()}
            value={endDate}
            onChange={setEnd}
            error={missing(endDate) ?? (isTurned ? 'The end is before the start' : undefined)}
          />
        </div>
        <FormEnd verb="Show the bills" command={IDLE} onCancel={onCancel} />
      </div>
    </form>
  )
}

const IDLE = { isRunning: false, error: undefined }

type PreviewProps = {
  readonly period: Period
  readonly command: ReturnType<typeof useCommand<Parameters<typeof generateInvoice>[0], InvoiceDone>>
  readonly onBack: () => void
  readonly onCancel: () => void
}

function Preview({ period, command, onBack, onCancel }: PreviewProps) {
  const { startDate, endDate } = period
  const { data, isPending, error, refetch } = useQuery(generationQuery(startDate, endDate))
  if (isPending) return <p role="status">Finding the bills</p>
  if (data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />
  const { count, total } = data.data
  const send = async () => {
    // Refused, it is another invoice by now: that is shown before it can be asked for again.
    if ((await command.submit({ ...period, count, total })) === undefined) await refetch()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (count > 0 && !command.isRunning) void send()
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles['parts']}>
        <Told preview={data.data} period={period} />
        <Button variant="subtle" onClick={onBack} disabled={command.isRunning} className={styles['back'] ?? ''}>
          Choose other days
        </Button>
        <FormEnd verb="Generate Invoice" command={command} onCancel={onCancel} isDisabled={count === 0} />
      </div>
    </form>
  )
}

/** What an invoice would hold and what not, before it exists (messages.tsv, M187). */
function Told({ preview, period }: { readonly preview: InvoicePreview; readonly period: Period }) {
  const { count, total, transactions, left_out: leftOut, left_out_total: leftOutTotal, is_cmd: isCmd } = preview
  const days = (
    <>
      <DateText value={period.startDate} /> to <DateText value={period.endDate} />
    </>
  )
  return (
    <>
      {count === 0 ? (
        <p role="alert">Nothing that was billed from {days} can be on an invoice.</p>
      ) : (
        <p>
          <strong>
            Generate an invoice of <Money naira={total} /> for {transactionsText(count)} from {days}?
          </strong>{' '}
          {isCmd ? 'You are the CMD, so it is approved at once.' : 'It then goes to the CMD of your hospital.'}
        </p>
      )}
      {count > 0 && <PreviewTable transactions={transactions} />}
      {leftOut.length > 0 && (
        <>
          <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
            {transactionsText(leftOut.length)}, <Money naira={leftOutTotal} />, will be left out: disputed, already
            invoiced or already in payment.
          </Alert>
          <div className={styles['leftOut']}>
            <NotOnIt label="Bills left out" rows={leftOut} />
          </div>
        </>
      )}
    </>
  )
}

function Generated({ done, onClose }: { readonly done: InvoiceDone['data']; readonly onClose: () => void }) {
  const { id, invoice, is_under_way: isUnderWay } = done
  return (
    <div className={styles['parts']}>
      <ResultText>
        <strong>{isUnderWay ? 'The invoice is being generated.' : 'Invoice generated successfully.'}</strong>{' '}
        {isUnderWay
          ? 'It continues even if you close this page. The invoice shows its progress.'
          : invoice !== null && (
              <>
                {invoice.invoice_number}, <Money naira={invoice.computed_total} />.
              </>
            )}
      </ResultText>
      <DialogEnd>
        <Button
          component={Link}
          variant="default"
          to={`/cmd/invoice/${encodeURIComponent(id)}?status=`}
          onClick={onClose}
        >
          Open the invoice
        </Button>
        <Button onClick={onClose}>Finish</Button>
      </DialogEnd>
    </div>
  )
}

const transactionsText = (count: number) =>
  count === 1 ? '1 transaction' : `${count.toLocaleString('en-NG')} transactions`
