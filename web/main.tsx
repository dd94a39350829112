import './ui/styles/kit.ts'
import { setToday } from '#api/contracts/today.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
// With the entry: what they are made of is in every other screen as well, and on a slow line a file more costs more.
import './features/people/landing/landing-screen.tsx'
import './features/people/sign-in/sign-in-screen.tsx'
import { queryClient } from './shell/query-client.ts'
import { router } from './shell/router.tsx'
import { today } from './ui/dates.ts'
import { watchEscape } from './ui/escape.ts'
import { watchSubmits } from './ui/form/watch-submits.ts'
import { watchPresses } from './ui/form/after-press.ts'
import { cssVariables, theme } from './ui/theme.ts'
import { Toasts } from './ui/toasts.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

setToday(() => today())
watchEscape()
watchSubmits()
watchPresses()
function draw(into: HTMLElement) {
  const app = (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts onOpen={(to) => void router.navigate(to)} />
      </QueryClientProvider>
    </MantineProvider>
  )
  flushSync(() => createRoot(into).render(app))
  document.getElementById('first')?.remove()
}

// What the page shows by itself stays until the screen's own files are here. Nothing is awaited at the top: those files
// need this one.
if (router.state.initialized) draw(root)
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    // Behind what the router still notes of its first page: a screen that leads elsewhere at once would keep this address.
    queueMicrotask(() => draw(root))
  })
}
