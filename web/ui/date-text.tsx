import { dateText, dateTimeText } from './dates.ts'
import styles from './text.module.css'

/** A day `d-m-yyyy`, or with `time` a moment `d-m-yyyy HH:mm` in Lagos; `empty` when there is none. */
export function DateText({
  value,
  time = false,
  empty = '',
}: {
  value: string | null | undefined
  time?: boolean
  empty?: string
}) {
  const text = time ? dateTimeText(value) : dateText(value)
  if (text === '') return <>{empty}</>
  return (
    <time dateTime={value ?? ''} className={styles['date']}>
      {text}
    </time>
  )
}
