import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { version } from '#api/version.ts'

/** OpenAPI of every endpoint from its own schemas: `GET /api/openapi.json`, readable at `/api/docs`. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Cancer Health Fund',
        version,
        description: 'Amounts are naira as text with two decimals. Errors are {message, errors}. Lists page by key.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: (input) => {
      const transformed = jsonSchemaTransform(input)
      const { permission, scope } = input.route.config ?? {}
      const needs = Array.isArray(permission) ? permission.join(' or ') : String(permission ?? 'public')
      return {
        ...transformed,
        schema: { ...transformed.schema, description: `Permission: ${needs}. Scope: ${scope ?? 'none'}.` },
      }
    },
  })
  app.route({
    method: 'GET',
    url: '/api/openapi.json',
    config: { permission: 'public', scope: 'none', shows: [] },
    schema: { hide: true },
    handler: async () => app.swagger(),
  })
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'public', scope: 'none', shows: [] }
    })
    await docs.register(swaggerUi, { routePrefix: '/api/docs' })
  })
}
