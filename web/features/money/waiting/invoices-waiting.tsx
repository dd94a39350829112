import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { INVOICE_STEP_VIEWS } from '#api/money/contracts/invoice-steps.ts'
import type { InvoicesWaiting as Answer } from '#api/money/contracts/invoice.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { invoicesWaitingQuery } from '#web/features/money/invoices/invoices-api.ts'
import { readyInvoices } from './figure-lists.ts'
import { WaitingHospitals } from './waiting-hospitals.tsx'
import styles from './waiting.module.css'

/** The invoices that are ready for the reader, by hospital, the longest waiting first; nothing where none does. */
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
  const { id: me } = useUser()
  const about = INVOICE_STEP_VIEWS.find((one) => one.step === step)
  if (about === undefined) return null
  const queue = (coe?: string) => readyInvoices(me, { step }, coe)
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
