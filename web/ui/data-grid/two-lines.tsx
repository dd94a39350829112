import { cellText, type CellValue } from './column.ts'
import styles from './data-grid.module.css'

/** A text over two lines; what is longer stands whole in its tooltip. */
export function TwoLines({ value }: { readonly value: CellValue }) {
  const text = cellText('text', value)
  return (
    <span className={styles['twoLines']} title={text}>
      {text}
    </span>
  )
}
