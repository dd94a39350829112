import { Skeleton, Switch } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { onDemand, Part } from '#web/shell/on-demand.tsx'
import { cellText, type CellValue, isRight } from '#web/ui/data-grid/column.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { ChartOption } from './chart-canvas.tsx'
import styles from './chart.module.css'

const canvas = onDemand(() => import('./chart-canvas.tsx'))

/** The same numbers as a table: what each column is, and its rows. */
export type ChartTable = {
  readonly columns: readonly {
    readonly title: string
    readonly kind?: 'text' | 'number' | 'money' | 'date' | 'datetime'
  }[]
  readonly rows: readonly (readonly CellValue[])[]
}

type ChartProps = {
  readonly title: string
  /** Makes the option from the theme's colours; keep it stable (useCallback), a new one draws again. */
  readonly option: ChartOption
  readonly table: ChartTable
  readonly height?: number
  /** By row of the table: the list of exactly what it counts, which its bar opens as well. Keep it stable. */
  readonly lists?: readonly (string | undefined)[] | undefined
}

/** A chart with the table of its numbers one click away. Use only where looking beats reading. */
export function Chart({ title, option, table, height = 300, lists }: ChartProps) {
  const [isTable, setTable] = useState(false)
  return (
    <figure className={styles['figure']} aria-label={title}>
      <figcaption className={styles['caption']}>
        <strong>{title}</strong>
        <Switch
          size="sm"
          label="Show as table"
          checked={isTable}
          onChange={(event) => setTable(event.currentTarget.checked)}
          data-chrome
        />
      </figcaption>
      {isTable ? (
        <NumbersTable table={table} lists={lists} />
      ) : (
        <Part of={canvas} fallback={<Skeleton height={height} />}>
          {({ default: ChartCanvas }) => <ChartCanvas title={title} option={option} height={height} lists={lists} />}
        </Part>
      )}
    </figure>
  )
}

// A plain table: Mantine's would come to the dashboard for this alone.
function NumbersTable({ table, lists = [] }: Pick<ChartProps, 'table' | 'lists'>) {
  const side = (kind: ChartTable['columns'][number]['kind']) => (isRight(kind) ? 'right' : undefined)
  return (
    <ScrollRegion label="The chart's numbers" className={styles['numbers']}>
      <table>
        <thead>
          <tr>
            {table.columns.map(({ title, kind }) => (
              <th key={title} scope="col" data-side={side(kind)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            <tr key={line}>
              {table.columns.map(({ title, kind }, index) => (
                <td key={title} data-side={side(kind)}>
                  {index === 0 && lists[line] !== undefined ? (
                    <Link to={lists[line]}>{cellText(kind, row[index])}</Link>
                  ) : (
                    cellText(kind, row[index])
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
