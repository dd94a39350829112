import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { DisputeRow } from '#api/money/contracts/dispute.ts'
import { DISPUTE_FIELDS } from '#api/money/contracts/fields.ts'
import { usePermission } from '#web/shell/session-queries.ts'
import { useReadyForSelect } from '#web/shell/ready-for.ts'
import { AsOfControl } from '#web/ui/as-of-control.tsx'
import { choicesOf, type Control } from '#web/ui/data-grid/columns-of.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { type useListFilter } from '#web/ui/list-filter.ts'
import { ActButton } from '#web/features/money/acts/act-button.tsx'
import { ChatButton } from './chat/chat-button.tsx'
import { useChat } from './chat/use-chat.tsx'
import { ENDINGS } from './dispute-buttons.tsx'
import { EndDialog } from './end-dialog.tsx'
import { ServicesDialog } from './services-dialog.tsx'

export const STATUSES = choicesOf(DISPUTE_FIELDS.status)

type DisputesListProps = {
  /** The list of the API. */
  readonly path: string
  /** Of this grid's saved views. */
  readonly id: string
  /** Whether disputes are ended here, by who may. */
  readonly mayEnd: boolean
  readonly filter: ReturnType<typeof useListFilter>
}

/** With messages that a person has not read: where the menu's count leads. */
export const UNREAD_BY = 'unread_by'

type Asked = { readonly what: 'services' | 'end'; readonly billId: string }

/** Disputes, with what was billed, and their ends where that is done here. A row opens its bill. */
export function DisputesList({ path, id, mayEnd, filter }: DisputesListProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const mayFlag = usePermission('FLAG_TRANSACTION')
  const [asked, setAsked] = useState<Asked>()
  const ends = mayEnd && mayFlag && filter.asOf === ''
  const { open, drawer, unreadOf } = useChat(true)
  const controls = useMemo(() => controlsFor({ ends, onAsk: setAsked, onChat: open, unreadOf }), [ends, open, unreadOf])
  const close = () => setAsked(undefined)
  const reader = useReadyForSelect(filter.values[UNREAD_BY])
  return (
    <>
      <FilterBar
        filter={filter}
        searchLabel="Transaction or CHF ID"
        dates
        selects={[
          { name: 'status', label: 'Status', options: STATUSES },
          ...((filter.values[UNREAD_BY] ?? '') === '' ? [] : [{ ...reader, name: UNREAD_BY, label: 'Unread by' }]),
        ]}
      >
        <AsOfControl filter={filter} />
      </FilterBar>
      <DataGrid
        id={id}
        label="Transaction disputes"
        source={{ path, params: filter.query }}
        filter={filter}
        rowId={rowId}
        fields={DISPUTE_FIELDS}
        isNumbered
        controls={controls}
        isMarked={isOpen}
        empty="No data available"
        emptyHint="No disputes match. Choose another status or period."
        onOpen={({ transaction: { id: bill } }) =>
          void navigate({ pathname: `${pathname.replace(/\/$/, '')}/${bill}`, search }, { state: { fromList: true } })
        }
      />
      {asked?.what === 'services' && <ServicesDialog billId={asked.billId} onClose={close} />}
      {asked?.what === 'end' && <EndDialog billId={asked.billId} onClose={close} />}
      {drawer}
    </>
  )
}

const rowId = ({ id }: DisputeRow) => id
const isOpen = ({ status }: DisputeRow) => status === 'open'

type RowActs = {
  readonly ends: boolean
  readonly onAsk: (asked: Asked) => void
  readonly onChat: ReturnType<typeof useChat>['open']
  readonly unreadOf: ReturnType<typeof useChat>['unreadOf']
}

function controlsFor({ ends, onAsk, onChat, unreadOf }: RowActs): readonly Control<DisputeRow>[] {
  const button = (row: DisputeRow, what: Asked['what'], word: string) => (
    <Button
      size="compact-xs"
      mr="xs"
      variant="default"
      aria-label={`${word}: ${row.transaction_id}`}
      onClick={() => onAsk({ what, billId: row.transaction.id })}
    >
      {word}
    </Button>
  )
  const cell = (row: DisputeRow) => (
    <>
      {onChat && (
        <ChatButton
          reference={row.transaction_id}
          unread={unreadOf(row.id)}
          isCompact
          onOpen={() => onChat({ billId: row.transaction.id, disputeId: row.id, reference: row.transaction_id })}
        />
      )}
      {button(row, 'services', 'View Services')}
      {ends && isOpen(row) && (
        <ActButton
          id={row.transaction.id}
          verb="Resolve"
          acts={ENDINGS}
          label={`Resolve: ${row.transaction_id}`}
          onAct={() => onAsk({ what: 'end', billId: row.transaction.id })}
        />
      )}
    </>
  )
  return [
    { field: 'action', title: 'Action', width: 132 + (ends ? 104 : 0) + (onChat ? 108 : 0), value: () => '', cell },
  ]
}
