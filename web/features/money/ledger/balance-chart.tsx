import { useCallback, useMemo } from 'react'
import type { BalanceHistory } from '#api/money/contracts/ledger.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import { shortNaira } from '#web/ui/chart/axis-text.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import type { ChartOption } from '#web/ui/chart/chart-canvas.tsx'
import { dateText, dateTimeText } from '#web/ui/dates.ts'
import { nairaText } from '#web/ui/money.tsx'
import { BESIDE } from './moments.ts'

type BalanceChartProps = {
  readonly points: BalanceHistory['points']
  /** How many movements had happened at the moment shown: that point is marked. */
  readonly at: number
}

const columns = [
  { title: 'Recorded', kind: 'datetime' },
  { title: 'Business date', kind: 'date' },
  { title: 'Log position', kind: 'number' },
  { title: 'Balance (NGN)', kind: 'money' },
] as const

/** The balance after each movement, a step for each, the moment of the slider marked. */
export function BalanceChart({ points, at }: BalanceChartProps) {
  const values = useMemo(() => {
    const balances = [0, ...points.map(({ balance }) => (parseNaira(balance) ?? 0) / 100)]
    return balances.map((balance, moment) => [moment, balance])
  }, [points])
  const option = useCallback<ChartOption>(
    (colors) => ({
      // As wide as the slider's room, however wide the labels of its axis are.
      grid: { ...BESIDE, top: 16, bottom: 32, outerBoundsMode: 'none' },
      tooltip: {
        trigger: 'axis',
        formatter: (shown: unknown) => tooltipOf(points, shown),
        confine: true,
      },
      xAxis: {
        type: 'value',
        min: 0,
        max: points.length,
        minInterval: 1,
        splitLine: { show: false },
        axisLabel: {
          ...{ color: colors.dimmed, hideOverlap: true, alignMaxLabel: 'right' as const },
          formatter: (moment: number) => dateText(points[moment - 1]?.recorded_at ?? ''),
        },
        axisLine: { lineStyle: { color: colors.rule }, onZero: false },
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
          data: values.slice(at, at + 1),
        },
      ],
    }),
    [points, values, at],
  )
  const table = useMemo(
    () => ({
      columns,
      rows: points.map(({ recorded_at, at: day, position, balance }) => [recorded_at, day, position, balance]),
    }),
    [points],
  )
  return <Chart title="Balance over time" option={option} table={table} height={220} />
}

/** Plain text of dates and amounts: nothing of it was typed by anyone. */
function tooltipOf(points: BalanceHistory['points'], shown: unknown): string {
  const first: unknown = Array.isArray(shown) ? shown[0] : shown
  const moment: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'dataIndex') : undefined
  const point = typeof moment === 'number' ? points[moment - 1] : undefined
  return point === undefined ? '' : `${dateTimeText(point.recorded_at)}: NGN ${nairaText(point.balance)}`
}
