import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { type Command, isRefusal } from '#domain/kernel/decider.ts'
import { service, type Service, type ServiceCommand, type ServiceRefusal } from '#domain/catalogue/service/service.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'

type DeleteService = Extract<ServiceCommand, Command<'DeleteService', unknown>>

/**
 * Strikes a service off among all services, then deletes it: an edit at the same moment comes before, or is refused whole
 * (edit-service.ts). Cut between the two it is not edited any more, and the same command again, or another, deletes it.
 */
export async function deleteService(
  handler: Handler,
  command: DeleteService,
): Promise<Handled<Service, ServiceRefusal>> {
  const { serviceId } = command.data
  const state = await load(handler, service, serviceId)
  const decision = service.decide(command, state)
  if (isRefusal(decision)) return { outcome: 'refused', refusal: decision, state }
  await handle(handler, category, ALL_CATEGORIES, followUp(command, 'StrikeService', { serviceId }))
  return handle(handler, service, serviceId, command)
}
