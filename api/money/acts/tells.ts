import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#api/context.ts'
import type { ActsOf, WhyNotBody } from '#api/money/contracts/why-not.ts'

/** Tells of records, by id or number, what the caller may do with each. */
export type Tells = (
  context: AppContext,
  request: FastifyRequest,
  ids: readonly string[],
  asked: WhyNotBody,
) => Promise<readonly ActsOf[]>
