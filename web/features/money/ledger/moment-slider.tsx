import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import type { BalanceHistory } from '#api/money/contracts/ledger.ts'
import { dateTimeText } from '#web/ui/dates.ts'
import { Money, nairaText } from '#web/ui/money.tsx'
import styles from './ledger.module.css'
import { BESIDE, momentByKey } from './moments.ts'

type Points = BalanceHistory['points']

type MomentSliderProps = {
  /** The balance after each movement, in order. */
  readonly points: Points
  /** How many of them had happened at the moment at which it stands. */
  readonly at: number
  /** Called at every step. */
  readonly onMove: (to: number) => void
}

/** Where the slider stands, so that its thumb goes over the chart's room for time and no further. */
const beside = { '--beside-left': `${BESIDE.left}px`, '--beside-right': `${BESIDE.right}px` } as CSSProperties

/**
 * The balance as of any moment: from before the first movement to the last, a step for each, as on the chart above it. A native
 * slider; arrows, Page Up and Page Down, Home and End move it, and two buttons step by step.
 */
export function MomentSlider({ points, at, onMove }: MomentSliderProps) {
  const moveByKey = (event: KeyboardEvent) => {
    const to = momentByKey(event.key, at, points.length)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onMove(to)
  }
  const text = momentText(points, at)
  return (
    <div className={styles['moment']} style={beside}>
      <input
        type="range"
        id="moment"
        aria-label="Moment"
        min={0}
        max={points.length}
        step={1}
        value={at}
        aria-valuetext={`${text}: NGN ${nairaText(balanceAt(points, at))}`}
        onKeyDown={moveByKey}
        onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
      />
      <div className={styles['steps']}>
        <Button
          variant="default"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          {...atEnd(at === 0)}
          onClick={() => onMove(Math.max(0, at - 1))}
        >
          Previous
        </Button>
        <Button
          variant="default"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          {...atEnd(at === points.length)}
          onClick={() => onMove(Math.min(points.length, at + 1))}
        >
          Next
        </Button>
      </div>
      <output htmlFor="moment" aria-label="Balance at that moment">
        <strong>
          <Money naira={balanceAt(points, at)} />
        </strong>
        <span>{text}</span>
      </output>
    </div>
  )
}

/** A button at the end of its way stays where the focus is. */
const atEnd = (isEnd: boolean) => (isEnd ? { 'data-disabled': true, 'aria-disabled': true } : {})

const balanceAt = (points: Points, at: number): string => points[at - 1]?.balance ?? '0.00'

function momentText(points: Points, at: number): string {
  const point = points[at - 1]
  if (point === undefined) return 'Before the first movement'
  return `After movement ${at} of ${points.length}, recorded ${dateTimeText(point.recorded_at)}, log position ${point.position}`
}
