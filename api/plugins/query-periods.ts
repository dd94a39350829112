import type { FastifyInstance } from 'fastify'
import { invalid } from '#api/http-error.ts'
import { plainName } from './query-names.ts'

/** A period that ends before it begins holds nothing: whoever asks for one has made a mistake, and is told (422). */
export function refuseTurnedPeriods(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ query }) => {
    const given = new Map(Object.entries(Object(query)).map(([name, value]) => [plainName(name), { name, value }]))
    const [start, end] = [given.get('startdate'), given.get('enddate')]
    if (typeof start?.value !== 'string' || typeof end?.value !== 'string' || end.value >= start.value) return
    throw invalid(end.name, 'The end date is before the start date')
  })
}
