import { useCallback } from 'react'
import type { BillingMonth } from '#api/money/contracts/analytics.ts'
import { shortNaira } from '#web/ui/chart/axis-text.ts'
import type { ChartColors } from '#web/ui/chart/chart-canvas.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { nairaText } from '#web/ui/money.tsx'
import { monthText } from './month-text.ts'

/** Billed, paid and reversed by month, with the same numbers as a table one click away. */
export function BillingChart({ months }: { months: readonly BillingMonth[] }) {
  const option = useCallback(
    ({ ink, dimmed, rule, paper }: ChartColors) => ({
      grid: { left: 8, right: 8, top: 40, bottom: 8, containLabel: true },
      legend: { top: 0, left: 0, textStyle: { color: ink } },
      tooltip: {
        trigger: 'axis',
        backgroundColor: paper,
        borderColor: rule,
        textStyle: { color: ink },
        valueFormatter: (value: number) => `NGN ${nairaText(value.toFixed(2))}`,
      },
      xAxis: {
        type: 'category',
        data: months.map(({ month }) => monthText(month)),
        axisLabel: { color: dimmed },
        axisLine: { lineStyle: { color: rule } },
        axisTick: { show: false },
      },
      yAxis: {
        type: 'value',
        axisLabel: { color: dimmed, formatter: shortNaira },
        splitLine: { lineStyle: { color: rule } },
      },
      series: [
        { name: 'Billed', type: 'bar', data: months.map(({ billed }) => Number(billed)) },
        { name: 'Paid', type: 'bar', data: months.map(({ paid }) => Number(paid)) },
        { name: 'Reversed', type: 'bar', data: months.map(({ reversed }) => Number(reversed)) },
      ],
    }),
    [months],
  )
  return (
    <Chart
      title="Billing volume by month (NGN)"
      option={option}
      table={{
        columns: [
          { title: 'Month' },
          { title: 'Billed (NGN)', kind: 'money' },
          { title: 'Bills', kind: 'number' },
          { title: 'Drugs (NGN)', kind: 'money' },
          { title: 'Paid (NGN)', kind: 'money' },
          { title: 'Paid bills', kind: 'number' },
          { title: 'Reversed (NGN)', kind: 'money' },
          { title: 'Reversed bills', kind: 'number' },
        ],
        rows: months.map((one) => [
          monthText(one.month),
          one.billed,
          one.billed_count,
          one.drugs_billed,
          one.paid,
          one.paid_count,
          one.reversed,
          one.reversed_count,
        ]),
      }}
    />
  )
}
