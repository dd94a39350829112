import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useMatches, useNavigation } from 'react-router-dom'
import type { SessionUser } from '#api/people/contracts/session.ts'
import { SidePanel } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ApiError } from './api-error.ts'
import { Breadcrumbs, titleOf } from './breadcrumbs.tsx'
import { claimDrafts } from './drafts.ts'
import { FrameSkeleton } from './frame-skeleton.tsx'
import { Header } from './header.tsx'
import { ListViews } from './list-views.tsx'
import { Letterhead } from './letterhead.tsx'
import { onDemand } from './on-demand.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PageProgress } from './page-progress.tsx'
import { ReadOnlyBanner } from './read-only-banner.tsx'
import { menuQuery, profileQuery, useRightsOfNow } from './session-queries.ts'
import { forgetSession, sessionHasEnded, useToken } from './session.ts'
import { ShownUntilBanner } from './shown-until-banner.tsx'
import { SideMenu } from './side-menu.tsx'
import { SupportBanner } from './support-banner.tsx'
import { useKept } from './use-kept.ts'
import styles from './frames.module.css'

const fallback = onDemand(() => import('./fallback-menu.ts'))

/** Whether a route opens for who holds these: its handle is written by the router from the table of routes. */
function mayOpen(handle: unknown, held: readonly string[]): boolean {
  if (typeof handle !== 'object' || handle === null || !('permissions' in handle)) return true
  const { permissions } = handle
  if (!Array.isArray(permissions) || permissions.length === 0) return true
  return permissions.some((permission) => held.some((one) => one === permission))
}

/** Sends who is signed out to /login, to come back here afterwards; else loads person and menu and shows the shell. */
export function SignedInFrame() {
  const token = useToken()
  const location = useLocation()
  if (token === undefined) {
    const from = location.pathname + location.search
    return <Navigate to="/login" replace state={{ from, hasEnded: sessionHasEnded() }} />
  }
  return <Loaded key={token} />
}

function Loaded() {
  const profile = useQuery(profileQuery)
  const menu = useQuery(menuQuery)
  useRightsOfNow()
  const failure = (profile.data ? null : profile.error) ?? (menu.data ? null : menu.error)
  // The spec signs out when either cannot be loaded. Only where the session was refused: in an outage it may be good, and
  // everybody's signing in again would follow it.
  const isRefused = failure instanceof ApiError && (failure.status === 401 || failure.status === 403)
  useEffect(() => {
    if (isRefused) forgetSession('refused')
  }, [isRefused])
  // Without a menu a person still works: by what their permissions open, until the server tells theirs (spec, fallback side menu).
  const client = useQueryClient()
  const held = isRefused || menu.data || !menu.isError ? undefined : profile.data?.data.permissions
  useEffect(() => {
    if (held === undefined) return
    void fallback.fetch().then((module) => {
      if (module) client.setQueryData(menuQuery.queryKey, (known) => known ?? module.fallbackMenu(held))
    })
  }, [client, held])
  if (failure && !isRefused) {
    const retry = () => Promise.all([profile.refetch(), menu.refetch()])
    return (
      <main id="main" className={styles['centre']}>
        <ErrorState error={failure} onRetry={retry} />
      </main>
    )
  }
  if (!profile.data || !menu.data) return <FrameSkeleton />
  return <Frame user={profile.data.data} />
}

/** Where patients are billed, at a bed as well: on a phone all is high enough for a thumb. */
const isTouched = (pathname: string) => /^\/coestaff\/billings?(\/|$)/.test(pathname)

function Frame({ user }: { user: SessionUser }) {
  const { permissions, patient } = user
  // Before anything in it is drawn: what it shows may have a draft.
  useState(() => claimDrafts(user.id))
  const location = useLocation()
  const navigation = useNavigation()
  const fetching = useIsFetching({ predicate: (query) => query.state.data !== undefined })
  const missing = useMatches().find(({ handle }) => !mayOpen(handle, permissions))
  const [isNarrow, setNarrow] = useKept('chf.menu-narrow')
  // The drawer belongs to the page that it was opened on, so going anywhere closes it.
  const [drawerOn, setDrawerOn] = useState<string>()
  const isPrinting = new URLSearchParams(location.search).has('print')
  // To the dashboard, as the spec has it (statuses.tsv, Route guard), which says why.
  const content = missing ? (
    <Navigate to="/dashboard" replace state={{ turnedAwayFrom: titleOf(missing.handle) }} />
  ) : (
    <Outlet />
  )
  if (isPrinting)
    return (
      <main id="main" className={styles['printed']}>
        <Letterhead />
        <ShownUntilBanner />
        {content}
      </main>
    )
  return (
    <div
      className={styles['frame']}
      data-narrow={isNarrow}
      data-roomy={patient !== null}
      data-touched={isTouched(location.pathname)}
    >
      <a className={styles['skip']} href="#main" data-chrome>
        Skip to content
      </a>
      <PageProgress busy={navigation.state !== 'idle' || fetching > 0} />
      <Header onMenu={() => setDrawerOn(location.pathname)} isNarrow={isNarrow} onNarrow={() => setNarrow(!isNarrow)} />
      <aside className={styles['side']} data-chrome>
        <SideMenu isNarrow={isNarrow} />
      </aside>
      <SidePanel
        opened={drawerOn === location.pathname}
        onClose={() => setDrawerOn(undefined)}
        position="left"
        size={288}
        title="Menu"
      >
        <SideMenu isNarrow={false} />
      </SidePanel>
      <div className={styles['content']}>
        <SupportBanner user={user} />
        <OfflineBanner />
        <ReadOnlyBanner permissions={permissions} />
        <ShownUntilBanner />
        <Breadcrumbs permissions={permissions} />
        <ListViews />
        <main id="main" tabIndex={-1} className={styles['main']}>
          <Letterhead />
          {content}
        </main>
      </div>
    </div>
  )
}
