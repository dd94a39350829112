import { Button, Table } from '@mantine/core'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dateTimeText } from '#web/ui/dates.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageFoot } from '#web/ui/page-foot.tsx'
import { asOfText } from '#web/ui/as-of.ts'
import { cellText, cellValue, type Column, isRight } from './column.ts'
import { shownColumns } from './arranged.ts'
import type { GridViewProps } from './grid-props.ts'
import { allRows } from './grid-rows.ts'
import { countText } from './grid-toolbar.tsx'
import { useGridLayout } from './grid-views.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { useIsLetterheadWhole } from '#web/shell/support-line.tsx'
import styles from './data-grid.module.css'

/** All filtered rows as a plain table, in the columns that the person shows; opens the browser's print dialog. */
export function PrintTable<Row extends object>(props: GridViewProps<Row>) {
  const { id, label, source, columns, rowId, filter, signatures = [], isNumbered = false } = props
  const user = useUser()
  const { layout } = useGridLayout(user.id, id)
  const list = useQuery({
    queryKey: [source.path, 'print', source.params],
    queryFn: ({ signal }) => allRows<Row>(source, signal),
    gcTime: 0,
  })
  const isHeaded = useIsLetterheadWhole()
  const isFetching = useIsFetching() > 0
  const asked = useRef(false)
  useEffect(() => {
    // What stands beside the list goes to paper with it.
    if (!list.data || !isHeaded || isFetching || asked.current) return
    asked.current = true
    window.print()
  }, [list.data, isHeaded, isFetching])
  if (list.isPending) return <p role="status">Fetching all rows to print</p>
  if (list.isError) return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  const { rows, position, total, totals, isCut } = list.data
  // What the screen does with a row is no part of the report, whatever it says where nothing is to be done.
  const shown = shownColumns(columns, layout.columns).flatMap(({ column }) => (column.isControl ? [] : [column]))
  const side = (right: boolean) => (right ? 'right' : 'left')
  return (
    <div className={styles['paper']}>
      <PageFoot text={user.coe === null ? label : `${label}, ${user.coe.coe_name}`} />
      <Button className="no-print" onClick={() => window.print()}>
        Print
      </Button>
      <p>
        {label}: {countText({ shown: rows.length, total, hasMore: false })}.{' '}
        {asOfText(filter.asOf === '' ? `position:${position}` : filter.asOf)} Printed{' '}
        {dateTimeText(new Date().toISOString())} by {user.first_name} {user.last_name}.
        {isCut && ` Only the first ${rows.length.toLocaleString('en-NG')} are printed here; the CSV has all of them.`}
      </p>
      <Table withTableBorder withColumnBorders data-many={shown.length > MANY_COLUMNS || undefined}>
        <Table.Thead>
          <Table.Tr>
            {isNumbered && <Table.Th ta="right">SN</Table.Th>}
            {shown.map(({ field, title, kind }) => (
              <Table.Th key={field} ta={side(isRight(kind))}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={rowId(row)}>
              {isNumbered && <Table.Td ta="right">{index + 1}</Table.Td>}
              {shown.map((column) => {
                const text = cellText(column.kind, cellValue(column, row))
                return (
                  <Table.Td key={column.field} ta={side(isRight(column.kind))} data-whole={isWhole(column.kind, text)}>
                    {text}
                  </Table.Td>
                )
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {Object.keys(totals).length > 0 && (
          <Table.Tfoot>
            <Table.Tr>
              {isNumbered && <Table.Th />}
              {shown.map(({ field, kind }, index) => (
                <Table.Th key={field} ta={side(isRight(kind))}>
                  {field in totals ? cellText(kind, totals[field]) : index === 0 ? 'Total' : ''}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
      {signatures.length > 0 && (
        <div className={`signatures ${styles['signatures']}`}>
          {signatures.map((line) => (
            <p key={line}>{line}, name, signature and date</p>
          ))}
        </div>
      )}
    </div>
  )
}

/** More than this need smaller letters to fit on landscape A4. */
const MANY_COLUMNS = 10

/** Dates and ids break over lines at their hyphens, and a status is a chip on the screen; they are read as one. */
const isWhole = (kind: Column<never>['kind'], text: string) =>
  kind === 'date' || kind === 'datetime' || kind === 'status' || !text.includes(' ') || undefined
