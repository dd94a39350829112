import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { shownLess } from '#api/contracts/done.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { ApiError, NETWORK_MESSAGES } from './api-error.ts'
import { keepWritten } from './just-written.ts'
import { inputText, newKey, withRetries } from './submitting.ts'

type CommandOptions<Input, Output> = {
  /** Sends it; pass `key` on as the idempotency key. */
  readonly run: (input: Input, key: string) => Promise<Output>
  /** The spec's text, shown for 5 seconds. */
  readonly success?: string | ((output: Output, input: Input) => string)
  /** Query keys to read again; those that begin with one of them are meant too. */
  readonly invalidate?: readonly QueryKey[]
  readonly onDone?: (output: Output, input: Input) => void
  /** True when the caller shows the error itself (a dialog, a form). Otherwise it becomes a lasting toast. */
  readonly quiet?: boolean
}

/** A submit under way: the same input sent again after an uncertain end keeps its key. */
type Attempt = { readonly input: string; readonly key: string }

/** One command of the API: locked while it runs, one idempotency key per submit, the queries it changed read again. */
export function useCommand<Input, Output>(options: CommandOptions<Input, Output>) {
  const client = useQueryClient()
  const attempt = useRef<Attempt | undefined>(undefined)
  const running = useRef(false)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<ApiError>()

  async function submit(input: Input): Promise<Output | undefined> {
    if (running.current) return undefined
    running.current = true
    setRunning(true)
    setError(undefined)
    const text = inputText(input)
    attempt.current = attempt.current?.input === text ? attempt.current : { input: text, key: newKey() }
    const { key } = attempt.current
    try {
      const output = await withRetries(() => options.run(input, key))
      attempt.current = undefined
      await Promise.all((options.invalidate ?? []).map((queryKey) => client.invalidateQueries({ queryKey })))
      const { success } = options
      if (success !== undefined) showToast('success', typeof success === 'string' ? success : success(output, input))
      const less = shownLess(output)
      if (less !== undefined) {
        keepWritten(output)
        showToast('notice', less)
      }
      options.onDone?.(output, input)
      return output
    } catch (cause) {
      const failure = cause instanceof ApiError ? cause : new ApiError(0, NETWORK_MESSAGES.write)
      if (!(cause instanceof ApiError)) console.error(cause)
      if (!failure.isUncertain) attempt.current = undefined
      setError(failure)
      if (!options.quiet) showToast('error', failure.message, failure.correlationId)
      return undefined
    } finally {
      running.current = false
      setRunning(false)
    }
  }
  return { submit, isRunning, error, clearError: () => setError(undefined) }
}
