import { ApiError } from './api-error.ts'

const PAUSES = [800, 2_500]

/** Repeats a write whose end is uncertain; safe only because each try carries the same idempotency key. */
export async function withRetries<T>(run: () => Promise<T>, pauses: readonly number[] = PAUSES): Promise<T> {
  for (const pause of pauses) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 0)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return run()
}

/** A random UUID, also where the page is not served over TLS (crypto.randomUUID is missing there). */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte
    return marked.toString(16).padStart(2, '0')
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** What makes two submits the same: the input as text; of a file its name, size and time. */
export function inputText(input: unknown): string {
  if (!(input instanceof FormData)) return JSON.stringify(input)
  const told = (value: FormDataEntryValue) =>
    typeof value === 'string' ? value : [value.name, value.size, value.lastModified]
  return JSON.stringify(Array.from(input.entries(), ([name, value]) => [name, told(value)]))
}
