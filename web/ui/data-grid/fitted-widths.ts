import { type Column, leastWidth } from './column.ts'
import type { shownColumns } from './arranged.ts'

/** The widest that a browser's vertical scrollbar is, and the grid's border. */
const SCROLLBAR = 20

type Fitted = { readonly field: string; readonly width: number }

/**
 * Widths in pixels of the columns that take what is left of `room`, which all but the buttons share: the first one in two lines, else the
 * pinned one, unless somebody has sized it. A column that does not fit whole begins behind the buttons, which would cover half of it.
 * `scrollbar` is what lies over the room where the rows scroll.
 */
export function fittedWidths<Row>(
  shown: ReturnType<typeof shownColumns<Row>>,
  room: number,
  scrollbar = 0,
): readonly Fitted[] {
  const data = shown.filter(({ column }) => column.isControl !== true)
  const [first, ...others] = data
  if (first === undefined) return []
  let left = room - scrollbar - widthOf(first)
  let count = 0
  for (const one of others) {
    if (widthOf(one) > left) break
    left -= widthOf(one)
    count += 1
  }
  const isWhole = count === others.length
  const isShared = isWhole && others.some((one) => one.width === undefined && isFlexible(one.column))
  const spare = isShared || (count === 0 && !isWhole) ? 0 : Math.max(0, isWhole ? left + scrollbar - SCROLLBAR : left)
  const growing = data.filter((one) => one.width === undefined && (one === first || one.column.isWrapped === true))
  const inSight = growing.filter((one) => others.indexOf(one) < count)
  const taker = inSight.find(({ column }) => column.isWrapped === true) ?? inSight[0]
  return growing.map((one) => ({ field: one.column.field, width: widthOf(one) + (one === taker ? spare : 0) }))
}

type Shown<Row> = { readonly column: Column<Row>; readonly width: number | undefined }
const widthOf = <Row>({ column, width }: Shown<Row>) => width ?? column.width ?? leastWidth(column.kind, column.title)

/** Whether a column without a width of its own shares the room that is left. */
export const isFlexible = <Row>({ kind, width }: Column<Row>): boolean =>
  (kind === undefined || kind === 'text') && width === undefined
