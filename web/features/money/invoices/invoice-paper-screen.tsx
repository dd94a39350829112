import { Button, Skeleton } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { InvoiceDetail } from '#api/money/contracts/invoice.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageFoot } from '#web/ui/page-foot.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Facts, Screen } from '#web/ui/screen.tsx'
import { StatusChip, statusOf } from '#web/ui/status.tsx'
import { useSaveCsv } from '#web/ui/use-save-csv.ts'
import { INVOICE_STEP_VIEWS } from '#api/money/contracts/invoice-steps.ts'
import { ShareFacts } from '#web/features/money/payments/share-facts.tsx'
import { amountOf, billsOn } from './amount-of.ts'
import { GroupsTable } from './invoice-tables.tsx'
import { invoiceQuery, linesOf } from './invoices-api.ts'
import styles from './paper.module.css'

/** An invoice as it goes to paper, on A4: read, printed and signed (issue 12, Invoices). */
export default function InvoicePaperScreen() {
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(invoiceQuery(id))
  const invoice = data?.data
  return (
    <Screen
      title={invoice === undefined ? 'Invoice' : `Invoice ${invoice.invoice_number}`}
      action={invoice !== undefined && <PaperActions invoice={invoice} />}
    >
      {isPending && <Skeleton height={480} role="status" aria-label="Loading the invoice" />}
      {!isPending && invoice === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
      {invoice !== undefined &&
        (invoice.hash === null ? (
          <EmptyState
            title="The invoice is not ready yet"
            hint="The invoice is still being generated. Check again in a minute."
          />
        ) : (
          <Paper invoice={invoice} hash={invoice.hash} />
        ))}
    </Screen>
  )
}

function PaperActions({ invoice }: { readonly invoice: InvoiceDetail }) {
  const { isSaving, save } = useSaveCsv(`Invoice ${invoice.invoice_number}`)
  return (
    <div className={styles['actions']}>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={isSaving}
        onClick={() =>
          void save(`${linesOf(invoice.id)}/csv`, { status: invoice.status === 'returned' ? 'returned' : 'on' })
        }
      >
        Transactions as CSV
      </Button>
      <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
    </div>
  )
}

function Paper({ invoice, hash }: { readonly invoice: InvoiceDetail; readonly hash: string }) {
  const { shares, coe, invoice_number: number, payment_number: payment } = invoice
  const total = amountOf(invoice)
  const path = `/invoices/verify/${encodeURIComponent(number)}/${hash}`
  return (
    <article className={styles['paper']} aria-label={`Invoice ${number}`}>
      <PageFoot text={`Invoice ${number}, ${coe.coe_name ?? ''}`} />
      <Stamp status={invoice.status} />
      <div className={styles['head']}>
        <Facts
          items={[
            { name: 'Hospital', value: coe.coe_name },
            {
              name: 'For bills from',
              value: (
                <>
                  <DateText value={invoice.start_date} /> to <DateText value={invoice.end_date} />
                </>
              ),
            },
            { name: 'Transactions', value: billsOn(invoice).toLocaleString('en-NG') },
            { name: 'Generated on', value: <DateText value={invoice.created_at} time /> },
            { name: 'Status', value: <PaperStatus status={invoice.status} /> },
            ...(payment === null ? [] : [{ name: 'Payment', value: payment }]),
          ]}
        />
        <QrCode text={`${window.location.origin}${path}`} label={`Code to verify invoice ${number}`} />
      </div>
      {invoice.status !== 'returned' && (
        <>
          <h2>{invoice.status === PAID ? 'Paid to' : 'To be paid to'}</h2>
          <Bank invoice={invoice} />
        </>
      )}
      <h2>For</h2>
      <GroupsTable invoice={invoice} />
      <p className={styles['words']}>
        <strong>
          <Money naira={total} />
        </strong>
        <br />
        {invoice.total_in_words}
      </p>
      <h2>{invoice.are_shares_fixed ? 'Shares' : "Provisional shares, at today's rates"}</h2>
      <ShareFacts shares={shares} />
      <Signatures invoice={invoice} />
      <p className={styles['verify']}>
        Check that this invoice is genuine: scan the code, or sign in to the portal at {window.location.origin} and open{' '}
        <span>{path}</span>
      </p>
    </article>
  )
}

/** The status of an invoice that is paid. */
const PAID = INVOICE_STEP_VIEWS.at(-1)?.status

/** Across every page of an invoice that has come to its end, drawn by the style sheet; its words stand among the facts as well. */
function Stamp({ status }: { readonly status: string }) {
  const word = status === PAID ? 'PAID' : status === 'returned' ? 'RETURNED' : undefined
  if (word === undefined) return null
  return <div className={styles['stamp']} data-word={word} aria-hidden />
}

/** A chip on the screen, a word on paper. */
const PaperStatus = ({ status }: { readonly status: string }) => (
  <>
    <span className="no-print">
      <StatusChip status={status} />
    </span>
    <span className="print-only">{statusOf(status).label}</span>
  </>
)

function Bank({ invoice: { paid_at: paidAt } }: { readonly invoice: InvoiceDetail }) {
  if (paidAt === null)
    return <p role="alert">The hospital&apos;s records failed a check, so its bank details cannot be shown.</p>
  const { bank } = paidAt
  if (bank === null) return <p role="alert">No bank details are confirmed for {paidAt.coe_name} yet.</p>
  return (
    <Facts
      items={[
        { name: 'Bank', value: bank.bank_name },
        { name: 'Account name', value: bank.bank_account_name },
        { name: 'Account number', value: bank.bank_account_number },
        { name: 'Sort code', value: bank.bank_sort_code },
      ]}
    />
  )
}

const STEPS = new Map<string, string>(INVOICE_STEP_VIEWS.map(({ step, words }) => [step, words.done]))

/** A line for each office to sign, with who took its step and when, as far as it is. */
function Signatures({ invoice: { steps, generated_by: generatedBy } }: { readonly invoice: InvoiceDetail }) {
  return (
    <div className={`signatures ${styles['signatures']}`}>
      <Signature what="Generated" by={generatedBy} />
      {steps.map(({ step, by, at }) => (
        <Signature key={step} what={STEPS.get(step) ?? step} by={by} at={at} />
      ))}
    </div>
  )
}

type SignatureProps = { readonly what: string; readonly by: string | null; readonly at?: string | null }

const Signature = ({ what, by, at = null }: SignatureProps) => (
  <p>
    <strong>{what}</strong>
    <span>
      {by ?? ''}
      {at !== null && (
        <>
          , <DateText value={at} />
        </>
      )}
    </span>
    <small>Name, signature and date</small>
  </p>
)
