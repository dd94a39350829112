import { z } from 'zod'

const ReadModelHealth = z.object({
  name: z.string(),
  revision: z.int(),
  position: z.int().describe('How far in the log it has come'),
  lag: z.int(),
  state: z.enum(['live', 'building', 'stopped']),
  percent: z.number().optional(),
})

/** The log's head, and for every read model its position, lag and state. */
export const Health = z.object({
  data: z.object({
    status: z.enum(['green', 'amber']).describe('amber: a read model stands still and needs somebody'),
    version: z.string(),
    head: z.int().describe('Position of the last event'),
    read_models: z.array(ReadModelHealth),
  }),
})
