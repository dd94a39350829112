import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { shownLess } from '#api/contracts/shown-less.ts'
import { showFailure, showToast } from '#web/ui/toasts.tsx'
import { DONE_BEFORE, isRepeated } from './answered-before.ts'
import { ApiError, mayBeSaved, NETWORK_MESSAGES } from './api-error.ts'
import { keepWritten } from './just-written.ts'
import { type OpenSubmits, submitsOfTab } from './open-submits.ts'
import { inputText, newKey, withRetries } from './submitting.ts'

type CommandOptions<Input, Output> = {
  /** Sends it; pass `key` on as the idempotency key. */
  readonly run: (input: Input, key: string) => Promise<Output>
  /** The spec's text, shown for 5 seconds. */
  readonly success?: string | ((output: Output, input: Input) => string)
  /** How long (ms) it is shown where the spec says less. */
  readonly successStaysMs?: number | undefined
  readonly onDone?: (output: Output, input: Input) => void
  /** True when the caller shows the error itself (a dialog, a form). Otherwise it becomes a lasting toast. */
  readonly quiet?: boolean
  /** What kind of submit it is, where doing it twice would count twice: its open keys are kept in the tab by this name. */
  readonly keptAs?: string
  /** True for what saves nothing that could be saved twice. */
  readonly savesNothing?: boolean
}

/** Said on leaving a command whose end is not known. */
const LOOK_FIRST = 'It may have been done. Check here before you do it again.'

/**
 * One command of the API: locked while it runs, one idempotency key per submit; the same input sent again after an
 * uncertain end keeps its key. It is said to be done at once. Behind that everything that is on the screen is read again,
 * and the rest when it is next shown, so that nobody need know what a command changes.
 */
export function useCommand<Input, Output>(options: CommandOptions<Input, Output>) {
  const client = useQueryClient()
  const { keptAs } = options
  const [open] = useState<OpenSubmits>(() => (keptAs === undefined ? new Map<string, string>() : submitsOfTab(keptAs)))
  const running = useRef(false)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<ApiError>()

  async function submit(input: Input): Promise<Output | undefined> {
    if (running.current) return undefined
    running.current = true
    setRunning(true)
    setError(undefined)
    const text = inputText(input)
    const sentBefore = open.get(text)
    const key = sentBefore ?? newKey()
    open.set(text, key)
    try {
      const output = await withRetries(() => options.run(input, key))
      open.delete(text)
      if (!options.savesNothing) void client.invalidateQueries()
      const { success, successStaysMs: staysMs } = options
      if (success !== undefined)
        showToast('success', typeof success === 'string' ? success : success(output, input), { staysMs })
      if (sentBefore !== undefined && isRepeated(output)) showToast('notice', DONE_BEFORE)
      const less = shownLess(output)
      if (less !== undefined) {
        keepWritten(output)
        showToast('notice', less)
      }
      options.onDone?.(output, input)
      return output
    } catch (cause) {
      const refusal = cause instanceof ApiError ? cause : new ApiError(0, NETWORK_MESSAGES.write)
      if (!(cause instanceof ApiError)) console.error(cause)
      if (refusal.isSettled) open.delete(text)
      const failure = options.savesNothing ? refusal : mayBeSaved(refusal)
      setError(failure)
      if (!options.quiet) showFailure(failure)
      return undefined
    } finally {
      running.current = false
      setRunning(false)
    }
  }
  /** For whoever closes the place that shows the error: what may have been done is read again, and that is said. */
  function leave() {
    if (error?.isUncertain && !options.savesNothing) {
      void client.invalidateQueries()
      showToast('notice', LOOK_FIRST)
    }
    setError(undefined)
  }
  return { submit, isRunning, error, clearError: () => setError(undefined), leave }
}
