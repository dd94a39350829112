import { Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { PartnersGallery } from './partners-gallery.tsx'
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
        <Group>
          <Button component={Link} to="/enrol" size="md">
            Enrol
          </Button>
          <Button component={Link} to="/login" size="md" variant="default">
            Sign in
          </Button>
          <Button component={Link} to="/terms" size="md" variant="default">
            Terms
          </Button>
        </Group>
      </section>
      <PartnersGallery title="The pilot hospitals" />
      <section className={styles['text']}>
        <h2>Sister portals</h2>
        <p id="cap">CAP serves patients of its own programme. If you are on CAP, say so when you apply to the fund.</p>
        <p id="casc">CASC is the third sister portal. Ask the support line for its address.</p>
      </section>
    </div>
  )
}
