import type { Role, RoleDetail } from '#api/people/contracts/role.ts'

/** How far the holders of a role see. */
const REACH: Readonly<Record<string, string>> = {
  self: 'Their own record',
  hospital: 'Their own hospital',
  all: 'Everything',
}
export const reachText = (reach: Role['reach']) => REACH[reach] ?? reach
export const REACH_CHOICES = Object.entries(REACH).map(([value, label]) => ({ value, label }))

/** The API counts holders to one above it. */
const COUNTED = 1_000

/** How many people hold a role: '2 people hold the role'. */
export function holdersText({ holders_count: count }: Pick<RoleDetail, 'holders_count'>): string {
  if (count === 0) return 'No one has this role'
  if (count === 1) return '1 person has this role'
  return count > COUNTED
    ? 'More than 1,000 people have this role'
    : `${count.toLocaleString('en-NG')} people have this role`
}
