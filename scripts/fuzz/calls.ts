import fc from 'fast-check'
import { brokenOf } from './broken.ts'
import { FILES } from './files.ts'
import { HOSTILE_BODIES, hostileOf, hostileText, type RawBody } from './hostile.ts'
import { inputSchemaOf } from './json-schema.ts'
import { type Operation } from './operations.ts'
import { type Known, valuesOf } from './valid.ts'

/** How a call is meant: as the schema has it, with one rule broken, or to do harm. */
export type Intent = 'valid' | 'broken' | 'hostile'

/** A call as it goes over the wire. */
export type Call = {
  readonly intent: Intent
  /** Who makes it, where it is about what belongs to one person. */
  readonly by?: string
  readonly method: string
  readonly path: string
  /** Of the browser, where it must have shown something before. */
  readonly cookie?: string
  readonly body?: RawBody
}

const NOTHING = { type: 'object', properties: {}, required: [] } as const
type Fields = Readonly<Record<string, unknown>>

/** What a call names that is there, and belongs to who makes it: what one operation is about, got by others before it. */
export type Aim = {
  readonly by?: string
  readonly params?: Fields
  readonly querystring?: Fields
  readonly body?: Fields
  readonly cookie?: string
}

/** Calls of one operation: two in seven valid, three with a rule broken, two hostile (reliability: fuzzing). */
export function callsOf(operation: Operation, known: Known, aims: readonly Aim[]): fc.Arbitrary<Call> {
  return fc.oneof(
    { weight: 2, arbitrary: callsWith(operation, known, aims, 'valid') },
    { weight: 3, arbitrary: callsWith(operation, known, aims, 'broken') },
    { weight: 2, arbitrary: callsWith(operation, known, aims, 'hostile') },
  )
}

function callsWith(operation: Operation, known: Known, aims: readonly Aim[], intent: Intent): fc.Arbitrary<Call> {
  const { method, url } = operation
  const parts = (['params', 'querystring', 'body'] as const).map((part) => {
    const schema = operation[part]
    return schema === undefined ? NOTHING : inputSchemaOf(schema)
  })
  const [params = NOTHING, query = NOTHING, body = NOTHING] = parts
  const valid = [params, query, body].map((schema) => valuesOf(schema, known) as fc.Arbitrary<Fields>)
  const spoilt = [params, query, body].map((schema) =>
    intent === 'broken' ? brokenOf(schema, known) : hostileOf(schema, known),
  ) as fc.Arbitrary<unknown>[]
  const takesBody = method !== 'GET'
  const where = fc.constantFrom(0, 1, ...(takesBody ? [2, 2, 2] : []))
  const rawBody = rawBodies(operation, intent)
  // Half of them find what they are about, whatever is wrong with the rest of them.
  const aim: fc.Arbitrary<Aim | null> =
    aims.length === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...aims), { freq: 2 })
  return fc
    .tuple(fc.tuple(...valid), fc.tuple(...spoilt), where, rawBody, hostileText, aim)
    .map(([values, wrong, at, replaced, text, aimed]) => {
      const found = aimed === null ? values : [aimed.params ?? {}, aimed.querystring ?? {}, aimed.body ?? {}]
      const [inPath, inQuery, inBody] = found.map((value, part) =>
        intent !== 'valid' && part === at ? wrong[part] : value,
      )
      const names = intent === 'hostile' && at === 0 && replaced === null ? text : undefined
      const json = { type: 'application/json', bytes: Buffer.from(JSON.stringify(inBody)) }
      const sent = replaced ?? (takesBody ? json : undefined)
      return {
        intent,
        ...(aimed?.by === undefined ? {} : { by: aimed.by }),
        ...(aimed?.cookie === undefined ? {} : { cookie: aimed.cookie }),
        method,
        path: `${pathOf(url, inPath, names)}${queryOf(inQuery)}`,
        ...(sent === undefined ? {} : { body: sent }),
      }
    })
}

/** Bodies that are no JSON: files where a file is wanted, nonsense where harm is meant. */
function rawBodies({ method, takesFile }: Operation, intent: Intent): fc.Arbitrary<RawBody | null> {
  if (intent === 'hostile' && method !== 'GET') return fc.option(fc.constantFrom(...HOSTILE_BODIES), { freq: 2 })
  return takesFile && intent === 'valid' ? fc.constantFrom(...FILES) : fc.constant(null)
}

function pathOf(url: string, params: unknown, hostile: string | undefined): string {
  const fields = Object(params) as Fields
  return url.replaceAll(/:(\w+)/g, (_, name: string) => encoded(hostile ?? plain(fields[name] ?? 'missing')) || '%20')
}

function queryOf(query: unknown): string {
  const pairs = Object.entries(Object(query) as Fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value.slice(0, 50) : [value]).map(
      (one: unknown) => `${encoded(name)}=${encoded(plain(one))}`,
    ),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'))

/** Percent-encoded, half surrogate pairs included: as their three bytes, which is no UTF-8. */
const encoded = (text: string): string =>
  text
    .split(/(\p{Surrogate})/u)
    .map((part) => (part.isWellFormed() ? encodeURIComponent(part) : '%ED%A0%80'))
    .join('')
