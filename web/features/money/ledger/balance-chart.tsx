import { useCallback, useMemo } from 'react'
import type { BalanceHistory } from '#api/money/contracts/ledger.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import { shortNaira } from '#web/ui/chart/axis-text.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import type { ChartOption } from '#web/ui/chart/chart-canvas.tsx'
import { dateText } from '#web/ui/dates.ts'
import { nairaText } from '#web/ui/money.tsx'

type BalanceChartProps = {
  readonly points: BalanceHistory['points']
  /** How many movements had happened at the moment shown: that point is marked. */
  readonly at: number
}

const columns = [
  { title: 'Business date', kind: 'date' },
  { title: 'Log position', kind: 'number' },
  { title: 'Balance (NGN)', kind: 'money' },
] as const

/** The balance after each movement in the order of the log, the moment of the slider marked. */
export function BalanceChart({ points, at }: BalanceChartProps) {
  const values = useMemo(() => points.map(({ balance }) => (parseNaira(balance) ?? 0) / 100), [points])
  const option = useCallback<ChartOption>(
    (colors) => ({
      grid: { left: 64, right: 16, top: 16, bottom: 32 },
      tooltip: {
        trigger: 'axis',
        formatter: (shown: unknown) => tooltipOf(points, shown),
        confine: true,
      },
      xAxis: {
        type: 'category',
        data: points.map((point) => dateText(point.at)),
        axisLabel: { color: colors.dimmed, hideOverlap: true },
        axisLine: { lineStyle: { color: colors.rule } },
      },
      yAxis: {
        type: 'value',
        axisLabel: { color: colors.dimmed, formatter: shortNaira },
        splitLine: { lineStyle: { color: colors.rule } },
      },
      series: [
        { type: 'line', step: 'end', showSymbol: false, data: values },
        {
          type: 'line',
          silent: true,
          symbol: 'circle',
          symbolSize: 11,
          itemStyle: { color: colors.series[2] },
          data: values.map((value, index) => (index === at - 1 ? value : null)),
        },
      ],
    }),
    [points, values, at],
  )
  const table = useMemo(
    () => ({ columns, rows: points.map(({ at: day, position, balance }) => [day, position, balance]) }),
    [points],
  )
  return <Chart title="Balance over time" option={option} table={table} height={220} />
}

/** Plain text of dates and amounts: nothing of it was typed by anyone. */
function tooltipOf(points: BalanceHistory['points'], shown: unknown): string {
  const first: unknown = Array.isArray(shown) ? shown[0] : shown
  const index: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'dataIndex') : undefined
  const point = typeof index === 'number' ? points[index] : undefined
  return point === undefined ? '' : `${dateText(point.at)}: NGN ${nairaText(point.balance)}`
}
