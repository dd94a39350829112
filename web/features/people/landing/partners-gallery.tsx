import { pilotHospitals } from './programme.ts'
import styles from './landing.module.css'

/** The hospitals that the fund pays for care at (spec, S004). */
export function PartnersGallery({ title }: { readonly title: string }) {
  return (
    <section aria-label="Partner hospitals">
      <h2>{title}</h2>
      <ul className={styles['hospitals']}>
        {pilotHospitals.map(({ short, name }) => (
          <li key={short}>
            <strong>{short}</strong>
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
