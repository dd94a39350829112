import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendNotFound } from './errors.ts'

const YEAR_S = 31_536_000

/** Serves the built web app: precompressed files for a year (their names hold their hash), index.html fresh each time. */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`No built web app in ${folder}`)
  await app.register(async (web) => {
    web.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'public', scope: 'none' }
    })
    await web.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      wildcard: false,
      index: false,
      globIgnore: ['**/*.gz', '**/*.br', '.vite/**'],
      cacheControl: false,
      setHeaders: (response, path) => {
        const fresh = path.includes('index.html')
        response.setHeader('cache-control', fresh ? 'no-cache' : `public, max-age=${YEAR_S}, immutable`)
      },
    })
    // In here, where the reply has sendFile; it answers for the whole app all the same, having no prefix.
    web.setNotFoundHandler((request, reply) => {
      // A chunk of an older build is gone, not a page: a browser must not be given HTML for it.
      const wantsPage = /^(GET|HEAD)$/.test(request.method) && !/^\/(api|assets)(\/|$)/.test(request.url)
      return wantsPage ? reply.sendFile('index.html', { maxAge: 0 }) : sendNotFound(request, reply)
    })
  })
}
