import { asking, firstOf, SEVERAL, whoMay, type World } from './aim-world.ts'
import type { Aim } from './calls.ts'

/** Categories that have no services, so that they may be deleted. */
export async function ownCategories(world: World): Promise<readonly Aim[]> {
  const [person] = whoMay(world, 'CREATE_CATEGORY')
  if (person === undefined) return []
  const aims: Aim[] = []
  for (let one = 0; one < SEVERAL; one += 1) {
    const { last } = (await firstOf<{ last: number }>(world, 'select max(id) as last from service_category')) ?? {
      last: 0,
    }
    const body = { category_name: `Category after ${last}`, category_code: `N${last}` }
    const { text } = await asking(world)(person, 'POST', '/api/service_categories', body)
    aims.push({ by: person.id, params: { id: JSON.parse(text).data?.id } })
  }
  return aims
}

/** A role for each of such categories: one with services could no longer be billed by others. */
export async function rolesOfCategories(world: World): Promise<readonly Aim[]> {
  const role = await firstOf<{ id: string }>(world, 'select id from role order by role limit 1')
  return (await ownCategories(world)).map((aim) => ({ ...aim, params: { ...aim.params, roleId: role?.id } }))
}
