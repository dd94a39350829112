import type { FastifyInstance } from 'fastify'
import { ReadOnly } from '#commands/integrity/read-only.ts'
import { asksApi } from './asked-folder.ts'
import { writes } from './writes.ts'

/** Says on every answer that nothing is written at present, and why: what tells this refusal from others. */
const READ_ONLY_HEADER = 'x-read-only'
const READ_ONLY_CODE = 'log_mismatch'

/**
 * Refuses whatever writes while something of the log does not hold and nobody has decided about it, before anything of
 * the call is kept: not its key either. After `authorize`: strangers are told nothing.
 */
export function refuseWrites(app: FastifyInstance): void {
  const { integrity } = app.context
  app.addHook('onRequest', async (request) => {
    if (writes(request) && integrity.open().length > 0) throw new ReadOnly()
  })
  app.addHook('onSend', async (request, reply) => {
    if (asksApi(request) && integrity.open().length > 0) reply.header(READ_ONLY_HEADER, READ_ONLY_CODE)
  })
}
