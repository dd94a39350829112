import { Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useLocation } from 'react-router-dom'
import { useSaveCsv } from '#web/ui/use-save-csv.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import type { GridViewProps } from './grid-props.ts'
import type { GridLayout } from './grid-views.ts'
import { ViewsMenu } from './views-menu.tsx'
import styles from './data-grid.module.css'

type GridToolbarProps<Row extends object> = GridViewProps<Row> & {
  readonly layout: GridLayout
  readonly onLayout: (patch: Partial<GridLayout>) => void
  readonly shown: number
  /** Of the whole result; undefined until the server has counted. */
  readonly total: number | undefined
  readonly hasMore: boolean
}

/** The address of the same list on paper. */
function printAddress(pathname: string, search: string, id: string) {
  const params = new URLSearchParams(search)
  params.set('print', id)
  return `${pathname}?${params.toString()}`
}

/** How many rows there are, and how many of them are here. */
export function countText({
  shown,
  total,
  hasMore,
}: {
  shown: number
  total: number | undefined
  hasMore: boolean
}): string {
  const here = shown.toLocaleString('en-NG')
  if (total === undefined) return hasMore ? `First ${here} rows loaded` : `${here} rows`
  const all = `${total.toLocaleString('en-NG')} ${total === 1 ? 'row' : 'rows'}`
  return hasMore ? `${all}, first ${here} loaded` : all
}

/** Above a grid: how many rows, columns and density, saved views, CSV and Print. */
export function GridToolbar<Row extends object>(props: GridToolbarProps<Row>) {
  const { id, label, csv = true, source, layout, onLayout, columns } = props
  const { pathname, search } = useLocation()
  const { isSaving, save } = useSaveCsv(label)
  return (
    <div className={styles['toolbar']} data-chrome>
      <p role="status" className={styles['count']}>
        {countText(props)}
      </p>
      <div className={styles['tools']} data-list-tools>
        <ColumnsMenu columns={columns} layout={layout} onLayout={onLayout} csv={csv} />
        <ViewsMenu layout={layout} onLayout={onLayout} />
        {csv && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={isSaving}
            onClick={() =>
              void save(`${source.path}/csv`, {
                ...source.params,
                ...(layout.isoDates === true ? { iso_dates: '1' } : {}),
              })
            }
          >
            CSV
          </Button>
        )}
        <Button
          component="a"
          variant="default"
          size="xs"
          href={printAddress(pathname, search, id)}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          Print
        </Button>
      </div>
    </div>
  )
}
