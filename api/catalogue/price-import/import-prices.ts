import type { FastifyPluginAsync } from 'fastify'
import { finishImport } from '#commands/catalogue/price-import/import-prices.ts'
import { handle, type Handler, load, wasHandled } from '#commands/handle.ts'
import { type PriceImport, priceImport } from '#domain/catalogue/price-import/price-import.ts'
import { service } from '#domain/catalogue/service/service.ts'
import { PriceImportBody, PriceImportDone } from '#api/catalogue/contracts/price-import.ts'
import { refuse } from '#domain/kernel/decider.ts'
import { catalogueAnswers } from '#api/catalogue/refusals.ts'
import { SHOWS_IMPORTED } from '#api/catalogue/shows.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute } from '#api/command-route.ts'
import { HttpError } from '#api/http-error.ts'
import { importIdOf, MAY_IMPORT, planned } from './planned.ts'

/**
 * POST /api/services/import: does what the preview said, or nothing where it would say something else by now. It is one
 * intention in the log, which is taken to its end whatever crashes.
 */
export const importPrices: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    url: '/api/services/import',
    summary: 'Import a price list',
    tag: 'Services',
    permission: MAY_IMPORT,
    scope: 'all',
    body: PriceImportBody,
    answer: PriceImportDone,
    reach: ({ request }) => importIdOf(request),
    run: async ({ request, context: { handler }, body: { preview: seen, ...file } }, importId) => {
      const cause = commandFrom(request, 'RequestPriceImport', {})
      // The same request again goes on with what was recorded: it has changed what it was looked at with.
      if (!(await wasHandled(handler, priceImport, importId, cause.id))) {
        const { plan, preview } = await planned(request, file)
        if (plan.services.length === 0) return { outcome: 'refused', refusal: refuse('price_import_empty') }
        if (preview.preview !== seen)
          throw new HttpError(409, 'The services changed since you looked. Nothing was imported. Check the file again.')
        const data = { importId, services: plan.services }
        const requested = await handle(handler, priceImport, importId, { ...cause, data })
        if (requested.outcome === 'refused') return requested
      }
      const done = await finishImport(handler, importId, cause)
      if (done.outcome === 'refused') return done
      const { state, position } = done
      const [services, refused] = state.status === 'completed' ? [state.services, state.refused] : [[], []]
      return {
        outcome: 'done',
        position,
        data: {
          id: importId,
          position,
          services: services.length - refused.length,
          refused: await named(handler, refused),
        },
      }
    },
    message: 'The price list has been imported',
    shows: SHOWS_IMPORTED,
  })
}

type LeftOut = Extract<PriceImport, { readonly status: 'completed' }>['refused']

/** Services that were left as they are, by their codes, and why. */
async function named(handler: Handler, leftOut: LeftOut) {
  const told: { service_code: string; why: string }[] = []
  for (const { serviceId, why } of leftOut) {
    const state = await load(handler, service, serviceId)
    told.push({ service_code: state.status === 'offered' ? state.code : '', why: wordsOf(why) })
  }
  return told
}

const wordsOf = (refused: string): string => {
  const { message = '' } = Object.entries(catalogueAnswers).find(([code]) => code === refused)?.[1] ?? {}
  return typeof message === 'string' ? message : message({}, '')
}
