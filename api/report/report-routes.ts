import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { modelsPosition } from '#projections/as-of.ts'
import { layoutOf } from '#projections/report/csv-layout.ts'
import { BadCursor, pageOf, totalsOf } from '#projections/report/pages.ts'
import { isSortable, type Report, type ReportQuery } from '#projections/report/report.ts'
import type { AppContext } from '#api/context.ts'
import { AsOfQuery, CsvQuery, ReportListQuery, reportPage, ReportTotals } from '#api/contracts/report.ts'
import { HttpError, invalid } from '#api/http-error.ts'
import type { Actor, Reach } from '#api/actor.ts'
import type { RoutePermission } from '#api/route-config.ts'
import { answeringPast, asOfPosition, dayOf, instantOf } from './as-of.ts'
import { exportCsv } from './export-csv.ts'
import { urlAsOf } from './export-url.ts'
import { asAnswered, totalsInUnits } from './in-naira.ts'
import { type PageAsked, pageAsked, pageKnows } from './page-asked.ts'

/** A report as endpoints: its pages, its totals, its CSV, all from one definition and one filter. */
export type ReportRoutes<F, Q extends z.ZodObject, Row extends z.ZodObject> = {
  readonly url: string
  readonly summary: string
  readonly tag: string
  readonly permission: Exclude<RoutePermission, 'public'>
  readonly report: Report<F>
  /** The list's own filters, beside cursor, size, order and as-of. `on` is the Lagos day of what changes by the day alone, `until` the instant up to which clocks run. */
  readonly query: Q
  readonly params?: z.ZodObject
  /** A row of the answer; naira columns are text there. */
  readonly row: Row
  /**
   * The filter of a request within what its caller reaches; `day` and `instant` give the Lagos day and the instant
   * of the moment asked for. Throws an
   * HttpError for what is out of reach.
   */
  readonly filterOf: (
    query: z.output<Q>,
    reach: Reach,
    context: AppContext,
    params: unknown,
    actor: Actor,
    day: () => Promise<string>,
    instant: () => Promise<string>,
  ) => F | Promise<F>
}

const WRITTEN_DIFFERENTLY =
  'This file cannot be made again byte for byte: its columns or words are written differently today. ' +
  'Its rows and totals are the same. Remove layout from the address to get them as they are written today.'

/** The day and the instant of the moment asked for, looked up once. */
type Times = { readonly day: () => Promise<string>; readonly instant: () => Promise<string> }

export function reportRoutes<F, Q extends z.ZodObject, Row extends z.ZodObject>(
  fastify: FastifyInstance,
  routes: ReportRoutes<F, Q, Row>,
): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const { url, summary, tag, permission, report, row } = routes
  const querystring = z.strictObject({ ...ReportListQuery.shape, ...routes.query.shape })
  const order = { sort: ReportListQuery.shape.sort }
  const config = { permission, scope: 'reach' as const, shows: report.models }
  const params = routes.params === undefined ? {} : { params: routes.params }
  const schema = { tags: [tag], querystring, ...params }

  const queryOf = async (request: FastifyRequest): Promise<ReportQuery<F> & { readonly page: PageAsked } & Times> => {
    const query = querystring.parse(omit(request.query as object, Object.keys(CsvQuery.shape)))
    const own = routes.query.parse(pick(query, Object.keys(routes.query.shape)))
    const list = ReportListQuery.parse(pick(query, Object.keys(ReportListQuery.shape)))
    const { sort } = list
    const column = sort?.replace(/^-/, '')
    if (column !== undefined && !isSortable(report, column))
      throw invalid('sort', `This list cannot be sorted by ${column}`)
    const past = ReportListQuery.parse(pick(query, ['as_of', 'as_of_position']))
    const asOf = await asOfPosition(fastify.context, past, report.models)
    let known: Promise<string> | undefined
    const day = () => (known ??= dayOf(fastify.context, past))
    let present: Promise<string> | undefined
    const instant = () => (present ??= instantOf(fastify.context, past))
    const [reach, actor] = [request.reach(), request.actor()]
    const filter = await routes.filterOf(own, reach, fastify.context, request.params, actor, day, instant)
    const page = pageAsked(list)
    return {
      page,
      day,
      instant,
      filter,
      limit: page.limit,
      skip: page.skip,
      ...(page.after === undefined ? {} : { after: page.after }),
      ...(column === undefined ? {} : { sort: { column, descending: sort?.startsWith('-') === true } }),
      ...(asOf === undefined ? {} : { asOf }),
    }
  }

  app.route({
    method: 'GET',
    url,
    config,
    schema: { ...schema, summary, response: { 200: reportPage(row) } },
    handler: async (request) => {
      const query = await queryOf(request)
      try {
        const { rows, next } = await answeringPast(() => pageOf(fastify.context.db, report, query))
        const data = z.array(row).parse(rows.map((one) => asAnswered(report, one)))
        const shown = { rows: rows.length, isLast: next === null }
        const count = async () => (await answeringPast(() => totalsOf(fastify.context.db, report, query))).total
        const whole = await pageKnows(query.page, shown, count)
        return { data: { data, next, per_page: query.limit, ...whole, as_of_position: query.asOf ?? null } } as never
      } catch (error) {
        if (error instanceof BadCursor) throw invalid('after', error.message)
        throw error
      }
    },
  })

  app.route({
    method: 'GET',
    url: `${url}/totals`,
    config,
    // The whole result has no page and no order: neither is asked for in vain.
    schema: {
      ...schema,
      querystring: z.strictObject({ ...AsOfQuery.shape, ...routes.query.shape }),
      summary: `${summary}: totals of the whole result`,
      response: { 200: ReportTotals },
    },
    handler: async (request) => {
      const query = await queryOf(request)
      const { db, pool } = fastify.context
      const position = query.asOf ?? (await modelsPosition(pool, report.models))
      const { total, totals } = await answeringPast(() => totalsOf(db, report, query))
      return { data: { total, totals: totalsInUnits(report, totals), position } }
    },
  })

  app.route({
    method: 'GET',
    url: `${url}/csv`,
    // Without the file it would still make one, and count as an export.
    exposeHeadRoute: false,
    config: { ...config, limit: 'export', lane: true },
    // The whole result in an order has no page either.
    schema: {
      ...schema,
      querystring: z.strictObject({ ...AsOfQuery.shape, ...order, ...CsvQuery.shape, ...routes.query.shape }),
      summary: `${summary}: CSV of the whole result`,
      produces: ['text/csv'],
    },
    handler: async (request, reply) => {
      const csv = CsvQuery.parse(pick(request.query as object, Object.keys(CsvQuery.shape)))
      const layout = layoutOf(report)
      if (csv.layout !== undefined && csv.layout !== layout) throw new HttpError(410, WRITTEN_DIFFERENTLY)
      const dates = csv.iso_dates === '1' ? 'and ISO' : 'as the spec'
      const query = await queryOf(request)
      const reach = 'coe' in routes.query.shape ? request.reach() : undefined
      const day = 'on' in routes.query.shape ? await query.day() : undefined
      const until = 'until' in routes.query.shape ? await query.instant() : undefined
      const url = (position: number) => urlAsOf(request.url, position, { layout, reach, day, until })
      return answeringPast(() => exportCsv(fastify.context, request, reply, { report, query, dates, urlAsOf: url }))
    },
  })
}

function pick(values: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => names.includes(name) && value !== undefined),
  )
}

const omit = (values: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
