import { ALL_CATEGORIES, category, type CategoryRefusal } from '#domain/catalogue/category/category.ts'
import { type Command, isRefusal } from '#domain/kernel/decider.ts'
import { service, type Service, type ServiceCommand, type ServiceRefusal } from '#domain/catalogue/service/service.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handled, type Handler, load, wasHandled } from '#commands/handle.ts'

type EditService = Extract<ServiceCommand, Command<'EditService', unknown>>

/**
 * Files a service in a category, under a code and a parent, and changes what else is said of it. What could be in the way
 * is decided by the categories, in one append: where it stands is theirs to say, and whoever deletes a service strikes it
 * off there first. So an edit that is refused has changed nothing; cut between the two, the same command again
 * finishes it.
 */
export async function editService(
  handler: Handler,
  command: EditService,
  categoryId: number,
): Promise<Handled<Service, ServiceRefusal | CategoryRefusal>> {
  const { serviceId, code, parentId } = command.data
  const state = await load(handler, service, serviceId)
  const decision = service.decide(command, state)
  const file = followUp(command, 'FileService', { categoryId, serviceId, code, parentId })
  if (isRefusal(decision) && !(await wasHandled(handler, category, ALL_CATEGORIES, file.id)))
    return { outcome: 'refused', refusal: decision, state }
  const filed = await handle(handler, category, ALL_CATEGORIES, file)
  if (filed.outcome === 'refused') return { ...filed, state }
  const edited = await handle(handler, service, serviceId, command)
  // It was deleted after this edit had its place before that: there is nobody left to tell of the rest.
  if (edited.outcome === 'refused' && edited.refusal.refused === 'service_deleted')
    return { outcome: 'done', state: edited.state, revision: filed.revision, position: filed.position }
  // Whoever waits to read it waits for both.
  return edited.outcome === 'refused' || edited.position > filed.position
    ? edited
    : { ...edited, position: filed.position }
}
