import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { viewManifest } from './report/view-manifest.ts'
import { login } from './session/login.ts'
import { logout } from './session/logout.ts'
import { viewProfile } from './session/view-profile.ts'

/** Every endpoint there is, by feature: the API's table of contents. */
export const endpoints: readonly (FastifyPluginAsync | FastifyPluginAsyncZod)[] = [
  // session
  login,
  logout,
  viewProfile,
  // report
  viewManifest,
]
