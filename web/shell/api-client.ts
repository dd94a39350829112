import type { ZodType } from 'zod'
import { ApiError, errorFrom, NETWORK_MESSAGES } from './api-error.ts'
import { type Params, withParams } from './params.ts'
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
    response = await fetch(path, { ...init, headers })
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, NETWORK_MESSAGES[isWrite ? 'write' : 'read'])
  }
  if (response.ok) return response
  // A late 401 of an older session must not end the one that replaced it.
  if (response.status === 401 && token !== undefined && token === currentToken()) forgetSession()
  const body: unknown = await response.json().catch(() => undefined)
  throw errorFrom(response.status, body, response.headers.get('x-correlation-id') ?? undefined, isWrite)
}

async function read<T>(response: Response, schema: ZodType<T>): Promise<T> {
  const body: unknown = response.status === 204 ? undefined : await response.json()
  // The server already validates its answers; the browser checks them again only while we develop.
  return import.meta.env.DEV ? schema.parse(body) : (body as T)
}

async function write<T>(method: string, path: string, schema: ZodType<T>, body: unknown, key: string): Promise<T> {
  const isForm = body instanceof FormData
  const headers: Record<string, string> = { 'idempotency-key': key }
  if (!isForm) headers['content-type'] = 'application/json'
  return read(await send(path, { method, headers, body: isForm ? body : JSON.stringify(body ?? {}) }), schema)
}

/**
 * The one way to the API. `schema` is the contract of the answer; `key` the idempotency key of one submit, the same on
 * each retry of it (useCommand makes it). All refuse with an ApiError.
 */
export const api = {
  get: async <T>(path: string, schema: ZodType<T>, { params, signal }: Options = {}) =>
    read(await send(withParams(path, params), signal ? { signal } : {}), schema),
  post: <T>(path: string, schema: ZodType<T>, body: unknown, key: string) => write('POST', path, schema, body, key),
  put: <T>(path: string, schema: ZodType<T>, body: unknown, key: string) => write('PUT', path, schema, body, key),
  patch: <T>(path: string, schema: ZodType<T>, body: unknown, key: string) => write('PATCH', path, schema, body, key),
  delete: <T>(path: string, schema: ZodType<T>, key: string) => write('DELETE', path, schema, undefined, key),
}
