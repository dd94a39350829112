import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { folderOf } from './asked-folder.ts'
import { sendNotFound } from './errors.ts'

const YEAR_S = 31_536_000

/** A chunk of an older build is gone, not a page: a browser must not be given HTML for it. */
const isPage = (url: string): boolean => !['api', 'assets'].includes(folderOf(url))

/**
 * A page's address that cannot be decoded would be refused before any route sees it; it is a page all the same, and the
 * app says that there is none. The browser keeps the address.
 */
export function readableAddress({ url = '/' }: { readonly url?: string | undefined }): string {
  if (!isPage(url)) return url
  try {
    decodeURI(url.split('?')[0] ?? '')
    return url
  } catch {
    return '/unreadable'
  }
}

/** The scripts that the page itself holds, as a content security policy names them: nothing else may run in it. */
export async function scriptsOfPage(folder: string): Promise<readonly string[]> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  return [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

/**
 * Serves the built web app, precompressed: what has its hash in its name for a year, the page and what has none asked
 * for anew each time.
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`No built web app in ${folder}`)
  await app.register(async (web) => {
    web.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'public', scope: 'none', shows: [] }
    })
    await web.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      wildcard: false,
      index: false,
      globIgnore: ['**/*.gz', '**/*.br', '.vite/**'],
      cacheControl: false,
      setHeaders: (response, path) => {
        const isHashed = path.startsWith(join(folder, 'assets', '/'))
        response.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      },
    })
    // In here, where the reply has sendFile; it answers for the whole app all the same, having no prefix.
    web.setNotFoundHandler((request, reply) => {
      const wantsPage = /^(GET|HEAD)$/.test(request.method) && isPage(request.url)
      return wantsPage ? reply.sendFile('index.html', { maxAge: 0 }) : sendNotFound(request, reply)
    })
  })
}
