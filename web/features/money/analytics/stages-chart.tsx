import { useCallback, useMemo } from 'react'
import type { StageTotal } from '#api/money/contracts/analytics.ts'
import { shortNaira } from '#web/ui/chart/axis-text.ts'
import type { ChartColors } from '#web/ui/chart/chart-canvas.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import { nairaText } from '#web/ui/money.tsx'
import { statusOf } from '#web/ui/status.tsx'

const nameOf = (stage: string): string => (stage === 'permsec approved' ? 'PAID' : statusOf(stage).label)

type StagesChartProps = {
  readonly stages: readonly StageTotal[]
  /** The list of the bills at a stage, for who may open one. */
  readonly listOf: (filter: { readonly stage: string }) => string | undefined
}

/** How much money stands where in the payment chain, in the chain's order. */
export function StagesChart({ stages, listOf }: StagesChartProps) {
  const option = useCallback(
    ({ ink, dimmed, rule, paper }: ChartColors) => ({
      grid: { left: 8, right: 64, top: 8, bottom: 8, containLabel: true },
      tooltip: {
        trigger: 'axis',
        backgroundColor: paper,
        borderColor: rule,
        textStyle: { color: ink },
        valueFormatter: (value: number) => `NGN ${nairaText(value.toFixed(2))}`,
      },
      xAxis: {
        type: 'value',
        axisLabel: { color: dimmed, formatter: shortNaira, hideOverlap: true },
        splitLine: { lineStyle: { color: rule } },
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: stages.map(({ stage }) => nameOf(stage)),
        axisLabel: { color: ink },
        axisLine: { lineStyle: { color: rule } },
        axisTick: { show: false },
      },
      series: [
        {
          name: 'Total',
          type: 'bar',
          data: stages.map(({ total }) => Number(total)),
          label: {
            show: true,
            position: 'right',
            color: ink,
            formatter: ({ value }: { value: number }) => shortNaira(value),
          },
        },
      ],
    }),
    [stages],
  )
  return (
    <Chart
      title="Money by stage of the payment chain (NGN)"
      option={option}
      height={260}
      lists={useMemo(() => stages.map(({ stage }) => listOf({ stage })), [stages, listOf])}
      table={{
        columns: [
          { title: 'Stage' },
          { title: 'Transactions', kind: 'number' },
          { title: 'Total (NGN)', kind: 'money' },
        ],
        rows: stages.map(({ stage, transactions, total }) => [nameOf(stage), transactions, total]),
      }}
    />
  )
}
