import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { pilotHospitals } from './programme.ts'
import styles from './landing.module.css'

export default function AboutScreen() {
  return (
    <div className={styles['page']}>
      <title>About the fund - Cancer Health Fund</title>
      <section className={styles['lead']}>
        <h1>About the Cancer Health Fund</h1>
        <p>
          The programme began in 2021 with six pilot hospitals. For each patient whose application is approved it pays
          up to about NGN 2,000,000.00 for drugs, radiotherapy and chemotherapy at one of its hospitals.
        </p>
        <p>
          The money never passes through the patient's hands: the hospital bills the patient's wallet with the fund,
          each bill goes through five approvals by different people, and only then is the hospital paid.
        </p>
        <Button component={Link} to="/login" size="md">
          Sign in
        </Button>
      </section>
      <section aria-label="Partner hospitals">
        <h2>The pilot hospitals</h2>
        <ul className={styles['hospitals']}>
          {pilotHospitals.map(({ short, name }) => (
            <li key={short}>
              <strong>{short}</strong>
              <span>{name}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles['text']}>
        <h2>Sister portals</h2>
        <p id="cap">CAP serves the patients of its own programme; who is on it can say so when applying to the fund.</p>
        <p id="casc">CASC is the third portal of the family. Ask the support line for its address.</p>
      </section>
    </div>
  )
}
