import type { output, ZodType } from 'zod'
import { keepRepeated } from './answered-before.ts'
import { ApiError, errorFrom, NETWORK_MESSAGES, NoAnswer } from './api-error.ts'
import { takeAsked } from './asked-first.ts'
import { isJustWritten, NOT_SHOWN_YET } from './just-written.ts'
import { hearLostRight } from './lost-right.ts'
import { type Params, withParams } from './params.ts'
import { hearReadOnly } from './read-only.ts'
import { currentToken, forgetSession } from './session.ts'

type Options = { readonly params?: Params; readonly signal?: AbortSignal }

/** One request with the session's token; a 401 ends the session. Refuses with an ApiError. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  const token = currentToken()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const isWrite = init.method !== undefined && init.method !== 'GET'
  let response: Response
  try {
    response = await ((isWrite ? undefined : takeAsked(path, token)) ?? fetch(path, { ...init, headers }))
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, NETWORK_MESSAGES[isWrite ? 'write' : 'read'])
  }
  return heard(path, response, token, isWrite)
}

/** What every answer is heard for: what it says of the portal, that a session or a right ended, and a refusal, which is thrown. */
async function heard(path: string, response: Response, token: string | undefined, isWrite: boolean): Promise<Response> {
  hearReadOnly(response.headers)
  if (response.ok) return response
  // A late 401 of an older session must not end the one that replaced it.
  if (response.status === 401 && token !== undefined && token === currentToken()) forgetSession('refused')
  if (response.status === 403) hearLostRight(path)
  const body: unknown = await response.json().catch(() => undefined)
  if (response.status === 404 && !isWrite && isJustWritten(path))
    throw new ApiError(404, NOT_SHOWN_YET, {}, undefined, undefined, true)
  throw errorFrom(response.status, body, response.headers, isWrite)
}

// The server checks its own answers; here their contracts are types alone, so that no screen carries a schema for them.
async function read<A extends ZodType>(response: Response, kind: keyof typeof NETWORK_MESSAGES): Promise<output<A>> {
  try {
    return (response.status === 204 ? undefined : await response.json()) as output<A>
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    // An answer that breaks off is none.
    throw new ApiError(0, NETWORK_MESSAGES[kind])
  }
}

/** Twice what the server takes before it says that it cannot answer (api/plugins/waiting.ts, api/limits/lanes.ts). */
const LONGEST_READ_MS = 60_000

/** Asks for something to read; whoever waits for it is told after a minute that no answer comes. `left` ends it too. */
function inTime<T>(left: AbortSignal | undefined, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const asked = new AbortController()
  const leave = () => asked.abort()
  if (left?.aborted) leave()
  left?.addEventListener('abort', leave)
  return new Promise<T>((resolve, reject) => {
    const tooLate = setTimeout(() => {
      reject(new NoAnswer())
      leave()
    }, LONGEST_READ_MS)
    const end = () => {
      clearTimeout(tooLate)
      left?.removeEventListener('abort', leave)
    }
    ask(asked.signal).finally(end).then(resolve, reject)
  })
}

async function write<A extends ZodType>(method: string, path: string, body: unknown, key: string): Promise<output<A>> {
  const isForm = body instanceof FormData
  const headers: Record<string, string> = { 'idempotency-key': key }
  if (!isForm) headers['content-type'] = 'application/json'
  const response = await send(path, { method, headers, body: isForm ? body : JSON.stringify(body ?? {}) })
  const answer = await read<A>(response, 'write')
  if (response.headers.has('idempotency-hit')) keepRepeated(answer)
  return answer
}

const headersIn = (lines: string) =>
  lines
    .split('\r\n')
    .filter((line) => line.includes(': '))
    .map((line): [string, string] => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)])

/** How a file is sent: `onProgress` is told how much of it has left, from 0 to 1; `signal` ends it. */
type Sending = { readonly onProgress: (part: number) => void; readonly signal: AbortSignal }

/** The same for a file, whose way can be told (`fetch` tells nothing of it). Refuses with an ApiError too. */
async function sendFile<A extends ZodType>(path: string, form: FormData, key: string, sending: Sending) {
  sending.signal.throwIfAborted()
  const token = currentToken()
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('idempotency-key', key)
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) sending.onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const { responseText, status } = request
      resolve(new Response(responseText, { status, headers: headersIn(request.getAllResponseHeaders()) }))
    })
    request.addEventListener('error', () => reject(new ApiError(0, NETWORK_MESSAGES.write)))
    request.addEventListener('abort', () => reject(new DOMException('Left', 'AbortError')))
    sending.signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
  return read<A>(await heard(path, response, token, true), 'write')
}

/**
 * The one way to the API. The type argument is the contract of the answer (`typeof Done`); `key` the idempotency key of
 * one submit, the same on each retry of it (useCommand makes it). All refuse with an ApiError.
 */
export const api = {
  get: <A extends ZodType>(path: string, { params, signal }: Options = {}) =>
    inTime(signal, async (asked) => read<A>(await send(withParams(path, params), { signal: asked }), 'read')),
  post: <A extends ZodType>(path: string, body: unknown, key: string) => write<A>('POST', path, body, key),
  file: sendFile,
  put: <A extends ZodType>(path: string, body: unknown, key: string) => write<A>('PUT', path, body, key),
  patch: <A extends ZodType>(path: string, body: unknown, key: string) => write<A>('PATCH', path, body, key),
  delete: <A extends ZodType>(path: string, key: string) => write<A>('DELETE', path, undefined, key),
}
