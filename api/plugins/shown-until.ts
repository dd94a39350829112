import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '#api/context.ts'
import { ShownUntil } from '#api/contracts/shown-until.ts'
import { SHOWS } from '#api/done.ts'
import { soon } from '#api/soon.ts'
import type { ReadModelName } from '#projections/read-models.ts'

/** Whoever asks for the past gets all of it, or a refusal (report/as-of.ts). */
const MOMENTS = ['as_of', 'as_of_position', 'at']

/**
 * Every answer says when what it is made from shows less than was recorded: a GET declares its read models, one that
 * declares none stops the boot, and here alone `shown_until` is put beside its data, or beside 'not found'.
 */
export function tellShownUntil(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (!isRead(route)) return
    routes.push(route)
    const { response } = route.schema ?? {}
    const answer = response !== null && typeof response === 'object' && 200 in response ? response[200] : undefined
    if (answer instanceof z.ZodObject && route.config?.shows?.length)
      route.schema = {
        ...route.schema,
        response: { ...Object(response), 200: answer.extend({ shown_until: ShownUntil.optional() }) },
      }
  })
  app.addHook('onReady', async () => {
    const undeclared = routes.filter(({ config }) => config?.shows === undefined).map(({ url }) => url)
    if (undeclared.length > 0) throw new Error(`GETs that do not say what they show: ${undeclared.join(', ')}`)
  })
  const untilOf = async ({ query, routeOptions }: FastifyRequest) => {
    const { shows = [] } = routeOptions.config
    if (shows.length === 0 || MOMENTS.some((name) => name in Object(query))) return undefined
    return soon(shownUntil(app.context, shows))
  }
  app.addHook('preSerialization', async (request, { statusCode }, payload) => {
    if (statusCode !== 200 && statusCode !== 404) return payload
    const until = await untilOf(request)
    return until === undefined ? payload : { ...Object(payload), shown_until: until }
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || !isCsv(reply)) return payload
    const until = await untilOf(request)
    if (until !== undefined) reply.header('x-shown-until', JSON.stringify(until))
    return payload
  })
}

const isCsv = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/csv')

const isRead = ({ method, url }: RouteOptions) => [method].flat().includes('GET') && url.startsWith('/api')

/** Of several models the one that is furthest behind says until when: nothing here is older. */
async function shownUntil({ standsAt }: AppContext, models: readonly ReadModelName[]): Promise<ShownUntil | undefined> {
  const behind = await standsAt(models)
  const [least] = [...behind].sort((a, b) => a.position - b.position)
  if (least === undefined) return undefined
  return { at: least.at, position: least.position, of: [...new Set(behind.map(({ name }) => SHOWS[name]))] }
}
