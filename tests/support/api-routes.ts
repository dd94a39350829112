import type { AppContext } from '../../api/context.ts'
import fastify, { type RouteOptions } from 'fastify'
import { z } from 'zod'
import { endpoints } from '../../api/endpoints.ts'
import type { RoutePermission, RouteScope } from '../../api/route-config.ts'

/** A route of the API as it is declared. */
export type ApiRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its parameters: `/api/transactions/:id`. */
  readonly url: string
  readonly permission: RoutePermission | undefined
  readonly scope: RouteScope | undefined
  /** The names that its query may have. */
  readonly queryNames: readonly string[]
}

/** Every route of the API's table of contents, as the endpoints themselves declare it. */
export async function apiRoutes(context: AppContext): Promise<readonly ApiRoute[]> {
  const declared: RouteOptions[] = []
  const app = fastify({ exposeHeadRoutes: false })
  app.decorate('context', context)
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onRoute', (route) => void declared.push(route))
  for (const endpoint of endpoints) await app.register(endpoint)
  await app.ready()
  await app.close()
  return declared.flatMap(({ method, url, config, schema }) =>
    [method].flat().map((one) => ({
      method: methodOf(one),
      url,
      permission: config?.permission,
      scope: config?.scope,
      queryNames: schema?.querystring instanceof z.ZodObject ? Object.keys(schema.querystring.shape) : [],
    })),
  )
}

function methodOf(method: string): ApiRoute['method'] {
  const known = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((one) => one === method)
  if (known === undefined) throw new Error(`A method that no endpoint should have: ${method}`)
  return known
}
