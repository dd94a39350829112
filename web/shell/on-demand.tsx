import { type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ApiError } from './api-error.ts'
import { isServerThere, loadRenewed } from './renewed.ts'

/** Code that is fetched when it is first needed. */
export type OnDemand<Module> = {
  /** Fetches it, unless it is here or under way; undefined when it cannot be had now. The next call tries again. */
  fetch(): Promise<Module | undefined>
  /** It, where it is here already. */
  here(): Module | undefined
}

/** A failure is never thrown: what is missing is told of in its own place, and the rest of the page stays. */
export function onDemand<Module>(load: () => Promise<Module>): OnDemand<Module> {
  let here: Module | undefined
  let coming: Promise<Module | undefined> | undefined
  const arrive = async () => {
    try {
      here = await load()
      return here
    } catch (error) {
      console.warn(error)
      coming = undefined
      return undefined
    }
  }
  return { fetch: () => (coming ??= arrive()), here: () => here }
}

/**
 * The same for what opens over something typed, where the page cannot be loaded anew: a browser remembers for as long as
 * the page lives that a file could not be fetched, so it is asked for only where the server answers.
 */
export const onDemandOver = <Module,>(load: () => Promise<Module>): OnDemand<Module> =>
  onDemand(async () => {
    if (!(await isServerThere())) throw new Error('The server does not answer')
    return load()
  })

const NOT_LOADED = 'This could not be loaded. Make sure you are connected to the internet, then try again.'

type PartProps<Module> = {
  readonly of: OnDemand<Module>
  readonly fallback: ReactNode
  readonly children: (module: Module) => ReactNode
  /** What the failure is shown in, where it has no place of its own. */
  readonly around?: ((failure: ReactNode) => ReactNode) | undefined
}

/** Shows what is made of a module once it is here. Where it cannot be had its place says so, and offers to try again. */
export function Part<Module>({ of, fallback, children, around }: PartProps<Module>) {
  // Kept outside of the boundary: what waits inside of it forgets its state.
  const [coming, setComing] = useState(() => of.fetch())
  const retry = async () => {
    const again = of.fetch()
    // The server is there, and the browser only remembers the failure: a new page does not.
    if ((await again) === undefined && (await isServerThere())) window.location.reload()
    setComing(again)
  }
  return (
    <Suspense fallback={fallback}>
      <Awaited of={of} coming={coming} around={around} onRetry={retry}>
        {children}
      </Awaited>
    </Suspense>
  )
}

type AwaitedProps<Module> = Omit<PartProps<Module>, 'fallback'> & {
  readonly coming: Promise<Module | undefined>
  readonly onRetry: () => unknown
}

function Awaited<Module>({ of, children, around, coming, onRetry }: AwaitedProps<Module>) {
  const module = of.here() ?? use(coming)
  const isMissing = module === undefined
  useEffect(() => {
    if (isMissing) void loadRenewed()
  }, [isMissing])
  if (module !== undefined) return children(module)
  const failure = <ErrorState error={new ApiError(0, NOT_LOADED)} onRetry={onRetry} />
  return around ? around(failure) : failure
}
