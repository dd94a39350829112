import type { Aim } from './calls.ts'

/** Makes something by a call of whoever may, and tells its id. */
type Make = (path: string, body: object) => Promise<string>
/** What prepares aims: by whom, how many, for which method and address. */
export type About = {
  readonly by: string
  readonly make: Make
  readonly several: number
  readonly method: string
  readonly url: string
}

/** Every name is new, whichever operation asks. */
let made = 0
const next = () => (made += 1)

/** So many aims, made one after the other. */
export async function forEach(several: number, aim: () => Promise<Aim>): Promise<readonly Aim[]> {
  const aims: Aim[] = []
  for (let one = 0; one < several; one += 1) aims.push(await aim())
  return aims
}

const roleBody = () => ({ role: `PASSING_${next()}`, description: 'Passing', reach: 'all' })
const newRole = (make: Make) => make('/api/roles', roleBody())

/** Roles that nobody holds: they may be deleted, and what they may do is nobody's. */
export const ownRoles = ({ by, make, several, method }: About) =>
  forEach(several, async () =>
    method === 'POST' ? { by, body: roleBody() } : { by, params: { id: await newRole(make) } },
  )

export const permissionsOfRoles = ({ by, make, several }: About) =>
  forEach(several, async () => ({ by, params: { roleId: await newRole(make), permissionId: 'VIEW_COE' } }))

export const ownPermissions = ({ by, several }: About) =>
  forEach(several, async () => ({ by, body: { permission: `OWN_${next()}`, description: 'see something' } }))

export const parentsOfRoles = ({ by, make, several, method }: About) =>
  forEach(several, async () => {
    const [roleId, parent] = [await newRole(make), await newRole(make)]
    return method === 'POST'
      ? { by, body: { role_id: roleId, parent_role_id: parent } }
      : { by, params: { id: parent, roleId } }
  })

const itemBody = () => ({ menu_name: 'Passing', menu_link: `/passing/${next()}`, menu_icon: 'report' })
export const ownMenuItems = ({ by, make, several, method }: About) =>
  forEach(several, async () => {
    if (method === 'POST') return { by, body: itemBody() }
    const params = { id: await make('/api/uimenu', itemBody()) }
    return method === 'PUT' ? { by, params, body: { group: 'Work', order: next() } } : { by, params }
  })

/** Days that no other aim asks about, one after the other. */
const holidayBody = () => ({ day: new Date(Date.UTC(2_100, 0, next())).toISOString().slice(0, 10), name: 'Passing' })
export const ownHolidays = ({ by, make, several, method }: About) =>
  forEach(several, async () => {
    const params = { day: await make('/api/holidays', holidayBody()) }
    return method === 'PUT' ? { by, params, body: { name: `Passing ${next()}` } } : { by, params }
  })
