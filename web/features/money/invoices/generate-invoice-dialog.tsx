import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PERIOD_MISSING } from '#api/money/contracts/invoice-steps.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { today } from '#web/ui/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { FormEnd } from '#web/ui/form/form-end.tsx'
import { JUST_MADE } from '#web/ui/record/what-next.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { GenerationPreview, type Period } from './generation-preview.tsx'
import { INVOICE_SCREENS } from './invoice-screens.ts'
import { generateInvoice } from './invoices-api.ts'
import styles from './invoices.module.css'

type GenerateInvoiceDialogProps = {
  /** What is chosen on the screen, yyyy-mm-dd, '' for none. */
  readonly from?: string
  readonly to?: string
  /** The number of the returned invoice, of these days, that is generated again. */
  readonly replaces?: string | undefined
  readonly onClose: () => void
}

/** Makes an invoice of the own hospital for a period: shown whole before it exists, with what is left out and why. */
export function GenerateInvoiceDialog({ from = '', to = '', replaces, onClose }: GenerateInvoiceDialogProps) {
  useReturnFocus()
  const [period, setPeriod] = useState<Period | undefined>(
    from !== '' && to !== '' ? { startDate: from, endDate: to } : undefined,
  )
  const navigate = useNavigate()
  const command = useCommand({
    run: generateInvoice,
    success: ({ message }) => message,
    onDone: ({ data: { id } }) => {
      onClose()
      void navigate(`${INVOICE_SCREENS.cmd.path}/${encodeURIComponent(id)}?status=`, JUST_MADE)
    },
    quiet: true,
    keptAs: 'generate-invoice',
  })
  const close = () => {
    if (command.isRunning) return
    command.leave()
    onClose()
  }
  return (
    <Dialog
      onClose={close}
      title={replaces === undefined ? 'Generate invoice' : `Generate ${replaces} again`}
      size="xl"
      closeOnClickOutside={false}
    >
      {period === undefined ? (
        <PeriodForm from={from} to={to} onCancel={close} onPeriod={setPeriod} />
      ) : (
        <GenerationPreview
          period={period}
          replaces={replaces}
          command={command}
          onBack={() => {
            command.clearError()
            setPeriod(undefined)
          }}
          onCancel={close}
        />
      )}
    </Dialog>
  )
}

type PeriodFormProps = {
  readonly from: string
  readonly to: string
  readonly onCancel: () => void
  readonly onPeriod: (period: Period) => void
}

function PeriodForm({ from, to, onCancel, onPeriod }: PeriodFormProps) {
  const { restored, keep, attach } = useDraft('invoice', { from, to })
  const [startDate, setStart] = useState(restored?.value.from ?? from)
  const [endDate, setEnd] = useState(restored?.value.to ?? to)
  useEffect(() => keep({ from: startDate, to: endDate }), [keep, startDate, endDate])
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
    <form ref={attach} onSubmit={submit} noValidate>
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
            error={missing(endDate) ?? (isTurned ? 'The end date is before the start date' : undefined)}
          />
        </div>
        <FormEnd verb="Show the bills" command={IDLE} onCancel={onCancel} />
      </div>
    </form>
  )
}

const IDLE = { isRunning: false, error: undefined }
