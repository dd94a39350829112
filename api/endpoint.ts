import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** One route, or a list with its totals and CSV: what a file of an endpoint gives. */
export type Endpoint = FastifyPluginAsync | FastifyPluginAsyncZod
