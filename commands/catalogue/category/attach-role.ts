import {
  ALL_CATEGORIES,
  type Categories,
  category,
  type CategoryCommand,
  type CategoryRefusal,
} from '#domain/catalogue/category/category.ts'
import { type Command, refuse } from '#domain/kernel/decider.ts'
import { role, type RoleRefusal } from '#domain/people/role/role.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'

type AttachRole = Extract<CategoryCommand, Command<'AttachRole' | 'DetachRole', unknown>>

/** Attaches a role that there is to a category, or detaches it. */
export async function attachRole(
  handler: Handler,
  command: AttachRole,
): Promise<Handled<Categories, CategoryRefusal | Extract<RoleRefusal, 'role_unknown'>>> {
  if ((await load(handler, role, command.data.roleId)).status === 'defined')
    return handle(handler, category, ALL_CATEGORIES, command)
  return { outcome: 'refused', refusal: refuse('role_unknown'), state: await load(handler, category, ALL_CATEGORIES) }
}
