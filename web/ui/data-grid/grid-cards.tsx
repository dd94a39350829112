import { Button, VisuallyHidden } from '@mantine/core'
import { StatusChip } from '#web/ui/status.tsx'
import { shownColumns } from './arranged.ts'
import { cellText, cellValue, type Column } from './column.ts'
import type { GridViewProps } from './grid-props.ts'
import type { GridLayout } from './grid-views.ts'
import styles from './grid-cards.module.css'

/** Beside its number, amount, status and day a card shows so many texts: the record has all. */
const MOST_TEXTS = 2

type GridCardsProps<Row extends object> = Pick<
  GridViewProps<Row>,
  'label' | 'columns' | 'rowId' | 'onOpen' | 'isMarked' | 'isCurrent' | 'selection'
> & {
  readonly rows: readonly Row[]
  readonly layout: GridLayout
  readonly totals: Readonly<Record<string, string | number>> | undefined
  readonly selectedIds: readonly string[]
  readonly onSelect: (rowIds: readonly string[]) => void
  /** Fetches more rows; undefined where there are none. */
  readonly onMore: (() => void) | undefined
  readonly isFetching: boolean
}

/** The parts of a card, the first column of each kind. */
function partsOf<Row>(columns: readonly Column<Row>[]) {
  const [first, ...others] = columns
  const ofKind = (...kinds: Column<Row>['kind'][]) =>
    others.find(({ kind, isControl }) => isControl !== true && kinds.includes(kind))
  const texts = others.filter(({ kind, isControl }) => isControl !== true && (kind === undefined || kind === 'text'))
  return {
    first,
    amount: ofKind('money'),
    status: ofKind('status'),
    day: ofKind('date', 'datetime'),
    texts: texts.slice(0, MOST_TEXTS),
    controls: others.filter(({ isControl }) => isControl === true),
  }
}

/** A list on a phone: a card a row with what it is, its amount, its status and what is done with it. */
export function GridCards<Row extends object>(props: GridCardsProps<Row>) {
  const { label, columns, rows, layout, totals, rowId, onMore, isFetching } = props
  const shown = shownColumns(columns, layout.columns).map(({ column }) => column)
  const parts = partsOf(shown)
  const total = parts.amount === undefined ? undefined : totals?.[parts.amount.field]
  return (
    <>
      <div role="table" aria-label={label} className={styles['cards']}>
        <VisuallyHidden role="row">
          <span role="columnheader">{label}</span>
        </VisuallyHidden>
        {rows.map((row) => (
          <Card key={rowId(row)} {...props} row={row} parts={parts} />
        ))}
      </div>
      {total !== undefined && parts.amount !== undefined && (
        <p className={styles['total']}>
          {totalTitle(parts.amount.title)}: <strong>{cellText('money', total)}</strong>
        </p>
      )}
      {onMore && (
        <Button variant="default" size="md" onClick={onMore} loading={isFetching}>
          Show more
        </Button>
      )}
    </>
  )
}

type CardProps<Row extends object> = GridCardsProps<Row> & {
  readonly row: Row
  readonly parts: ReturnType<typeof partsOf<Row>>
}

function Card<Row extends object>(props: CardProps<Row>) {
  const { row, parts, rowId, onOpen, isMarked, isCurrent, selection, selectedIds, onSelect } = props
  const { first, amount, status, day, texts, controls } = parts
  const id = rowId(row)
  const name = first === undefined ? '' : textOf(first, row)
  const why = selection?.blocked?.(row)
  return (
    <div
      role="row"
      className={styles['card']}
      data-marked={isMarked?.(row) === true}
      data-current={isCurrent?.(row) === true}
    >
      <div role="cell" className={styles['line']}>
        {selection && (
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            title={why}
            disabled={why !== undefined}
            checked={selectedIds.includes(id)}
            onChange={({ currentTarget }) =>
              onSelect(currentTarget.checked ? [...selectedIds, id] : selectedIds.filter((one) => one !== id))
            }
          />
        )}
        {onOpen ? (
          <button type="button" className={styles['name']} data-number={isNumber(name)} onClick={() => onOpen(row)}>
            {name}
          </button>
        ) : (
          <strong className={styles['name']} data-number={isNumber(name)}>
            {name}
          </strong>
        )}
        {amount && (
          <strong className={styles['amount']}>
            <small>{amount.title}</small>
            {textOf(amount, row)}
          </strong>
        )}
      </div>
      {(status ?? day) && (
        <div role="cell" className={styles['line']}>
          {status && <span className={styles['grow']}>{shownIn(status, row)}</span>}
          {day && <small>{textOf(day, row)}</small>}
        </div>
      )}
      {texts.map((column) => (
        <div key={column.field} role="cell" className={styles['text']}>
          {shownIn(column, row)}
        </div>
      ))}
      {controls.map((column) => (
        <div key={column.field} role="cell">
          {column.cell?.(row)}
        </div>
      ))}
    </div>
  )
}

/** INV-2026-000045: it stays on one line. */
const isNumber = (name: string) => /^[A-Z]{3}-[\d-]+$/.test(name)

/** Total cost (NGN). */
const totalTitle = (title: string) =>
  /total/i.test(title) ? title : `Total ${title.charAt(0).toLowerCase()}${title.slice(1)}`

const textOf = <Row extends object>(column: Column<Row>, row: Row) => cellText(column.kind, cellValue(column, row))

function shownIn<Row extends object>(column: Column<Row>, row: Row) {
  if (column.cell) return column.cell(row)
  const value = cellValue(column, row)
  if (column.kind !== 'status') return cellText(column.kind, value)
  return <StatusChip status={value === null || value === undefined ? undefined : String(value)} />
}
