import type { Permission } from '../domain/kernel/permissions.ts'
import type { Actor } from './session/actor.ts'
import type { AppContext } from './context.ts'

/** Who may call: everyone, every signed-in person, or the holders of (one of) these permissions. */
export type RoutePermission = 'public' | 'signed-in' | Permission | readonly Permission[]

/**
 * Which records a call may touch. `none`: it touches nobody's records. `own`: the caller's own. `reach`: what the
 * caller reaches (a patient: themselves; hospital people: their hospital; ministry roles: all), and the handler must
 * ask `request.reach()`. `all`: only callers who reach everything.
 */
export type RouteScope = 'none' | 'own' | 'reach' | 'all'

/** What a caller reaches: everything, one hospital, or one patient. Out of reach reads as not found. */
export type Reach =
  | { readonly kind: 'all' }
  | { readonly kind: 'coe'; readonly coeId: string }
  | { readonly kind: 'patient'; readonly patientId: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Declared on every route; one without it stops the boot. */
    permission?: RoutePermission
    scope?: RouteScope
    /** The names that its query may have; from its schema (plugins/query-names.ts). */
    queryNames?: ReadonlySet<string>
  }
  interface FastifyInstance {
    readonly context: AppContext
  }
  interface FastifyRequest {
    /** The signed-in person; throws 401 on public routes without a session. */
    actor(): Actor
    /** What the actor reaches; asking for it is what a route with scope `reach` must do. */
    reach(): Reach
  }
}
