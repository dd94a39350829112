import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { aboutPermission } from '#domain/kernel/permissions.ts'
import type { RoutePermission } from '#api/route-config.ts'
import { version } from '#api/version.ts'

/** Who may call, with what a permission is for. */
function neededFor(permission: RoutePermission): string {
  if (permission === 'public' || permission === 'signed-in') return permission
  const permissions = typeof permission === 'string' ? [permission] : permission
  return permissions.map((one) => `${one} (may ${aboutPermission(one).does})`).join(' or ')
}

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
      const needs = neededFor(permission ?? 'public')
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
    compress: false,
    schema: { hide: true },
    handler: sendDescription(app),
  })
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'public', scope: 'none', shows: [] }
      if (route.url === '/api/docs/json') Object.assign(route, { handler: sendDescription(app), compress: false })
    })
    await docs.register(swaggerUi, { routePrefix: '/api/docs' })
  })
}

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Half a megabyte that anybody may ask for: made into bytes once, and sent as it lies there. */
function sendDescription(app: FastifyInstance) {
  let made: { readonly etag: string; readonly plain: Buffer; readonly br: Buffer; readonly gzip: Buffer } | undefined
  function description() {
    if (made !== undefined) return made
    const plain = Buffer.from(JSON.stringify(app.swagger()))
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
    made = { etag, plain, br: brotliCompressSync(plain, QUICK), gzip: gzipSync(plain) }
    return made
  }
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const { etag, ...bytes } = description()
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
    if (headers['if-none-match'] === etag) return reply.status(304).send()
    const encoding = (['br', 'gzip'] as const).find((one) => headers['accept-encoding']?.includes(one))
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.type('application/json; charset=utf-8').send(bytes[encoding ?? 'plain'])
  }
}
