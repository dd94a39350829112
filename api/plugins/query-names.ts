import type { FastifyInstance, RouteOptions } from 'fastify'
import { z } from 'zod'
import { HttpError } from '#api/http-error.ts'

const NOTHING = z.strictObject({})
/** The ways of asking for the past (architecture.md, As of). */
const MOMENTS: ReadonlySet<string> = new Set(['as_of', 'as_of_position', 'at'])
/** Where a list goes on. */
const CURSOR = 'after'

/**
 * No name in a query is ever ignored: 422, naming it. Whoever asks a page that has no past for it would else be given
 * today's figures for an answer (architecture.md, As of), and of a name that is given twice, or in two spellings, one
 * value would be taken and the other not. A route without a query schema takes no query at all; one whose schema is not
 * strict stops the boot.
 *
 * A filter without a value is none: the spec's forms send every field, and a list of hospital '' would be empty. Not so a
 * moment or a cursor: an empty one is a mistake of whoever asks, who would else be given today, or the first page again.
 */
export function refuseUnknownQueries(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const querystring = strictSchema(route)
    route.schema = { ...route.schema, querystring }
    route.config = { ...route.config, queryNames: new Set(Object.keys(querystring.shape)) }
  })
  app.addHook('preValidation', async ({ query, routeOptions }) => {
    const { queryNames } = routeOptions.config
    if (queryNames === undefined) return // Nothing answers here: not found.
    const given = Object.entries(Object(query) as Record<string, unknown>)
    const mistakes = given.flatMap(([name, value]): [string, string][] => {
      if (!queryNames.has(name)) return [[name, MOMENTS.has(name) ? NO_PAST : `${name} is not a filter here`]]
      if (Array.isArray(value)) return [[name, `Give ${name} once`]]
      if (isLeftOpen(name, value)) return []
      if (value === '') return [[name, `${name} has no value. Give it one or leave it out.`]]
      const other = given.find(
        ([one, said]) => one !== name && said !== value && plainName(one) === plainName(name) && !isLeftOpen(one, said),
      )
      return other === undefined ? [] : [[name, `${name} and ${other[0]} are one filter with two values`]]
    })
    if (mistakes.length === 0) {
      for (const [name, value] of given) if (isLeftOpen(name, value)) Reflect.deleteProperty(Object(query), name)
      return
    }
    const texts = new Set(mistakes.map(([, text]) => text))
    throw new HttpError(422, [...texts].join(' | '), Object.fromEntries(mistakes.map(([name, text]) => [name, [text]])))
  })
}

const isLeftOpen = (name: string, value: unknown) => value === '' && name !== CURSOR && !MOMENTS.has(name)

/** What two spellings of one name have in common: `start_date` and `startDate`. */
export const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase()

const NO_PAST = 'This cannot be shown for a past date'

function strictSchema({ method, url, schema }: RouteOptions): z.ZodObject {
  const querystring = schema?.querystring ?? NOTHING
  if (querystring instanceof z.ZodObject && querystring.def.catchall instanceof z.ZodNever) return querystring
  throw new Error(`${String(method)} ${url} would ignore unknown names in a query: its schema must be a strict object`)
}
