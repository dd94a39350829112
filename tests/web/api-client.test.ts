import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// The browser's own, which the session asks for when it is first read.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
vi.stubGlobal('window', { addEventListener: () => undefined })
const { api } = await import('#web/shell/api-client.ts')
const { ApiError, NETWORK_MESSAGES } = await import('#web/shell/api-error.ts')
const { queryClient } = await import('#web/shell/query-client.ts')

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.useFakeTimers()
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** How a read under the app's own rules ends, with all its tries, and how often it was asked. */
async function ended(
  answer: (init: RequestInit) => Promise<Response>,
): Promise<{ error?: unknown; afterMs?: number; asked: [string, RequestInit][] }> {
  const asked = vi.fn((_: string, init: RequestInit) => answer(init))
  vi.stubGlobal('fetch', asked)
  const begun = Date.now()
  const end = queryClient
    .fetchQuery({ queryKey: ['it'], queryFn: ({ signal }) => api.get('/api/uimenu', { signal }) })
    .then(() => ({}))
    .catch((error: unknown) => ({ error, afterMs: Date.now() - begun }))
  await vi.runAllTimersAsync()
  return { ...(await end), asked: asked.mock.calls }
}

const never = () => new Promise<never>(() => undefined)
const noAnswer = { name: 'ApiError', status: 0, message: NETWORK_MESSAGES.read }

test('a read that nobody answers ends after a minute, lets go of its line, and is not asked again by itself', async () => {
  const { error, afterMs, asked } = await ended(never)
  expect(error).toMatchObject(noAnswer)
  expect(afterMs).toBe(60_000)
  expect(asked.length).toBe(1)
  expect(asked[0]?.[1].signal?.aborted).toBe(true)
})

test('so does one whose answer begins and never ends', async () => {
  const body = new ReadableStream({ start: (line) => line.enqueue(new TextEncoder().encode('{"data"')) })
  const { error, asked } = await ended(async () => new Response(body))
  expect(error).toMatchObject(noAnswer)
  expect(asked.length).toBe(1)
})

test('so does one that the page asked before the app was here', async () => {
  vi.stubGlobal('window', { chfAsked: { token: undefined, answers: { '/api/uimenu': never() } } })
  const { error, asked } = await ended(async () => Response.json({ data: [] }))
  expect(error).toMatchObject(noAnswer)
  expect(asked.length).toBe(0)
})

test('an answer that breaks off is none: it is asked for again, and then said not to have come', async () => {
  const broken = () => new ReadableStream({ start: (line) => line.error(new TypeError('network error')) })
  const { error, asked } = await ended(async () => new Response(broken()))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject(noAnswer)
  expect(asked.length).toBe(4)
})

test('a read that is answered in time leaves nothing behind', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: [] }))
  expect(await api.get('/api/uimenu')).toEqual({ data: [] })
  expect(vi.getTimerCount()).toBe(0)
})

test('a read that is left is given up at once', async () => {
  const left = new AbortController()
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const end = api.get('/api/uimenu', { signal: left.signal }).catch((error: unknown) => error)
  left.abort()
  expect(await end).toMatchObject({ name: 'AbortError' })
  expect(vi.getTimerCount()).toBe(0)
})
