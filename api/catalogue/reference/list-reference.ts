import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import {
  Ailments,
  GeopoliticalZones,
  IdentificationDocuments,
  LocalGovernments,
  States,
} from '#api/catalogue/contracts/reference.ts'
import { AILMENTS } from '#domain/catalogue/reference/ailments.ts'
import { IDENTIFICATION_DOCUMENTS } from '#domain/catalogue/reference/identification-documents.ts'
import { GEOPOLITICAL_ZONES, STATES } from '#domain/catalogue/reference/zones.ts'

/** Such a list changes with the program alone: a browser asks for it once a day. */
const KEPT_S = 86_400

/** What forms choose from and the program itself knows: no records stand behind it, and it has no past. */
export const listReference: FastifyPluginAsync = async (app) => {
  const list = (
    { url, summary, isPublic = false }: { url: string; summary: string; isPublic?: boolean },
    answer: z.ZodType,
    body: { readonly data: readonly object[] },
  ) =>
    app.route({
      method: 'GET',
      url,
      config: { permission: isPublic ? 'public' : 'signed-in', scope: 'none', shows: [] },
      schema: { tags: ['Reference'], summary, response: { 200: answer } },
      handler: async (_request, reply) => {
        reply.header('cache-control', `${isPublic ? 'public' : 'private'}, max-age=${KEPT_S}`)
        return body
      },
    })

  list({ url: '/api/ailments', summary: 'Cancers' }, Ailments, { data: AILMENTS })
  list({ url: '/api/geopoliticalzones', summary: 'Zones, states and local governments' }, GeopoliticalZones, {
    data: GEOPOLITICAL_ZONES,
  })
  list({ url: '/api/states', summary: 'States' }, States, { data: STATES.map(({ id, state }) => ({ id, state })) })
  list({ url: '/api/lga', summary: 'Local governments' }, LocalGovernments, {
    data: STATES.flatMap(({ id, lgas }) => lgas.map((lga) => ({ ...lga, state_id: id }))),
  })
  // Asked for before there is an account, at enrolment.
  list(
    { url: '/api/identification_documents', summary: 'Documents that identify a person', isPublic: true },
    IdentificationDocuments,
    { data: IDENTIFICATION_DOCUMENTS },
  )
}
