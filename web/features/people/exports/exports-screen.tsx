import { Button, Skeleton, Table } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { usePermission } from '#web/shell/session-queries.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { exportsQuery, type ExportRow } from './exports-api.ts'
import { reportText, totalTexts } from './export-text.ts'
import { useRunAgain } from './use-run-again.ts'
import cards from '#web/ui/table-cards.module.css'
import styles from './exports.module.css'

/** What was saved as CSV: what, by whom, when, how many rows, totals and hash. Auditors see all, others their own. */
export default function ExportsScreen() {
  const seesAll = usePermission('VIEW_LEDGER')
  const query = useInfiniteQuery(exportsQuery)
  const { data, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = data?.pages.flatMap((page) => page.data.data) ?? []
  return (
    <Screen
      title="Exports"
      intro={`${seesAll ? 'The CSV files that people have saved' : 'The CSV files that you have saved'}, with their rows and totals. Run one again to get the same file.`}
    >
      {isPending && <Skeleton height={240} role="status" aria-label="Loading exports" />}
      {!isPending && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
      {data !== undefined && rows.length === 0 && (
        <EmptyState title="No data available" hint="Press CSV above a list: the export then appears here." />
      )}
      {rows.length > 0 && <ExportsTable rows={rows} />}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier exports
        </Button>
      )}
    </Screen>
  )
}

function ExportsTable({ rows }: { readonly rows: readonly ExportRow[] }) {
  const { running, run } = useRunAgain()
  return (
    <ScrollRegion label="Exports" className={`${styles['table']} ${cards['cards']}`}>
      <Table horizontalSpacing="sm" fz={14}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Export</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th>Saved on</Table.Th>
            <Table.Th ta="right">Rows</Table.Th>
            <Table.Th>Totals</Table.Th>
            <Table.Th>Hash (SHA-256)</Table.Th>
            <Table.Th data-chrome>Action</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} isRunning={running === row.id} isLocked={running !== undefined} onRun={run} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}

type RowProps = {
  readonly row: ExportRow
  readonly isRunning: boolean
  readonly isLocked: boolean
  readonly onRun: (row: ExportRow) => Promise<void>
}

function Row({ row, isRunning, isLocked, onRun }: RowProps) {
  const { manifest, exported_by: by, exported_at: at } = row
  const name = manifest === null ? 'Unknown' : reportText(manifest.report)
  return (
    <Table.Tr>
      <Table.Td data-name="Export" data-title>
        {name}
      </Table.Td>
      <Table.Td data-name="By">{by}</Table.Td>
      <Table.Td data-name="Saved on">
        <DateText value={at} time />
      </Table.Td>
      {manifest === null ? (
        <Table.Td colSpan={4} className={styles['changed'] ?? ''}>
          This record was changed after the export was saved. The operators have been told.
        </Table.Td>
      ) : (
        <>
          <Table.Td data-name="Rows" ta="right">
            {manifest.rows.toLocaleString('en-NG')}
          </Table.Td>
          <Table.Td data-name="Totals">
            {totalTexts(manifest.totals).map((text) => (
              <div key={text}>{text}</div>
            ))}
          </Table.Td>
          <Table.Td data-name="Hash (SHA-256)" className={styles['hash'] ?? ''}>
            {manifest.sha256}
          </Table.Td>
          <Table.Td data-chrome>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Run again: ${name}, ${at}`}
              loading={isRunning}
              disabled={isLocked}
              onClick={() => void onRun(row)}
            >
              Run again
            </Button>
          </Table.Td>
        </>
      )}
    </Table.Tr>
  )
}
