import { type Command, type Decider, type Decision, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { isShortCode, MAX_CODE_LENGTH } from '#domain/kernel/short-code.ts'
import { plainName } from '#domain/kernel/text.ts'
import type { CategoryEvent } from './events.ts'

/** The category of every drug (spec, constants: drug service category id). */
export const DRUG_CATEGORY = 4
/** All categories stand in one stream: their ids have no gaps, and no two have one name (docs/decisions/0032). */
export const ALL_CATEGORIES = 'all'

type Names = { readonly name: string; readonly code: string }
type Id = { readonly categoryId: number }
/** What tells a service apart from all others, and where it stands among them. */
type Filing = { readonly code: string; readonly parentId?: string | undefined }
/** Without a code what it is filed under stays, or is said later. */
type AskedFiling = { readonly code?: string | undefined; readonly parentId?: string | undefined }
/** What else a service is added with. */
type Adding = NonNullable<Extract<CategoryEvent, { type: 'ServicePlacedInCategory' }>['data']['adding']>
type OfService = { readonly serviceId: string }
export type CategoryCommand =
  | Command<'AddCategory', Names>
  | Command<'RenameCategory', Id & Names>
  | Command<'DeleteCategory', Id>
  /** Before a service is added: from here on its category stays. */
  | Command<'PlaceService', Id & OfService & AskedFiling & { readonly adding?: Adding | undefined }>
  /** To a category, out of the one where it stands, and under what it is filed: all of it or nothing. */
  | Command<'FileService', Id & OfService & AskedFiling>
  /** Before a service is deleted: whoever edits it from here on is told so. It keeps its place, as old bills name it. */
  | Command<'StrikeService', OfService>
  | Command<'AttachRole', Id & { readonly roleId: string }>
  | Command<'DetachRole', Id & { readonly roleId: string }>
export type CategoryRefusal =
  | 'category_unknown'
  | 'category_already_added'
  | 'category_code_too_long'
  | 'category_code_taken'
  | 'category_is_of_drugs'
  | 'category_has_services'
  | 'category_of_service_is_another'
  | 'category_without_service'
  | 'category_service_deleted'
  | 'category_service_code_taken'
  | 'category_service_parent_unknown'
  | 'category_service_under_itself'

/** `roles` are the ids of those that are attached to it. */
type Category = Names & { readonly roles: readonly string[] }
export type Categories = {
  /** The highest id ever given; ids are given one after the other and never again. */
  readonly last: number
  readonly active: ReadonlyMap<number, Category>
  /** The category of each service, by the service's id. */
  readonly places: ReadonlyMap<string, number>
  readonly services: ReadonlyMap<string, Filing & { readonly isStruckOff: boolean }>
  /** Which id a request was given, by the id of its command. */
  readonly requests: ReadonlyMap<string, number>
}

/** Whether those who hold some roles see and bill what stands in a category with these (docs/decisions/0032). */
export const isOpenTo = (held: readonly string[], attached: readonly string[]): boolean =>
  attached.length === 0 || attached.some((roleId) => held.includes(roleId))

function decide(command: CategoryCommand, categories: Categories): Decision<CategoryEvent, CategoryRefusal> {
  const { active, last, places, services, requests } = categories
  const stamp = { by: command.by, at: command.at }
  if (command.type === 'AddCategory') {
    if (requests.has(command.id)) return []
    const data = { ...command.data, categoryId: last + 1, request: command.id, ...stamp }
    return checkNames(command.data, categories) ?? [{ type: 'CategoryAdded', data }]
  }
  if (command.type === 'StrikeService') {
    const { serviceId } = command.data
    const place = places.get(serviceId)
    if (place === undefined || services.get(serviceId)?.isStruckOff === true) return []
    return [{ type: 'ServiceStruckOff', data: { categoryId: place, serviceId, ...stamp } }]
  }
  const { categoryId } = command.data
  const category = active.get(categoryId)
  if (command.type === 'DeleteCategory') {
    if (categoryId === DRUG_CATEGORY) return refuse('category_is_of_drugs')
    if (category === undefined) return wasGiven(categoryId, categories) ? [] : refuse('category_unknown')
    const isOffered = (serviceId: string) => services.get(serviceId)?.isStruckOff !== true
    const offered = [...places].filter(([serviceId, place]) => place === categoryId && isOffered(serviceId)).length
    return offered > 0
      ? refuse('category_has_services', { services: offered })
      : [{ type: 'CategoryDeleted', data: { categoryId, ...stamp } }]
  }
  if (category === undefined) return refuse('category_unknown')
  switch (command.type) {
    case 'RenameCategory': {
      if (category.name === command.data.name && category.code === command.data.code) return []
      const data = { ...command.data, ...stamp }
      return checkNames(command.data, categories, categoryId) ?? [{ type: 'CategoryRenamed', data }]
    }
    case 'PlaceService': {
      const place = places.get(command.data.serviceId)
      if (place === categoryId) return []
      if (place !== undefined) return refuse('category_of_service_is_another')
      // Drugs come from the product catalogue, and are billed by other people (spec, E070).
      if (categoryId === DRUG_CATEGORY) return refuse('category_is_of_drugs')
      const { serviceId, adding } = command.data
      const filed = file(command.data, stamp, categories)
      if ('refused' in filed) return filed
      return [{ type: 'ServicePlacedInCategory', data: { categoryId, serviceId, adding, ...stamp } }, ...filed]
    }
    case 'FileService': {
      const { serviceId } = command.data
      const from = places.get(serviceId)
      if (from === undefined) return refuse('category_without_service')
      if (services.get(serviceId)?.isStruckOff === true) return refuse('category_service_deleted')
      if (from !== categoryId && categoryId === DRUG_CATEGORY) return refuse('category_is_of_drugs')
      const filed = file(command.data, stamp, categories)
      if ('refused' in filed) return filed
      if (from === categoryId) return filed
      return [{ type: 'ServiceMovedToCategory', data: { categoryId, serviceId, from, ...stamp } }, ...filed]
    }
    case 'AttachRole':
      if (category.roles.includes(command.data.roleId)) return []
      return [{ type: 'RoleAttachedToCategory', data: { ...command.data, ...stamp } }]
    case 'DetachRole':
      if (!category.roles.includes(command.data.roleId)) return []
      return [{ type: 'RoleDetachedFromCategory', data: { ...command.data, ...stamp } }]
  }
}

const wasGiven = (categoryId: number, { last }: Categories) => categoryId >= 1 && categoryId <= last

/** Names and codes tell categories apart for people: capitals and blanks make no difference. */
function checkNames({ name, code }: Names, { active }: Categories, own?: number): Refusal<CategoryRefusal> | undefined {
  if (!isShortCode(code)) return refuse('category_code_too_long', { most: MAX_CODE_LENGTH })
  const others = [...active].filter(([id]) => id !== own).map(([, category]) => category)
  const isTaken = (of: keyof Names, value: string) => others.some((other) => alike(other[of], value))
  if (isTaken('name', name)) return refuse('category_already_added')
  return isTaken('code', code) ? refuse('category_code_taken') : undefined
}

/** A code is one offered service's alone; a parent is offered when it is given, and stands nowhere below. */
function file(
  { categoryId, serviceId, code, parentId }: Id & OfService & AskedFiling,
  stamp: { readonly by: string; readonly at: string },
  { services, places }: Categories,
): readonly CategoryEvent[] | Refusal<CategoryRefusal> {
  const known = services.get(serviceId)
  if (code === undefined || (code === known?.code && parentId === known.parentId)) return []
  if (!isShortCode(code)) return refuse('category_code_too_long', { most: MAX_CODE_LENGTH })
  const isTaken = [...services].some(([id, other]) => id !== serviceId && !other.isStruckOff && alike(other.code, code))
  if (isTaken) return refuse('category_service_code_taken')
  if (parentId !== undefined && parentId !== known?.parentId) {
    if (!places.has(parentId) || services.get(parentId)?.isStruckOff === true)
      return parentId === serviceId
        ? refuse('category_service_under_itself')
        : refuse('category_service_parent_unknown')
    if (isAbove(serviceId, parentId, services)) return refuse('category_service_under_itself')
  }
  return [{ type: 'ServiceFiled', data: { categoryId, serviceId, code, parentId, ...stamp } }]
}

/** Whether a service is another, or that one stands under it. Ends also where somebody forged a circle into the log. */
function isAbove(serviceId: string, other: string | undefined, services: Categories['services']): boolean {
  const seen = new Set<string>()
  for (let at = other; at !== undefined && !seen.has(at); at = services.get(at)?.parentId) {
    if (at === serviceId) return true
    seen.add(at)
  }
  return false
}

const alike = (one: string, other: string) => plainName(one) === plainName(other)

function evolve(categories: Categories, { type, data }: CategoryEvent): Categories {
  const { active, last, places, services, requests } = categories
  const { categoryId } = data
  switch (type) {
    case 'CategoryAdded':
      return {
        last: Math.max(last, categoryId),
        active: new Map(active).set(categoryId, { name: data.name, code: data.code, roles: [] }),
        places,
        services,
        requests: new Map(requests).set(data.request, categoryId),
      }
    case 'CategoryRenamed':
      return changed(categories, categoryId, () => ({ name: data.name, code: data.code }))
    case 'CategoryDeleted':
      return { ...categories, active: new Map([...active].filter(([id]) => id !== categoryId)) }
    case 'ServicePlacedInCategory':
    case 'ServiceMovedToCategory':
      return { ...categories, places: new Map(places).set(data.serviceId, categoryId) }
    case 'ServiceFiled': {
      const filed = { code: data.code, parentId: data.parentId, isStruckOff: false }
      return { ...categories, services: new Map(services).set(data.serviceId, filed) }
    }
    case 'ServiceStruckOff': {
      const filed = services.get(data.serviceId) ?? { code: '' }
      return { ...categories, services: new Map(services).set(data.serviceId, { ...filed, isStruckOff: true }) }
    }
    case 'RoleAttachedToCategory':
      return changed(categories, categoryId, ({ roles }) => ({ roles: [...without(roles, data.roleId), data.roleId] }))
    case 'RoleDetachedFromCategory':
      return changed(categories, categoryId, ({ roles }) => ({ roles: without(roles, data.roleId) }))
  }
}

function changed(categories: Categories, id: number, change: (category: Category) => Partial<Category>): Categories {
  const category = categories.active.get(id)
  if (category === undefined) return categories
  return { ...categories, active: new Map(categories.active).set(id, { ...category, ...change(category) }) }
}

const without = (list: readonly string[], item: string) => list.filter((other) => other !== item)

/** Stream `category-all`. */
export const category: Decider<Categories, CategoryCommand, CategoryEvent, CategoryRefusal> = {
  category: 'category',
  initial: () => ({ last: 0, active: new Map(), places: new Map(), services: new Map(), requests: new Map() }),
  decide,
  evolve,
}
