import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import type { z } from 'zod'
import type { Position } from '#commands/log/event-log.ts'
import type { ReadModelName } from '#projections/read-models.ts'
import type { Refusal } from '#domain/kernel/decider.ts'
import type { AppContext } from './context.ts'
import { Done } from './contracts/done.ts'
import { shownAt } from './done.ts'
import { Refused } from './http-error.ts'
import type { RefusalCode } from './refusals.ts'
import type { RoutePermission, RouteScope } from './route-config.ts'

/** One call of a command, its parameters and body checked. */
export type Call<P extends z.ZodType, B extends z.ZodType> = {
  readonly request: FastifyRequest
  readonly context: AppContext
  readonly params: z.output<P>
  readonly body: z.output<B>
}

type Answer = z.ZodType<{ readonly message: string; readonly data: Shown }>
type Shown = Pick<Done['data'], 'caught_up' | 'behind'>
/** What an answer tells beside its message and whether lists show it. */
type Told<A extends Answer> = Omit<z.output<A>['data'], keyof Shown>

/** What came of a command: a no, or where in the log its effect stands. */
type Outcome =
  | { readonly outcome: 'refused'; readonly refusal: Refusal<RefusalCode> }
  | { readonly outcome: 'done'; readonly position: Position }
type Ran<T> =
  | Exclude<Outcome, { readonly outcome: 'done' }>
  | (Extract<Outcome, { readonly outcome: 'done' }> & { readonly data: T })

/** An endpoint that writes, top to bottom: who may, what it is about, what is done, what is said, what then shows it. */
export type CommandRoute<P extends z.ZodType, B extends z.ZodType, A extends Answer, T> = {
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly summary: string
  readonly tag: string
  readonly permission: Exclude<RoutePermission, 'public'>
  readonly scope: RouteScope
  readonly params?: P
  readonly body: B
  /** `Done` when left out. */
  readonly answer?: A
  /** Finds what it is about within the caller's reach. Throws an HttpError for what is not there, or out of reach. */
  readonly reach: (call: Call<P, B>) => T | Promise<T>
  readonly run: (call: Call<P, B>, about: T) => Promise<Ran<Told<A>>>
  /** What this request calls the fields that refusals know by another name. */
  readonly fieldNames?: Readonly<Record<string, string>>
  readonly message: string | ((about: T, told: Told<A>) => string)
  /** The read models that the answer's screen shows it by: it waits for them, bounded. */
  readonly shows: readonly ReadModelName[]
}

export function commandRoute<B extends z.ZodType, T, P extends z.ZodType = z.ZodObject, A extends Answer = typeof Done>(
  fastify: FastifyInstance,
  route: CommandRoute<P, B, A, T>,
): void {
  const { method = 'POST', url, summary, tag, permission, scope, params, body, answer = Done, message } = route
  const given = params === undefined ? {} : { params }
  const schema: FastifySchema = { tags: [tag], summary, body, ...given, response: { 200: answer } }
  fastify.route({
    method,
    url,
    config: { permission, scope },
    schema,
    handler: async (request) => {
      const { context } = fastify
      // The schemas above have made them what they are.
      const call = { request, context, params: request.params as z.output<P>, body: request.body as z.output<B> }
      const about = await route.reach(call)
      const ran = await route.run(call, about)
      if (ran.outcome === 'refused') throw new Refused(ran.refusal, route.fieldNames)
      const { data, position } = ran
      return {
        message: typeof message === 'string' ? message : message(about, data),
        data: { ...data, ...(await shownAt(context, position, route.shows)) },
      }
    },
  })
}

/** What most commands tell: the id of what they made or changed. */
export const ofId = (id: string, outcome: Outcome): Ran<Told<typeof Done>> =>
  outcome.outcome === 'refused' ? outcome : { ...outcome, data: { id, position: outcome.position } }
