import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { digits } from '#api/contracts/input.ts'
import { Exports } from '#api/contracts/report.ts'
import { logChanged, manifestsOf } from './manifests.ts'

const Query = z.strictObject({
  after: z.uuid().optional().describe('`next` of the page before'),
  limit: digits(1, 200).optional().describe('50 when left out'),
})

/** GET /api/exports: what was exported, by whom, when and with which totals. Everybody reads their own, auditors all. */
export const listManifests: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/exports',
    config: { permission: 'signed-in', scope: 'own', shows: ['user_account'] },
    schema: { tags: ['Reports'], summary: 'Exports', querystring: Query, response: { 200: Exports } },
    handler: async (request) => {
      const { id: reader, permissions } = request.actor()
      const { db, pool, sealedTexts: texts, rowMacs: macs } = app.context
      const { after: before, limit = 50 } = request.query
      const by = permissions.has('VIEW_LEDGER') ? undefined : reader
      const found = await manifestsOf(pool, { texts, macs }, { by, before, limit: limit + 1 })
      const page = found.slice(0, limit)
      const nameOf = await peopleNames(
        db,
        page.map((one) => one.by),
      )
      const rows = page.map(({ id, by: whose, at, manifest }) => {
        if (manifest === undefined) logChanged(request, id)
        return {
          id,
          exported_by: nameOf(whose),
          exported_at: at,
          manifest: manifest === undefined ? null : shown(manifest),
        }
      })
      return { data: { data: rows, next: found.length > limit ? (page.at(-1)?.id ?? null) : null } }
    },
  })
}

const shown = ({ report, url, rows, totals, sha256, bytes }: Shown) => ({ report, url, rows, totals, sha256, bytes })
type Shown = NonNullable<z.infer<typeof Exports>['data']['data'][number]['manifest']>
