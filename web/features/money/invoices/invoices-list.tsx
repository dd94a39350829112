import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { INVOICE_FIELDS } from '#api/money/contracts/fields.ts'
import { INVOICE_STATUS_CHOICES } from '#api/money/contracts/invoice-steps.ts'
import type { InvoiceRow } from '#api/money/contracts/invoice.ts'
import { useAddressParams } from '#web/shell/address-params.ts'
import { READY_FOR, useReadyForSelect } from '#web/shell/ready-for.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { OVERDUE } from '#web/features/money/waiting/overdue.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import type { Control } from '#web/ui/data-grid/columns-of.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import type { RecordQueue } from '#web/ui/record/record-queue.ts'
import { Screen } from '#web/ui/screen.tsx'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { PaidMark } from '#web/features/money/acts/paid-mark.tsx'
import { RowStep } from '#web/features/money/acts/row-step.tsx'
import { ChainDialog } from '#web/features/money/payments/chain-dialog.tsx'
import type { InvoiceAct } from './invoice-acts.ts'
import { InvoiceButtons } from './invoice-buttons.tsx'
import { chosenInvoices } from './invoice-target.ts'
import { ReadingInvoices } from './reading-invoices.tsx'
import { InvoiceStatus } from './under-way.tsx'

type InvoicesListProps = {
  readonly title: string
  readonly intro: string
  /** The list of the API. */
  readonly path: string
  /** What the person may do on this screen. */
  readonly acts: readonly InvoiceAct[]
  /** True where the list has the invoices of every hospital. */
  readonly isOfAll: boolean
  /** The one primary action, at the right. */
  readonly action?: ReactNode
}

type Asked = { readonly act: InvoiceAct; readonly rows: readonly InvoiceRow[]; readonly clear: () => void }
type Read = Omit<Asked, 'act'>

const HOSPITAL = 'coe'
const STATUS = { name: 'status', options: INVOICE_STATUS_CHOICES }

/** Invoices with the one step of a screen (spec, S068 to S073): in each row, and on several at once after a pre-flight. */
export function InvoicesList({ title, intro, path, acts, isOfAll, action }: InvoicesListProps) {
  const { id: me } = useUser()
  const [params] = useAddressParams()
  // Opened by itself it has what is ready; a link says what it shows.
  const isOpened = acts.length > 0 && params.size === 0
  const filter = useListFilter(isOfAll ? [HOSPITAL, STATUS, READY_FOR, OVERDUE] : [STATUS, READY_FOR, OVERDUE], {
    status: isOpened ? (acts[0]?.from[0] ?? '') : '',
    [READY_FOR]: isOpened ? me : '',
  })
  const readyFor = filter.values[READY_FOR] ?? ''
  const ready = useReadyForSelect(readyFor)
  const others = [
    ...(acts.length > 0 || readyFor !== '' ? [ready] : []),
    ...((filter.values['overdue'] ?? '') === '' ? [] : [OVERDUE]),
  ]
  const coes = useQuery({ ...coesQuery, enabled: isOfAll })
  const openDetail = useOpenDetail()
  const [asked, setAsked] = useState<Asked>()
  const [reading, setReading] = useState<Read>()
  const offered = filter.asOf === '' ? acts : NO_ACTS
  const controls = useMemo(
    () => controlsFor(offered, (act, row) => setAsked({ act, rows: [row], clear: () => undefined })),
    [offered],
  )
  const cells = useMemo(() => ({ status: (row: InvoiceRow) => <InvoiceStatus row={row} list={path} /> }), [path])
  const queue: RecordQueue<InvoiceRow> = {
    source: { path, params: filter.query },
    rowId: ({ id }) => id,
    ...(offered.length > 0 && { isReady: (row) => blockedFor(offered)(row) === undefined }),
  }
  const status = { name: 'status', label: 'Status', options: INVOICE_STATUS_CHOICES }
  const hospital = { name: HOSPITAL, label: 'Hospital', options: hospitalChoices(coes.data) }
  const isMine = readyFor === me
  const buttonsOf = (rows: readonly InvoiceRow[], clear: () => void) => (
    <InvoiceButtons acts={acts} rows={rows} onAct={(act) => setAsked({ act, rows, clear })} />
  )
  return (
    <Screen title={title} intro={intro} action={action}>
      <FilterBar
        filter={filter}
        searchLabel="Invoice, payment or transaction"
        dates
        selects={isOfAll ? [hospital, status, ...others] : [status, ...others]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id="invoices"
        label="Invoices"
        source={queue.source}
        filter={filter}
        rowId={queue.rowId}
        fields={INVOICE_FIELDS}
        cells={cells}
        controls={controls}
        empty={isMine ? 'Nothing is ready for you' : 'No data available'}
        emptyHint={
          isMine
            ? 'Invoices appear here when they are ready for you. Remove the filters to see all invoices.'
            : 'Nothing matches. Remove a filter, or choose another period.'
        }
        onOpen={({ id }) => openDetail(id)}
        signatures={['Prepared by', 'Approved by']}
        {...(offered.length > 0 && {
          selection: {
            amount: ({ computed_total: total }: InvoiceRow) => total,
            blocked: blockedFor(offered),
            actions: (rows: readonly InvoiceRow[], clear: () => void) => (
              <>
                {buttonsOf(rows, clear)}
                <Button variant="default" onClick={() => setReading({ rows, clear })}>
                  Review one by one
                </Button>
              </>
            ),
          },
        })}
      />
      {reading !== undefined && (
        <ReadingInvoices
          ids={reading.rows.map(({ id }) => id)}
          onClose={() => setReading(undefined)}
          actions={
            <InvoiceButtons
              acts={acts}
              rows={reading.rows}
              onAct={(act) => {
                setAsked({ act, ...reading })
                setReading(undefined)
              }}
            />
          }
        />
      )}
      {asked !== undefined && (
        <ChainDialog
          act={asked.act}
          target={chosenInvoices(asked.act, asked.rows)}
          onClose={(isOther) => {
            if (isOther) asked.clear()
            setAsked(undefined)
          }}
        />
      )}
      <Outlet context={queue} />
    </Screen>
  )
}

const NO_ACTS: readonly InvoiceAct[] = []

/** Why an invoice cannot be selected: nothing of the screen can be done with it. */
const blockedFor =
  (acts: readonly InvoiceAct[]) =>
  ({ status, under_way: underWay }: InvoiceRow): string | undefined => {
    if (underWay !== null) return 'A step is in progress'
    return acts.some(({ from }) => from.includes(status)) ? undefined : 'Not ready for you'
  }

function controlsFor(
  acts: readonly InvoiceAct[],
  onAct: (act: InvoiceAct, row: InvoiceRow) => void,
): readonly Control<InvoiceRow>[] {
  const cell = (row: InvoiceRow) => <RowAction row={row} acts={acts} onAct={onAct} />
  const value = ({ status }: InvoiceRow) => (status === PAID ? 'Paid' : '')
  return [{ field: 'action', title: 'Action', width: 148, value, cell }]
}

const PAID = 'permsec approved'

type RowActionProps = {
  readonly row: InvoiceRow
  readonly acts: readonly InvoiceAct[]
  readonly onAct: (act: InvoiceAct, row: InvoiceRow) => void
}

/** A check icon once it is paid (spec, S072), and before that its step; nothing while one is under way. */
function RowAction({ row, acts, onAct }: RowActionProps) {
  const { id, invoice_number: number, status } = row
  if (status === PAID) return <PaidMark />
  if (row.under_way !== null) return null
  return <RowStep kind="invoices" {...{ id, number, status, acts }} onAct={(act) => onAct(act, row)} />
}
