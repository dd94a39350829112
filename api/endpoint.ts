import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** One route, or a list with its totals and CSV: what a file of an endpoint gives. */
export type Endpoint = FastifyPluginAsync | FastifyPluginAsyncZod

/** What holds for everything that is registered beside it. */
const OF_A_SCOPE = ['addHook', 'decorate', 'decorateRequest', 'decorateReply', 'addContentTypeParser'] as const
const SET_FOR_A_SCOPE = [
  'setErrorHandler',
  'setValidatorCompiler',
  'setSerializerCompiler',
  'setSchemaController',
] as const

/**
 * All endpoints in one scope, as making one for each takes longer than making their routes. What is said for a scope would be
 * said for all of them, so it throws here: who needs that registers a scope (`app.register`).
 */
export const inOneScope =
  (endpoints: readonly Endpoint[]): FastifyPluginAsync =>
  async (app) => {
    const refused = (name: string) => () => {
      throw new Error(`${name} would hold for every endpoint: register a scope for it`)
    }
    const names = [...OF_A_SCOPE, ...SET_FOR_A_SCOPE]
    const own = Object.create(app, Object.fromEntries(names.map((name) => [name, { value: refused(name) }])))
    for (const endpoint of endpoints) await endpoint(own as FastifyInstance & never, {})
  }
