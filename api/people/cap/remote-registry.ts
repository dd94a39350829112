import { z } from 'zod'
import { jsonIn } from '#domain/kernel/json.ts'
import { CapPatient } from '#api/people/contracts/enrolment.ts'
import { CapFailed, type CapRegistry } from './cap-registry.ts'

/** How long (ms) CAP may take for one answer: somebody waits before the form. */
const PATIENCE_MS = 4_000
/** A patient's record is a few hundred. */
const LONGEST_ANSWER = 64 * 1024
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** An account names itself, whatever else it says. */
const Account = z.object({ id: z.string().max(100) })

/** Undefined when CAP may be asked there; else what is wrong with it. To this very machine alone it may be in the clear. */
export function wrongCapUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return 'is no address: give one that begins with https://'
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    return 'must begin with https://: what CAP knows of patients would cross the network in the clear'
  if (url.search !== '' || url.hash !== '') return 'takes no query'
  return undefined
}

/**
 * CAP over HTTP: `GET /patient/{id}` and `GET /api/user/{id}` below the address (spec, E075 and E098); a user and a password
 * in the address are sent as basic authorization. Whatever comes back is read to 64 KB, for four seconds, from nowhere else.
 */
export function remoteRegistry(address: string, patience = PATIENCE_MS): CapRegistry {
  const url = new URL(address)
  const said = [url.username, url.password].map(decodeURIComponent).join(':')
  const authorization = said === ':' ? undefined : `Basic ${Buffer.from(said).toString('base64')}`
  const base = `${url.origin}${url.pathname.replace(/\/$/, '')}`

  async function ask<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const { status, text } = await fetched(`${base}${path}`, authorization, patience)
    if (status === 404) return undefined
    if (status >= 500 || status === 429) throw new CapFailed('away', `it answers ${status}`)
    if (status !== 200) throw new CapFailed('senseless', `it answers ${status}`)
    const read = schema.safeParse(recordIn(text))
    // What it says is not told on: it may be about anybody.
    if (!read.success) throw new CapFailed('senseless', 'its answer is none of those that were agreed on')
    return read.data
  }

  return {
    patient: (id) => ask(`/patient/${encodeURIComponent(id)}`, CapPatient),
    hasAccount: async (id) => {
      const account = await ask(`/api/user/${encodeURIComponent(id)}`, Account)
      return account?.id === id
    },
  }
}

/** A record by itself, or as `data`: numbers as text, the day of an instant, '' for what it leaves out. */
function recordIn(text: string): unknown {
  const said: unknown = jsonIn(text)
  const { data = said } = Object(said) as { readonly data?: unknown }
  const record = Object(data) as Readonly<Record<string, unknown>>
  const asText = (name: string) => {
    const value = record[name] ?? ''
    return typeof value === 'number' ? String(value) : value
  }
  const { dateOfBirth: born } = record
  const named = Object.keys(CapPatient.shape).map((name) => [name, asText(name)])
  return {
    ...Object.fromEntries(named),
    id: asText('id'),
    dateOfBirth: typeof born === 'string' ? born.slice(0, 10) : '',
  }
}

async function fetched(url: string, authorization: string | undefined, patience: number) {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json', ...(authorization === undefined ? {} : { authorization }) },
      redirect: 'error', // neither the patient nor the password is anybody else's business
      signal: AbortSignal.timeout(patience),
    })
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of answer.body ?? []) {
      size += piece.length
      if (size > LONGEST_ANSWER) throw new CapFailed('senseless', 'its answer is too long')
      pieces.push(Buffer.from(piece))
    }
    return { status: answer.status, text: Buffer.concat(pieces).toString() }
  } catch (error) {
    if (error instanceof CapFailed) throw error
    throw new CapFailed('away', error instanceof Error ? error.name : 'no answer')
  }
}
