import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readModelHealth } from '../../projections/health.ts'
import { freeSpaceIn } from './free-space.ts'
import { createGlance } from './glance.ts'
import { stateOfParts } from '../running/state-of-parts.ts'
import { version } from '../version.ts'
import { MEGABYTE, statusOf } from './status.ts'

const ReadModel = z.object({
  name: z.string(),
  revision: z.int(),
  position: z.int(),
  lag: z.int(),
  state: z.enum(['live', 'building', 'stopped']),
  percent: z.number().optional(),
  skipped: z.array(z.int()).describe('Positions that it goes around, by decision of an operator'),
})

const Part = z.object({
  name: z.string(),
  state: z.enum(['running', 'waiting to start again', 'ended', 'not heard of', 'runs nowhere']),
  here: z.boolean().describe('Whether the process that answers runs it'),
  since: z.iso.datetime().optional(),
  failures: z.int().describe('How often it has failed since its process began'),
  last_failed_at: z.iso.datetime().optional(),
})

const Health = z.object({
  data: z.object({
    status: z.enum(['green', 'amber', 'red']).describe('amber: going on with less; red: something has ended'),
    says: z.array(z.string()).describe('What is not as it should be, in words'),
    version: z.string(),
    head: z.int().describe('Position of the last event'),
    free_megabytes: z.int().optional().describe('Room on the disk of documents and seals'),
    parts: z.array(Part).describe('What runs for long, over all processes'),
    read_models: z.array(ReadModel),
  }),
})

/** Health is asked for when something hangs: it must not. */
const ANSWERS_WITHIN_MS = 700

/** GET /api/health: the log's head, every long-running part, and for every read model its position, lag and state. */
export const viewHealth: FastifyPluginAsyncZod = async (app) => {
  const { db, eventLog, parts, heartbeats, database, dataDir } = app.context
  const glance = createGlance(
    () => Promise.all([readModelHealth(db, eventLog), heartbeats.others(), freeSpaceIn(dataDir)]),
    ANSWERS_WITHIN_MS,
  )
  app.route({
    method: 'GET',
    url: '/api/health',
    config: { permission: 'public', scope: 'none', shows: [] },
    schema: { tags: ['Health'], summary: 'How the system is', response: { 200: Health } },
    handler: async () => {
      const { seen, isFresh } = await glance()
      const [models, others, free] = seen ?? [[], [], undefined]
      const running = stateOfParts(parts(), others)
      const reached = { isFresh, awaySince: database.awaySince() }
      return {
        data: {
          ...statusOf(running, models, reached, free),
          version,
          head: models[0]?.head ?? 0,
          ...(free === undefined ? {} : { free_megabytes: Math.floor(free / MEGABYTE) }),
          parts: running.map(({ lastFailedAt, ...part }) => ({
            ...part,
            ...(lastFailedAt === undefined ? {} : { last_failed_at: lastFailedAt }),
          })),
          // Errors are for operators' logs; this page is public.
          read_models: models.map(({ name, revision, position, lag, state, percent, skipped }) => ({
            ...{ name, revision, position, lag, state, skipped: [...skipped] },
            ...(percent === undefined ? {} : { percent }),
          })),
        },
      }
    },
  })
}
