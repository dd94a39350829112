import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { CONSOLIDATED_BILLINGS } from '#api/money/contracts/fields.ts'
import { SHOWN_CHOICES } from '#api/money/contracts/payment-steps.ts'
import type { ChainListRow } from '#api/money/contracts/transaction.ts'
import { useAddressParams } from '#web/shell/address-params.ts'
import { READY_FOR, useReadyForSelect } from '#web/shell/ready-for.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import type { Whole } from '#web/ui/data-grid/grid-props.ts'
import { useOpenDetail } from '#web/ui/detail.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { isDisputed } from '#web/features/money/disputes/is-disputed.ts'
import { Screen } from '#web/ui/screen.tsx'
import { BILL_FILTERS, CATEGORY, ON_INVOICE, setByFigures, SHOWN_STATUS } from './bill-filters.ts'
import { billQueue } from './bill-queue.ts'
import { StatusChip } from '#web/ui/status.tsx'
import { type ChainAct, useChainActs } from './chain-acts.ts'
import { ChainButtons } from './chain-buttons.tsx'
import { chainColumn } from './chain-column.tsx'
import { ChainDialog } from './chain-dialog.tsx'
import { allThatMatch, type ChainTarget, chosenRows, MATCHED } from './chain-target.ts'
import { HospitalSummary } from './hospital-summary.tsx'
import { ReadingSelection } from './reading-selection.tsx'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { CONSOLIDATED } from './payments-api.ts'
import { whyBlocked } from './why-blocked.ts'

/** A bill on an invoice says so beside its status: it goes the invoice's way. */
const CELLS = {
  status: ({ status, invoice_number: invoice }: ChainListRow) => (
    <>
      <StatusChip status={status} />
      {invoice !== null && <small>on {invoice}</small>}
    </>
  ),
}

const ALL_STATUSES = SHOWN_CHOICES.map(({ value: status }) => ({ status }))

const NOTHING_WAITS = {
  empty: 'Nothing is ready for you',
  emptyHint: 'Bills appear here when they are ready for you. Remove the filter to see all bills.',
}
const NOTHING_MATCHES = {
  empty: 'No data available',
  emptyHint: 'Nothing matches. Remove a filter, or choose another period.',
}

type Asked = { readonly act: ChainAct; readonly target: ChainTarget; readonly clear: () => void }
/** What is read before somebody decides: rows that they ticked, or all that matches. */
type Read = { readonly of: readonly ChainListRow[] | Whole; readonly clear: () => void }

/** What narrows the list beside whose work it is. */
const NARROWING = [...MATCHED.filter((name) => name !== READY_FOR), 'as_of', 'as_of_position']

/** Consolidated billing summary (spec, S077): the chain's five actions on what is selected. Opens on what waits for one. */
export default function ConsolidatedReportScreen() {
  const acts = useChainActs()
  const { id: me } = useUser()
  const [params] = useAddressParams()
  // Opened by itself it has what is ready; a link says what it shows.
  const opensOn = acts.length > 0 && params.size === 0 ? me : ''
  const filter = useListFilter(BILL_FILTERS, { [READY_FOR]: opensOn })
  const readyFor = filter.values[READY_FOR] ?? ''
  const ready = useReadyForSelect(readyFor)
  const coes = useQuery(coesQuery)
  const openDetail = useOpenDetail()
  const [asked, setAsked] = useState<Asked>()
  const [reading, setReading] = useState<Read>()
  const isNow = filter.asOf === ''
  const controls = useMemo(
    () => [
      chainColumn(isNow ? acts : [], me, (act, row) =>
        setAsked({ act, target: chosenRows(act, [row]), clear: () => undefined }),
      ),
    ],
    [isNow, acts, me],
  )
  const hospitals = hospitalChoices(coes.data)
  const { query } = filter
  const queue = billQueue({ path: CONSOLIDATED, params: query }, acts, me)
  const status = filter.values['status'] ?? ''
  const matching = status === '' ? ALL_STATUSES : [{ status }]
  const isMine = readyFor === me && NARROWING.every((name) => (query[name] ?? '') === '')
  return (
    <Screen
      title="Consolidated billing summary report"
      intro="What hospitals billed, how far each payment is, and what is ready for you."
    >
      <FilterBar
        filter={filter}
        searchLabel="Transaction or CHF ID"
        dates
        selects={[
          { name: 'coe', label: 'Hospital', options: hospitals },
          ...[CATEGORY, SHOWN_STATUS, ON_INVOICE],
          ...(acts.length > 0 || readyFor !== '' ? [ready] : []),
          ...setByFigures(filter),
        ]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <HospitalSummary filter={filter} />
      <DataGrid
        id="consolidated-report"
        label="Billings"
        source={queue.source}
        filter={filter}
        rowId={queue.rowId}
        fields={CONSOLIDATED_BILLINGS}
        controls={controls}
        cells={CELLS}
        isMarked={isDisputed}
        {...(isMine ? NOTHING_WAITS : NOTHING_MATCHES)}
        onOpen={({ id }) => openDetail(id)}
        signatures={['Prepared by', 'Checked by', 'Approved by']}
        {...(acts.length > 0 && isNow
          ? {
              selection: {
                amount: ({ total }: ChainListRow) => total,
                blocked: (row: ChainListRow) => whyBlocked(row, acts, me),
                actions: (rows: readonly ChainListRow[], clear: () => void) => (
                  <>
                    <ChainButtons
                      rows={rows}
                      onAct={(act) => setAsked({ act, target: chosenRows(act, rows), clear })}
                    />
                    <ReadButton onRead={() => setReading({ of: rows, clear })} />
                  </>
                ),
                whole: {
                  amount: 'total',
                  actions: (clear: () => void, whole: Whole) => (
                    <>
                      <ChainButtons
                        rows={matching}
                        onAct={(act) => setAsked({ act, target: allThatMatch(act, query), clear })}
                      />
                      <ReadButton onRead={() => setReading({ of: whole, clear })} />
                    </>
                  ),
                },
              },
            }
          : {})}
      />
      {reading !== undefined && (
        <ReadingSelection
          of={reading.of}
          filter={query}
          onClose={() => setReading(undefined)}
          actions={
            <ChainButtons
              rows={'total' in reading.of ? matching : reading.of}
              onAct={(act) => {
                const target = 'total' in reading.of ? allThatMatch(act, query) : chosenRows(act, reading.of)
                setAsked({ act, target, clear: reading.clear })
                setReading(undefined)
              }}
            />
          }
        />
      )}
      {asked !== undefined && (
        <ChainDialog
          act={asked.act}
          target={asked.target}
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

const ReadButton = ({ onRead }: { readonly onRead: () => void }) => (
  <Button variant="default" onClick={onRead}>
    Review one by one
  </Button>
)
