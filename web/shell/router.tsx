import { Skeleton } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { NotFoundScreen } from './not-found-screen.tsx'
import { onDemand, Part } from './on-demand.tsx'
import { PublicFrame } from './public-frame.tsx'
import { RenderFailure } from './render-failure.tsx'
import { publicScreens, signedInScreens } from './routes.ts'
import { knowScreens } from './screen-addresses.ts'
import { permissionsOf, type ScreenRoute } from './screen-route.ts'
import { useToken } from './session.ts'
import styles from './frames.module.css'

type Around = (failure: ReactNode) => ReactNode

/**
 * What a route shows, fetched before the page changes. A failure is no failure of the route, which would replace the
 * whole page and be remembered by the router: the place of what is missing says so.
 */
function lazyRoute(load: () => Promise<{ default: ComponentType }>, around: Around) {
  const screen = onDemand(load)
  const Screen = () => (
    <Part of={screen} fallback={<Skeleton height={320} aria-label="Loading the page" />} around={around}>
      {({ default: Loaded }) => <Loaded />}
    </Part>
  )
  return async () => {
    await screen.fetch()
    return { Component: Screen }
  }
}

const inPlace: Around = (failure) => failure
/** A detail lies over its list, which stays as it is: its failure is put where one looks, not below the last row. */
const overList: Around = (failure) => <div className={styles['overList']}>{failure}</div>
const aloneOnPage: Around = (failure) => (
  <main id="main" className={styles['centre']}>
    {failure}
  </main>
)

function routeOf(screen: ScreenRoute, around: Around = inPlace): RouteObject {
  return {
    path: screen.path,
    handle: { title: screen.title, permissions: permissionsOf(screen) },
    lazy: lazyRoute(screen.load, around),
    children: (screen.children ?? []).map((child) => routeOf(child, overList)),
  }
}

// The shell is a chunk of its own: who only reads the public pages does not fetch it.
const loadFrame = async () => ({ default: (await import('./signed-in-frame.tsx')).SignedInFrame })

const signedIn = onDemand(loadFrame)
/** The shell of whoever is signed in, else that of the public pages: for what anybody may come upon. */
function OwnFrame() {
  if (useToken() === undefined) return <PublicFrame />
  return (
    <Part of={signedIn} fallback={<></>} around={aloneOnPage}>
      {({ default: Frame }) => <Frame />}
    </Part>
  )
}

knowScreens([...publicScreens, ...signedInScreens].map(({ path }) => path))

/** Addresses that the specs name and that are no screens: where each leads (open-questions.tsv, Q096; patients have no list yet). */
const LED_ON = [
  ['/home', '/'],
  ['/service', '/services'],
  ['/patient', '/dashboard'],
  ['/mybilling', '/users/billing_history'],
] as const

/** The whole address space: public screens, screens behind a session, and 'Lost In The Desert' for the rest. */
export const router = createBrowserRouter([
  {
    errorElement: <RenderFailure />,
    hydrateFallbackElement: <></>,
    children: [
      ...LED_ON.map(([path, to]) => ({ path, element: <Navigate to={to} replace /> })),
      {
        element: <PublicFrame />,
        children: publicScreens.map((screen) => routeOf(screen)),
      },
      { element: <OwnFrame />, children: [{ path: '*', element: <NotFoundScreen /> }] },
      {
        lazy: lazyRoute(loadFrame, aloneOnPage),
        children: signedInScreens.map((screen) => routeOf(screen)),
      },
    ],
  },
])
