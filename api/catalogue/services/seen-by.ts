import { isOpenTo } from '#domain/catalogue/category/category.ts'
import { type Actor, roleIdsOf } from '#api/actor.ts'

/** Whether somebody is shown every category, whatever roles they hold: who sees the categories, or reads the fund's reports. */
export const seesAll = ({ permissions }: Pick<Actor, 'permissions'>): boolean =>
  permissions.has('VIEW_CATEGORY') || permissions.has('VIEW_CHF_REPORT')

/**
 * Whether an answer shows somebody a category, by the ids of its roles (docs/decisions/0032): all of them to those who
 * see the categories or read the fund's reports, to others what one of their roles opens. `asked` are the roles that a
 * call names (E073): they narrow what is shown, and widen it for nobody.
 */
export function seenBy(
  actor: Pick<Actor, 'permissions' | 'roles'>,
  asked?: readonly string[],
): (attached: readonly string[]) => boolean {
  if (seesAll(actor)) return (attached) => asked === undefined || isOpenTo(asked, attached)
  const own = roleIdsOf(actor)
  const held = asked === undefined ? own : own.filter((id) => asked.includes(id))
  return (attached) => isOpenTo(held, attached)
}
