import fastify, { type RouteOptions } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '#api/context.ts'
import { endpoints } from '#api/endpoints.ts'
import type { CallLimit } from '#api/limits/call-limits.ts'
import type { RoutePermission, RouteScope } from '#api/route-config.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** A route of the API as it is declared, with the schemas of what it takes and gives. */
export type Operation = {
  readonly method: (typeof METHODS)[number]
  /** With its parameters: `/api/transactions/:id`. */
  readonly url: string
  readonly permission: RoutePermission | undefined
  readonly scope: RouteScope | undefined
  readonly idempotency: 'by content' | 'none' | undefined
  /** What its calls are counted under. */
  readonly limit: CallLimit | undefined
  /** The names that its query may have. */
  readonly queryNames: readonly string[]
  readonly params?: z.ZodType
  readonly querystring?: z.ZodType
  readonly body?: z.ZodType
  /** Of an answer with 200; a download has none. */
  readonly answer?: z.ZodType
  readonly takesFile: boolean
}

export const nameOf = ({ method, url }: Pick<Operation, 'method' | 'url'>): string => `${method} ${url}`

/** Every route of the API's table of contents, as the endpoints themselves declare it. */
export async function operationsOf(context: AppContext): Promise<readonly Operation[]> {
  const declared: RouteOptions[] = []
  const app = fastify({ exposeHeadRoutes: false })
  app.decorate('context', context)
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onRoute', (route) => void declared.push(route))
  for (const endpoint of endpoints) await app.register(endpoint)
  await app.ready()
  await app.close()
  return declared.flatMap((route) => [route.method].flat().map((method) => operationOf(method, route)))
}

function operationOf(name: string, { url, config, schema }: RouteOptions): Operation {
  const method = METHODS.find((one) => one === name)
  if (method === undefined) throw new Error(`A method that no endpoint should have: ${name}`)
  const { params, querystring, body, response, consumes = [] } = schema ?? {}
  return {
    method,
    url,
    permission: config?.permission,
    scope: config?.scope,
    idempotency: config?.idempotency,
    limit: config?.limit,
    queryNames: querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [],
    takesFile: consumes.includes('multipart/form-data'),
    ...(params instanceof z.ZodType ? { params } : {}),
    ...(querystring instanceof z.ZodType ? { querystring } : {}),
    ...(body instanceof z.ZodType ? { body } : {}),
    ...answerIn(response),
  }
}

function answerIn(response: unknown): { readonly answer?: z.ZodType } {
  const answer: unknown = typeof response === 'object' && response !== null ? Reflect.get(response, '200') : undefined
  return answer instanceof z.ZodType ? { answer } : {}
}
