import type { AnyCommand } from '#domain/kernel/decider.ts'
import type { RevisedService } from '#domain/catalogue/price-import/events.ts'
import { priceImport, type PriceImport, type PriceImportRefusal } from '#domain/catalogue/price-import/price-import.ts'
import { service } from '#domain/catalogue/service/service.ts'
import { addService } from '#commands/catalogue/service/add-service.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'

/**
 * Takes an import that was requested to its end: service by service, each whole or, where somebody has changed it since it
 * was looked at, not at all; then it says which. Safe to repeat, as the ids of its steps derive from the request's.
 */
export async function finishImport(
  handler: Handler,
  importId: string,
  cause: AnyCommand,
): Promise<Handled<PriceImport, PriceImportRefusal>> {
  const state = await load(handler, priceImport, importId)
  const refused: { serviceId: string; why: string }[] = []
  if (state.status === 'requested')
    for (const revised of state.services) {
      const why = await revise(handler, revised, cause)
      if (why !== undefined) refused.push({ serviceId: revised.serviceId, why })
    }
  return handle(handler, priceImport, importId, followUp(cause, 'CompletePriceImport', { importId, refused }))
}

/** Adds, names and prices a service; gives the refusal that kept it from that. */
async function revise(
  handler: Handler,
  { serviceId, added, revision, name, prices }: RevisedService,
  cause: AnyCommand,
): Promise<string | undefined> {
  const step = <T extends string, D>(type: T, data: D) => ({
    ...followUp(cause, type, data),
    id: deriveId(cause.id, type, serviceId),
  })
  if (added !== undefined) {
    const done = await addService(handler, step('AddService', { serviceId, ...added }))
    if (done.outcome === 'refused') return done.refusal.refused
  }
  if (name === undefined && prices.length === 0) return undefined
  const revise = step('ReviseService', { serviceId, revision, name, prices })
  const done = await handle(handler, service, serviceId, revise)
  return done.outcome === 'refused' ? done.refusal.refused : undefined
}
