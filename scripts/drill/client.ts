/** One HTTP request of one person. */
export type Request = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: object
  readonly timeoutMs: number
}

/** What came back; `lost` when nobody knows whether the request was carried out. */
export type Reply =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown; readonly headers: Headers }
  | { readonly kind: 'lost'; readonly why: string }

export async function send(port: number, { method, path, headers, body, timeoutMs }: Request): Promise<Reply> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { kind: 'answer', status: answer.status, body: text === '' ? {} : JSON.parse(text), headers: answer.headers }
  } catch (error) {
    return { kind: 'lost', why: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error.message
}
