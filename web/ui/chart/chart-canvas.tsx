import { useComputedColorScheme } from '@mantine/core'
import ReactECharts from 'echarts-for-react/esm/core'
import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import type { EChartsCoreOption } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'

echarts.use([BarChart, LineChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, CanvasRenderer])

/** The theme's colours in the scheme of the moment; a canvas cannot read CSS variables itself. */
export type ChartColors = {
  readonly ink: string
  readonly dimmed: string
  readonly rule: string
  readonly paper: string
  /** Series in their order: green, blue, amber, grey. */
  readonly series: readonly string[]
}
export type ChartOption = (colors: ChartColors) => EChartsCoreOption

const light: ChartColors = {
  ink: '#1a1f24',
  dimmed: '#59626b',
  rule: '#dde1e5',
  paper: '#ffffff',
  series: ['#1d6b42', '#4b86c8', '#b8741a', '#757e87'],
}
const dark: ChartColors = {
  ink: '#e6e9ec',
  dimmed: '#a3abb3',
  rule: '#30373d',
  paper: '#242a2f',
  series: ['#66b286', '#7fb0e8', '#e0aa55', '#a3abb3'],
}

type ChartCanvasProps = {
  readonly title: string
  readonly option: ChartOption
  readonly height: number
  /** What pressing each bar opens, in their order. */
  readonly lists: readonly (string | undefined)[] | undefined
}

/** The only file that knows ECharts; canvas renderer, drawn anew when the scheme changes. */
export default function ChartCanvas({ title, option, height, lists }: ChartCanvasProps) {
  const navigate = useNavigate()
  const events = useMemo(
    () => ({
      click: ({ dataIndex }: { dataIndex: number }) => {
        const list = lists?.[dataIndex]
        if (list !== undefined) void navigate(list)
      },
    }),
    [lists, navigate],
  )
  const scheme = useComputedColorScheme('light')
  const made = useMemo(() => {
    const colors = scheme === 'dark' ? dark : light
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    return {
      color: colors.series,
      textStyle: { color: colors.ink, fontFamily: 'system-ui, sans-serif', fontSize: 13 },
      animation: !still,
      animationDuration: 120,
      aria: { enabled: true, label: { description: title } },
      ...option(colors),
    }
  }, [scheme, option, title])
  return (
    <ReactECharts
      echarts={echarts}
      option={made}
      notMerge
      lazyUpdate
      style={{ height, width: '100%' }}
      opts={OPTS}
      onEvents={events}
    />
  )
}

const OPTS = { renderer: 'canvas' } as const
