import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useToken } from './session.ts'
import styles from './frames.module.css'

/** Any address that no screen has (spec, S017). */
export function NotFoundScreen() {
  const isSignedIn = useToken() !== undefined
  return (
    <div className={styles['centre']}>
      <title>Lost In The Desert - Cancer Health Fund</title>
      <h1>Lost In The Desert</h1>
      <p>There is no page at this address. It may have been moved, or the link may be incomplete.</p>
      <Button component={Link} to={isSignedIn ? '/dashboard' : '/'}>
        {isSignedIn ? 'Go to the dashboard' : 'Go home'}
      </Button>
    </div>
  )
}
