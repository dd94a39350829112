import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './screen.module.css'

type ScreenProps = {
  readonly title: string
  /** One sentence of what is here. */
  readonly intro?: string
  /** The one primary action, at the right. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A page: its title (also the document's), one sentence, the primary action, then what it shows. */
export function Screen({ title, intro, action, children }: ScreenProps) {
  return (
    <div className={styles['screen']}>
      <title>{`${title} - Cancer Health Fund`}</title>
      <div className={styles['head']}>
        <div className={styles['words']}>
          <h1>{title}</h1>
          {intro !== undefined && <p>{intro}</p>}
        </div>
        {action !== undefined && (
          <div className={styles['action']} data-chrome>
            {action}
          </div>
        )}
      </div>
      {children}
    </div>
  )
}

/** A bordered part of a page, with its own heading. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles['panel']} aria-label={title}>
      <div className={styles['panelHead']}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Names and values of a record: two columns on a desk, one on a phone. */
export function Facts({ items }: { items: readonly { readonly name: string; readonly value: ReactNode }[] }) {
  return (
    <dl className={styles['facts']}>
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' || value === null || value === undefined ? 'Not given' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A figure on a card: what it is, the number, and an optional line below. */
export function Figure({ name, value, note, to }: FigureProps) {
  const content = (
    <>
      <span>{name}</span>
      <strong>{value}</strong>
      {note !== undefined && <small>{note}</small>}
    </>
  )
  if (to === undefined) return <div className={styles['figure']}>{content}</div>
  return (
    <Link to={to} className={styles['figure'] ?? ''}>
      {content}
    </Link>
  )
}
type FigureProps = {
  readonly name: string
  readonly value: ReactNode
  readonly note?: ReactNode
  /** The list of exactly what it counts. */
  readonly to?: string | undefined
}

/** A row of cards that wraps; `dense` above a list, which is what the reader came for: four stand in one line of a laptop. */
export function Cards({ dense = false, children }: { dense?: boolean; children: ReactNode }) {
  return (
    <div className={styles['cards']} data-dense={dense || undefined}>
      {children}
    </div>
  )
}
