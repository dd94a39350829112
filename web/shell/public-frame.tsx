import { Outlet, useNavigation } from 'react-router-dom'
import { BrandName } from './brand-name.tsx'
import { Letterhead } from './letterhead.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PageProgress } from './page-progress.tsx'
import { SupportLine } from './support-line.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import styles from './frames.module.css'

/** The frame of the screens that need no session. */
export function PublicFrame() {
  const navigation = useNavigation()
  return (
    <div className={styles['public']}>
      <a className={styles['skip']} href="#main" data-chrome>
        Skip to content
      </a>
      <PageProgress busy={navigation.state !== 'idle'} />
      <header className={styles['header']} data-chrome>
        <BrandName to="/" />
        <SupportLine />
        <ThemeSwitch />
      </header>
      <OfflineBanner />
      <main id="main" tabIndex={-1} className={styles['publicMain']}>
        <Letterhead />
        <Outlet />
      </main>
    </div>
  )
}
