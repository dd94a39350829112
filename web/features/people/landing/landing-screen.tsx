import { Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useToken } from '#web/shell/session.ts'
import { PartnersGallery } from './partners-gallery.tsx'
import styles from './landing.module.css'

export default function LandingScreen() {
  const token = useToken()
  return (
    <div className={styles['page']}>
      <title>Cancer Health Fund</title>
      <section className={styles['lead']}>
        <h1>Cancer care, paid for by the Cancer Health Fund</h1>
        <p>
          The fund pays for drugs, radiotherapy and chemotherapy at partner hospitals in Nigeria, up to about two
          million naira (NGN 2,000,000.00) for each patient.
        </p>
        <Group>
          {token === undefined && (
            <Button component={Link} to="/enrol" size="md">
              Start Here
            </Button>
          )}
          <Button
            component={Link}
            to={token === undefined ? '/login' : '/dashboard'}
            size="md"
            variant={token === undefined ? 'default' : 'filled'}
          >
            {token === undefined ? 'Sign in' : 'Go to the dashboard'}
          </Button>
          <Button component={Link} to="/about" size="md" variant="default">
            About the fund
          </Button>
        </Group>
      </section>
      <PartnersGallery title="Six pilot hospitals since 2021" />
    </div>
  )
}
