import { ALL_CATEGORIES, category, type CategoryRefusal } from '#domain/catalogue/category/category.ts'
import { type Command, isRefusal } from '#domain/kernel/decider.ts'
import { service, type Service, type ServiceCommand, type ServiceRefusal } from '#domain/catalogue/service/service.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'

export type AddService = Extract<ServiceCommand, Command<'AddService', unknown>>

/**
 * Places a service in its category, then adds it: a category that is deleted at the same moment is deleted before, and
 * then the service is refused, or it stays. A crash between the two leaves a place, which says what is to be added: the
 * same command again finishes it, or else a process does (catalogue-processes.ts).
 */
export async function addService(
  handler: Handler,
  command: AddService,
): Promise<Handled<Service, ServiceRefusal | CategoryRefusal>> {
  const { serviceId, categoryId, name, code, price, parentId } = command.data
  const state = await load(handler, service, serviceId)
  if (state.status === 'none') {
    const decision = service.decide(command, state)
    if (isRefusal(decision)) return { outcome: 'refused', refusal: decision, state }
    const adding = { name, code, price, parentId }
    const place = followUp(command, 'PlaceService', { categoryId, serviceId, code, parentId, adding })
    const placed = await handle(handler, category, ALL_CATEGORIES, place)
    if (placed.outcome === 'refused') return { ...placed, state }
  }
  return handle(handler, service, serviceId, command)
}
