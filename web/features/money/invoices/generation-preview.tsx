import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { InvoiceDone, InvoicePreview } from '#api/money/contracts/invoice.ts'
import { parseNaira, sum, ZERO } from '#domain/kernel/money.ts'
import type { LeftOffReason } from '#api/money/contracts/invoice-steps.ts'
import type { useCommand } from '#web/shell/use-command.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormEnd } from '#web/ui/form/form-end.tsx'
import { Money } from '#web/ui/money.tsx'
import { koboText } from '#web/features/money/billing/kobo-text.ts'
import { NotOnIt } from './invoice-tables.tsx'
import { type generateInvoice, generationQuery } from './invoices-api.ts'
import { type LeftOff, PreviewTable } from './preview-table.tsx'
import styles from './invoices.module.css'

/** Days of billing, yyyy-mm-dd, both included. */
export type Period = { readonly startDate: string; readonly endDate: string }

type GenerationPreviewProps = {
  readonly period: Period
  /** The number of the returned invoice that is generated again. */
  readonly replaces: string | undefined
  readonly command: ReturnType<typeof useCommand<Parameters<typeof generateInvoice>[0], InvoiceDone>>
  readonly onBack: () => void
  readonly onCancel: () => void
}

/** What an invoice of a period would hold and what not, before it exists; bills can be left off, each with a reason. */
export function GenerationPreview({ period, replaces, command, onBack, onCancel }: GenerationPreviewProps) {
  const { startDate, endDate } = period
  const { data, isPending, error, refetch } = useQuery(generationQuery(startDate, endDate))
  const [chosen, setChosen] = useState<LeftOff>(NOTHING)
  if (isPending) return <p role="status">Finding the bills</p>
  if (data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />
  const { transactions } = data.data
  const off = transactions.flatMap(({ id: transaction_id }) => {
    const reason = chosen.get(transaction_id)
    return reason === undefined ? [] : [{ transaction_id, reason }]
  })
  const on = transactions.filter(({ id }) => !chosen.has(id))
  const [count, total] = [on.length, totalOf(on)]
  const leaveOff = (id: string, reason: LeftOffReason | undefined) => {
    const next = new Map(chosen)
    if (reason === undefined) next.delete(id)
    else next.set(id, reason)
    setChosen(next)
  }
  const send = async () => {
    const asked = { ...period, count, total, ...(off.length > 0 && { left_off: off }), ...(replaces && { replaces }) }
    // Refused, it is another invoice by now: that is shown before it can be asked for again.
    if ((await command.submit(asked)) === undefined) await refetch()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (count > 0 && !command.isRunning) void send()
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles['parts']}>
        <Question preview={data.data} count={count} total={total} period={period} />
        {transactions.length > 0 && (
          <PreviewTable
            transactions={transactions}
            leftOff={chosen}
            onLeaveOff={leaveOff}
            isLocked={command.isRunning}
          />
        )}
        {off.length > 0 && (
          <p role="status">
            You leave off {transactionsText(off.length)},{' '}
            <Money naira={totalOf(transactions.filter(({ id }) => chosen.has(id)))} />. They stay billed, and can be on
            a later invoice.
          </p>
        )}
        <LeftOut preview={data.data} />
        {replaces === undefined && (
          <Button variant="subtle" onClick={onBack} disabled={command.isRunning} className={styles['back'] ?? ''}>
            Choose other days
          </Button>
        )}
        <FormEnd
          verb={replaces === undefined ? 'Generate Invoice' : 'Generate again'}
          command={command}
          onCancel={onCancel}
          isDisabled={count === 0}
        />
      </div>
    </form>
  )
}

const NOTHING: LeftOff = new Map()

const totalOf = (some: InvoicePreview['transactions']): string =>
  koboText(sum(some.map(({ total }) => parseNaira(total) ?? ZERO)))

type QuestionProps = {
  readonly preview: InvoicePreview
  readonly count: number
  readonly total: string
  readonly period: Period
}

/** What is about to be done, in a sentence. */
function Question({ preview, count, total, period }: QuestionProps) {
  const days: ReactNode = (
    <>
      <DateText value={period.startDate} /> to <DateText value={period.endDate} />
    </>
  )
  if (preview.count === 0) return <p role="alert">Nothing that was billed from {days} can be on an invoice.</p>
  if (count === 0) return <p role="alert">You leave off every bill: nothing would be on the invoice.</p>
  return (
    <p>
      <strong>
        Generate an invoice of <Money naira={total} /> for {transactionsText(count)} from {days}?
      </strong>{' '}
      {preview.is_cmd ? 'You are the CMD, so it is approved at once.' : 'It then goes to the CMD of your hospital.'}
    </p>
  )
}

/** What cannot be on it, and why (messages.tsv, M187). */
function LeftOut({ preview: { left_out: rows, left_out_total: total } }: { readonly preview: InvoicePreview }) {
  if (rows.length === 0) return null
  return (
    <>
      <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
        {transactionsText(rows.length)}, <Money naira={total} />, will be left out: disputed, already invoiced or
        already in payment.
      </Alert>
      <div className={styles['leftOut']}>
        <NotOnIt label="Bills left out" rows={rows} />
      </div>
    </>
  )
}

const transactionsText = (count: number) =>
  count === 1 ? '1 transaction' : `${count.toLocaleString('en-NG')} transactions`
