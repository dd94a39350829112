import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
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

let coming = 0
const hearing = new Set<() => void>()
const count = (by: 1 | -1) => {
  coming += by
  for (const hear of hearing) hear()
}
const hearOf = (hear: () => void) => {
  hearing.add(hear)
  return () => void hearing.delete(hear)
}

/** Whether any code is under way. */
export const useIsPartComing = (): boolean => useSyncExternalStore(hearOf, () => coming > 0)

/** A failure is never thrown: what is missing is told of in its own place, and the rest of the page stays. */
export function onDemand<Module>(load: () => Promise<Module>): OnDemand<Module> {
  let here: Module | undefined
  let arriving: Promise<Module | undefined> | undefined
  const arrive = async () => {
    count(1)
    try {
      here = await load()
      return here
    } catch (error) {
      console.warn(error)
      arriving = undefined
      return undefined
    } finally {
      count(-1)
    }
  }
  return { fetch: () => (arriving ??= arrive()), here: () => here }
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
  // What is here already is shown at once; no Suspense, whose way back from a failure is to render the page anew.
  const [state, setState] = useState<'coming' | 'come' | 'missing'>(of.here() === undefined ? 'coming' : 'come')
  useEffect(() => {
    if (state !== 'coming') return
    let isGone = false
    void of.fetch().then((module) => {
      if (!isGone) setState(module === undefined ? 'missing' : 'come')
    })
    return () => {
      isGone = true
    }
  }, [of, state])
  useEffect(() => {
    if (state === 'missing') void loadRenewed()
  }, [state])
  const retry = async () => {
    const module = await of.fetch()
    // The server is there, and the browser only remembers the failure: a new page does not.
    if (module === undefined && (await isServerThere())) window.location.reload()
    if (module !== undefined) setState('come')
  }
  const module = of.here()
  if (module !== undefined) return children(module)
  if (state !== 'missing') return fallback
  const failure = <ErrorState error={new ApiError(0, NOT_LOADED)} onRetry={retry} />
  return around ? around(failure) : failure
}
