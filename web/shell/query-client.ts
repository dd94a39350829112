import { QueryClient } from '@tanstack/react-query'
import { ApiError, NoAnswer } from './api-error.ts'
import { currentToken, onSessionChange } from './session.ts'

/** Reads are tried again with growing pauses when no answer or a broken one came; refusals are not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      networkMode: 'always',
      retry: (failures, error) =>
        error instanceof ApiError && error.isUncertain && !(error instanceof NoAnswer) && failures < 3,
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 8_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

// Nothing that one person read may be shown to the next.
onSessionChange(() => {
  if (currentToken() === undefined) queryClient.clear()
})
