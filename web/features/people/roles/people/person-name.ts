import type { UserRolesDetail } from '#api/people/contracts/role.ts'
import { HIDDEN } from '#web/ui/hidden.ts'

/** A person by their name, as far as the reader sees it. */
export const personName = (person: Pick<UserRolesDetail, 'first_name' | 'last_name'>): string =>
  `${person.first_name} ${person.last_name}`.trim() || HIDDEN
