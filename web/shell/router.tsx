import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { NotFoundScreen } from './not-found-screen.tsx'
import { PublicFrame } from './public-frame.tsx'
import { RenderFailure } from './render-failure.tsx'
import { publicScreens, signedInScreens } from './routes.ts'
import type { ScreenRoute } from './screen-route.ts'

function routeOf(screen: ScreenRoute): RouteObject {
  return {
    path: screen.path,
    handle: { title: screen.title, permission: screen.permission },
    lazy: async () => ({ Component: (await screen.load()).default }),
    children: (screen.children ?? []).map(routeOf),
  }
}

// The shell is a chunk of its own: who only reads the public pages does not fetch it.
const loadFrame = async () => ({ Component: (await import('./signed-in-frame.tsx')).SignedInFrame })

/** The whole address space: public screens, screens behind a session, and 'Lost In The Desert' for the rest. */
export const router = createBrowserRouter([
  {
    errorElement: <RenderFailure />,
    hydrateFallbackElement: <></>,
    children: [
      { path: '/home', element: <Navigate to="/" replace /> },
      {
        element: <PublicFrame />,
        children: [...publicScreens.map(routeOf), { path: '*', element: <NotFoundScreen /> }],
      },
      { lazy: loadFrame, children: signedInScreens.map(routeOf) },
    ],
  },
])
