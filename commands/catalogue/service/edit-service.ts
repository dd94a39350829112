import { ALL_CATEGORIES, category, type CategoryRefusal } from '#domain/catalogue/category/category.ts'
import { type Command, isRefusal } from '#domain/kernel/decider.ts'
import { service, type Service, type ServiceCommand, type ServiceRefusal } from '#domain/catalogue/service/service.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'
import { missingParent, type ParentRefusal } from './parent-of.ts'

type EditService = Extract<ServiceCommand, Command<'EditService', unknown>>

/**
 * Moves a service to a category, where it stands in another, and changes what else is said of it. Where it stands is the
 * categories' to say alone, so that two edits at once leave one category; cut between the two, the same command again
 * finishes it.
 */
export async function editService(
  handler: Handler,
  command: EditService,
  categoryId: number,
): Promise<Handled<Service, ServiceRefusal | CategoryRefusal | ParentRefusal>> {
  const { serviceId, parentId } = command.data
  const state = await load(handler, service, serviceId)
  const decision = service.decide(command, state)
  const refusal = isRefusal(decision) ? decision : await missingParent(handler, newParent(state, parentId))
  if (refusal !== undefined) return { outcome: 'refused', refusal, state }
  const moved = await handle(
    handler,
    category,
    ALL_CATEGORIES,
    followUp(command, 'MoveService', { categoryId, serviceId }),
  )
  if (moved.outcome === 'refused') return { ...moved, state }
  const edited = await handle(handler, service, serviceId, command)
  // Whoever waits to read it waits for both.
  return edited.outcome === 'refused' || edited.position > moved.position
    ? edited
    : { ...edited, position: moved.position }
}

/** A parent that is deleted stays the parent of what it had. */
const newParent = (state: Service, parentId: string | undefined) =>
  state.status === 'offered' && state.parentId === parentId ? undefined : parentId
