import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { INVOICE_STEP_VIEWS } from '#api/money/contracts/invoice-steps.ts'
import type { InvoicesWaiting as Answer } from '#api/money/contracts/invoice.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { INVOICE_SCREENS } from '#web/features/money/invoices/invoice-screens.ts'
import { invoicesWaitingQuery } from '#web/features/money/invoices/invoices-api.ts'
import { WaitingHospitals } from './waiting-hospitals.tsx'
import styles from './waiting.module.css'

/** The invoices that wait for the reader, by hospital, the longest waiting first; nothing where none does. */
export default function InvoicesWaiting() {
  const { data, error, refetch } = useQuery(invoicesWaitingQuery)
  if (data === undefined && error === null) return null
  if (data === undefined)
    return (
      <Panel title="Invoices ready for you">
        <ErrorState error={error} onRetry={() => refetch()} />
      </Panel>
    )
  return data.data.map((step) => <Step key={step.step} waiting={step} />)
}

function Step({ waiting: { step, invoices, total, hospitals } }: { readonly waiting: Answer[number] }) {
  const about = INVOICE_STEP_VIEWS.find((one) => one.step === step)
  if (about === undefined) return null
  const queue = (coe?: string) => {
    const own = step === 'cmd' || coe === undefined ? {} : { coe }
    return `${INVOICE_SCREENS[step].path}?${new URLSearchParams({ status: about.waits, ...own }).toString()}`
  }
  return (
    <Panel
      title={`Invoices ready for you to ${about.words.act}`}
      aside={
        <Anchor component={Link} to={queue()}>
          All of them
        </Anchor>
      }
    >
      <p className={styles['sum']}>
        {invoicesText(invoices)}, <Money naira={total} />.
      </p>
      <WaitingHospitals hospitals={hospitals} countOf={({ invoices }) => invoicesText(invoices)} to={queue} />
    </Panel>
  )
}

const invoicesText = (count: number) => (count === 1 ? '1 invoice' : `${count.toLocaleString('en-NG')} invoices`)
