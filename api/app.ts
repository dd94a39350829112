import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import './route-config.ts'
import type { AppContext } from './context.ts'
import { MAX_DOCUMENT_BYTES } from './money/contracts/choices.ts'
import { limitCalls } from './limits/call-limits.ts'
import { boundConnections, mostConnections } from './limits/connections.ts'
import { boundBodies } from './limits/half-sent.ts'
import { asksApi } from './plugins/asked-folder.ts'
import { authorize } from './plugins/auth.ts'
import { compressAnswers } from './plugins/compression.ts'
import { answerBadPath, answerErrors, sendNotFound } from './plugins/errors.ts'
import { checkInput, inputCompiler } from './plugins/input.ts'
import { keepRequests } from './plugins/idempotency.ts'
import { describeApi } from './plugins/openapi.ts'
import { refuseUnknownQueries } from './plugins/query-names.ts'
import { refuseTurnedPeriods } from './plugins/query-periods.ts'
import { refuseWrites } from './plugins/read-only.ts'
import { safeLogger } from './plugins/safe-log.ts'
import { shedLoad } from './plugins/shedding.ts'
import { tellShownUntil } from './plugins/shown-until.ts'
import { answerUnreadable } from './plugins/unreadable-call.ts'
import { boundWaiting } from './plugins/waiting.ts'
import { readableAddress, scriptsOfPage, serveWeb } from './plugins/web.ts'
import { viewMailbox } from './people/mail/view-mailbox.ts'
import { inOneScope } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const MAX_BODY_BYTES = 256 * 1024
/** From people who have not signed in; what is sent in halves stays in memory, on thousands of lines. */
const MAX_PUBLIC_BODY_BYTES = 16 * 1024

/** Builds the API over a context; listens to nothing. Tests inject into what this returns. */
export async function buildApp(
  context: AppContext,
  logger: FastifyServerOptions['logger'] = false,
): Promise<FastifyInstance> {
  const app = fastify({
    logger: safeLogger(logger),
    genReqId: () => randomUUID(),
    // Without a declared proxy `X-Forwarded-For` is what a client made up.
    trustProxy: context.trustProxy === undefined ? false : [...context.trustProxy],
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: 200 },
    // How long a body may take depends on what it is: half-sent.ts.
    requestTimeout: 0,
    // Node looks every thirty seconds by itself, and a header of a minute would go on for one and a half.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    return503OnClosing: true,
    frameworkErrors: answerBadPath,
    clientErrorHandler: answerUnreadable,
    ...(context.webFolder === undefined ? {} : { rewriteUrl: readableAddress }),
    // Said here, as fastify otherwise loads its own first: a tenth of a second of every start. Its types know only those.
    schemaController: {
      compilersFactory: {
        buildValidator: () => inputCompiler as never,
        buildSerializer: () => serializerCompiler as never,
      },
    },
  })
  app.decorate('context', context)
  const halfSent = boundBodies(app.server)
  boundConnections(app.server, { most: mostConnections(), halfSent, tell: (message) => app.log.warn(message) })
  app.addHook('preParsing', async ({ raw, routeOptions }) => {
    if (routeOptions.config.limit === 'upload') halfSent.allow(raw)
  })
  boundWaiting(app)
  app.addHook('onRoute', (route) => {
    if (route.config?.permission === 'public') route.bodyLimit = MAX_PUBLIC_BODY_BYTES
  })
  let isEnding = false
  app.addHook('preClose', async () => {
    isEnding = true
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-correlation-id', request.id)
    // A line that is kept open after its last answer would hold up the end.
    if (isEnding) reply.header('connection', 'close')
    if (asksApi(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  const inPage = context.webFolder === undefined ? [] : await scriptsOfPage(context.webFolder)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inPage],
        // AG Grid and Mantine write style elements and attributes; scripts are the wall against theft.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: context.production,
    // Said to browsers that are no more: each costs a slow line as much as it says.
    ...{
      xDnsPrefetchControl: false,
      xDownloadOptions: false,
      xPermittedCrossDomainPolicies: false,
      xXssProtection: false,
    },
  })
  await compressAnswers(app)
  // All but the file is in memory until the form ends.
  const form = { files: 1, fields: 5, fieldSize: 1024, headerPairs: 20 }
  await app.register(multipart, { limits: { fileSize: MAX_DOCUMENT_BYTES, ...form } })
  answerErrors(app)
  shedLoad(app)
  authorize(app)
  refuseWrites(app)
  limitCalls(app)
  checkInput(app)
  refuseUnknownQueries(app)
  refuseTurnedPeriods(app)
  tellShownUntil(app)
  keepRequests(app)
  await describeApi(app)
  await app.register(inOneScope(endpoints))
  if (context.mailbox !== undefined) await app.register(viewMailbox(context.mailbox))
  if (context.webFolder === undefined) app.setNotFoundHandler(sendNotFound)
  else await serveWeb(app, context.webFolder)
  return app
}
