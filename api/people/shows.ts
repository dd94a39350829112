import type { ReadModelName } from '#projections/read-models.ts'

/** What people call that which a read model of people, what they may do and the menu shows. */
export const peopleShows = {
  factor_reset: 'lost phones to confirm',
  holiday: 'public holidays',
  hospital_staff: 'counts of staff',
  menu_item: 'the menu',
  own_permission: 'permissions',
  role: 'roles',
  setting: 'site settings',
  staff_name: 'names of staff',
  user_account: 'people and their roles',
}

/** What a reset of a second factor, and its end, change on the screens. */
export const SHOWS_RESETS = ['factor_reset'] as const satisfies readonly ReadModelName[]

/** What a change of a role changes on the screens. */
export const SHOWS_ROLES = ['role'] as const satisfies readonly ReadModelName[]

/** What a change of somebody's roles changes there. */
export const SHOWS_ROLES_OF_PEOPLE = [
  'user_account',
  'staff_name',
  'hospital_staff',
] as const satisfies readonly ReadModelName[]
