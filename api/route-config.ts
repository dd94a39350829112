import type { ReadModelName } from '#projections/read-models.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { Actor, Reach } from './actor.ts'
import type { AppContext } from './context.ts'
import type { CallLimit } from './limits/call-limits.ts'

/** Who may call: everyone, every signed-in person, or the holders of (one of) these permissions. */
export type RoutePermission = 'public' | 'signed-in' | Permission | readonly Permission[]

/**
 * Which records a call may touch. `none`: it touches nobody's records. `own`: the caller's own. `reach`: what the
 * caller reaches (a patient: themselves; hospital people: their hospital; ministry roles: all), and the handler must
 * ask `request.reach()`. `all`: only callers who reach everything.
 */
export type RouteScope = 'none' | 'own' | 'reach' | 'all'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Declared on every route; one without it stops the boot. */
    permission?: RoutePermission
    scope?: RouteScope
    /** The read models that a GET answers from; its answer says when one shows less than the log has (plugins/shown-until.ts). */
    shows?: readonly ReadModelName[]
    /** What an account's calls are counted under, on routes that are heavy or find people. */
    limit?: CallLimit
    /** It waits for a turn (limits/lanes.ts) and may be long at work: how long, its lane says. */
    lane?: true
    /** The names that its query may have; from its schema (plugins/query-names.ts). */
    queryNames?: ReadonlySet<string>
    /**
     * How an `Idempotency-Key` is bound to a write: to all that is sent, unless the handler must read it first and says
     * what it was (`claimContent`), or nothing is written that a second call could double.
     */
    idempotency?: 'by content' | 'none'
  }
  interface FastifyInstance {
    readonly context: AppContext
  }
  interface FastifyRequest {
    /** Whether there is a session: on public routes whose scope is not `none` there may be. */
    isSignedIn(): boolean
    /** The signed-in person; throws 401 on public routes without a session. */
    actor(): Actor
    /** What the actor reaches, 404 for nothing; asking for it is what a route with scope `reach` must do. */
    reach(): Reach
    /** Waits for something the call needs, as long as calls may wait (plugins/waiting.ts). */
    inTime<T>(begin: () => Promise<T>): Promise<T>
    /** Until everything has ended that the call was let go from. */
    atRest(): Promise<void>
    /** What the ids of this request's commands derive from: the same for the same request under the same key. */
    commandId(): string
    /** What a request without a list of its own is about: chosen once, also when it is sent again. */
    chooseOnce(choice: () => Promise<readonly string[]>): Promise<readonly string[]>
    /** Says what the body was, on a route that reads it itself. */
    claimContent(...content: readonly string[]): Promise<void>
    /** Says that the body has come, on a route that reads it itself: from now on the call counts as load. May throw 503. */
    arrived(): Promise<void>
    /**
     * Waits for what somebody else may do: meanwhile the call holds neither a place nor a turn. Who goes on with it asks
     * `admitAgain` first.
     */
    aside<T>(wait: () => Promise<T>): Promise<T>
    /** Asks again who calls and whether they may, as at the door: throws 401 where the session has ended meanwhile. */
    admitAgain(): Promise<void>
    /**
     * From now on the call is one of this account, which may have so many at once: waits for its turn among them. Throws
     * 429 beyond that.
     */
    countsFor(account: string): Promise<void>
  }
}
