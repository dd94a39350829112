import { useEffect, useState } from 'react'
import type { BalanceHistory } from '#api/money/contracts/ledger.ts'
import { dateTimeText } from '#web/ui/dates.ts'
import { Money, nairaText } from '#web/ui/money.tsx'
import styles from './ledger.module.css'

type Points = BalanceHistory['points']

type MomentSliderProps = {
  /** The balance after each movement, in order. */
  readonly points: Points
  /** How many of them had happened at the moment shown. */
  readonly value: number
  /** Called once the slider rests. */
  readonly onChange: (value: number) => void
  /** Called at every step, also while it moves. */
  readonly onMove: (value: number) => void
}

const REST_MS = 250

/**
 * The balance as of any moment: from before the first movement to the last. A native slider, so that arrows, Page Up and
 * Page Down, Home and End move it.
 */
export function MomentSlider({ points, value, onChange, onMove }: MomentSliderProps) {
  const [at, setAt] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setAt(value)
  }
  useEffect(() => {
    if (at === value) return
    const timer = setTimeout(() => onChange(at), REST_MS)
    return () => clearTimeout(timer)
  }, [at, value, onChange])
  const text = momentText(points, at)
  return (
    <div className={styles['moment']}>
      <label htmlFor="moment">Moment</label>
      <input
        id="moment"
        type="range"
        min={0}
        max={points.length}
        value={at}
        aria-valuetext={`${text}: NGN ${nairaText(balanceAt(points, at))}`}
        onChange={({ currentTarget }) => {
          setAt(Number(currentTarget.value))
          onMove(Number(currentTarget.value))
        }}
      />
      <output htmlFor="moment" aria-label="Balance at that moment">
        <strong>
          <Money naira={balanceAt(points, at)} />
        </strong>
        <span>{text}</span>
      </output>
    </div>
  )
}

const balanceAt = (points: Points, at: number): string => points[at - 1]?.balance ?? '0.00'

function momentText(points: Points, at: number): string {
  const point = points[at - 1]
  if (point === undefined) return 'Before the first movement'
  return `After movement ${at} of ${points.length}, recorded ${dateTimeText(point.recorded_at)}, log position ${point.position}`
}
