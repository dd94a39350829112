import { setImmediate } from 'node:timers/promises'
import { type Categories, category } from '#domain/catalogue/category/category.ts'
import type { RevisedService } from '#domain/catalogue/price-import/events.ts'
import { type OfferedService, type PriceToSet, service } from '#domain/catalogue/service/service.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { type Command, isRefusal, type Refusal } from '#domain/kernel/decider.ts'
import type { ImportLine } from '#api/catalogue/contracts/price-import.ts'
import { catalogueAnswers, type CatalogueRefusal } from '#api/catalogue/refusals.ts'
import type { Catalogue } from './catalogue-now.ts'
import { type Said, saidIn } from './line-says.ts'
import { billedPrice, largeChange, standing } from './standing.ts'
import type { FileLine } from './read-file.ts'

/** Who imports, when, and what they may do; `idOf` gives a service that is added its id, by its code. */
export type Importer = {
  readonly command: Pick<Command<string, unknown>, 'id' | 'by' | 'at' | 'origin'>
  readonly may: { readonly add: boolean; readonly edit: boolean; readonly price: boolean }
  readonly idOf: (code: string) => string
}

export type Plan = { readonly lines: readonly ImportLine[]; readonly services: readonly RevisedService[] }

/** So many services are planned before others have their turn. */
const AT_ONCE = 25

/** What becomes of every line of a price list, and of each service by all of its lines: decided by the rules that hold for each alone. */
export async function planImport(file: readonly FileLine[], catalogue: Catalogue, importer: Importer): Promise<Plan> {
  const said = file.map((line) => ({ line, says: saidIn(line, catalogue, lagosDay(importer.command.at)) }))
  const byCode = new Map<string, SaidLine[]>()
  for (const one of said) {
    const code = one.line.code.toUpperCase()
    byCode.set(code, [...(byCode.get(code) ?? []), one])
  }
  let { categories } = catalogue
  const lines = new Map<number, ImportLine>()
  const services: RevisedService[] = []
  for (const [index, [code, ofService]] of [...byCode].entries()) {
    // Others are answered meanwhile: a list may have thousands.
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const planned = planService(ofService, code, { ...catalogue, categories }, importer)
    categories = planned.categories
    for (const line of planned.lines) lines.set(line.row, line)
    if (planned.revised !== undefined) services.push(planned.revised)
  }
  return { lines: file.flatMap(({ row }) => lines.get(row) ?? []), services }
}

type SaidLine = { readonly line: FileLine; readonly says: Said | string }
type PlannedService = {
  readonly lines: readonly ImportLine[]
  readonly revised: RevisedService | undefined
  /** With the place of a service that is added. */
  readonly categories: Categories
}

function planService(all: readonly SaidLine[], code: string, catalogue: Catalogue, importer: Importer): PlannedService {
  const known = catalogue.services.get(code)
  const lines: ImportLine[] = []
  let { categories } = catalogue
  let added: RevisedService['added']
  let name: string | undefined
  let state = known?.state
  const serviceId = known?.serviceId ?? importer.idOf(code)
  const prices: PriceToSet[] = []
  const seen = new Set<string>()
  // A service that is new is added by its own line, wherever that stands among the others.
  const inOrder = known === undefined ? all.toSorted((one, other) => rank(one) - rank(other)) : all
  for (const { line, says } of inOrder) {
    const put = (outcome: ImportLine['outcome'], what: string, places: Partial<Places> = {}) =>
      lines.push({ row: line.row, service_code: line.code, outcome, what, ...{ ...NOWHERE, ...places } })
    if (typeof says === 'string') {
      put('refused', says)
      continue
    }
    const { coeId = '', from = '' } = says.price
    const twice = seen.has(`${coeId} ${from}`)
    seen.add(`${coeId} ${from}`)
    if (twice) {
      put('refused', 'Another line has the same service, hospital and day')
      continue
    }
    if (state === undefined) {
      const adding = addService({ line, says, serviceId }, { ...catalogue, categories }, importer)
      if (typeof adding === 'string') {
        put('refused', adding)
        continue
      }
      ;({ added, state, categories } = adding)
      put('new', 'Service', { to: standing(state, says.price, importer.command.at, line.category) })
      continue
    }
    const revising = reviseService({ line, says, state, serviceId }, catalogue, importer)
    if (typeof revising === 'string') {
      put('refused', revising)
      continue
    }
    const places = placesOf(state, revising.state, says.price, importer.command.at)
    if (places.from === places.to) put('unchanged', says.about, places)
    else put(places.from === null ? 'new' : 'changed', says.about, places)
    if (revising.state === state) continue
    state = revising.state
    name = revising.name ?? name
    if (revising.isPriced) prices.push(says.price)
  }
  const isRevised = added !== undefined || name !== undefined || prices.length > 0
  const { revision } = known?.state ?? {}
  return {
    lines,
    categories,
    revised: isRevised
      ? {
          serviceId,
          ...(added === undefined ? {} : { added }),
          ...(revision === undefined ? {} : { revision }),
          ...(name === undefined ? {} : { name }),
          prices: prices.map((price) => ({ ...price })),
        }
      : undefined,
  }
}

type Places = Pick<ImportLine, 'from' | 'to' | 'change'>
const NOWHERE: Places = { from: null, to: null, change: null }

function placesOf(before: OfferedService, after: OfferedService, price: PriceToSet, at: string): Places {
  const [from = null, to = null] = [before, after].map((one) => standing(one, price, at))
  const [billed = null, next = null] = [before, after].map((one) => billedPrice(one, price, at))
  return { from, to, change: largeChange(billed, next) }
}

/** The line of the service itself first. */
const rank = ({ says }: SaidLine) =>
  typeof says !== 'string' && says.price.coeId === undefined && says.price.from === undefined ? 0 : 1

type OfLine = { readonly line: FileLine; readonly says: Said; readonly serviceId: string }

function addService({ line, says, serviceId }: OfLine, { categories }: Catalogue, { command, may }: Importer) {
  if (rank({ line, says }) > 0) return 'No service has this code, and no line adds one'
  if (!may.add) return 'You cannot add services'
  if (line.name === '') return 'No service has this code. A new service needs a name.'
  if (says.categoryId === undefined) return 'No service has this code. A new service needs a category.'
  const added = { name: line.name, code: line.code, categoryId: says.categoryId, price: says.price.price }
  const data = { serviceId, ...added }
  const decided = service.decide({ ...command, type: 'AddService', data }, service.initial())
  if (isRefusal(decided)) return told(decided)
  const { code, categoryId, name, price } = added
  const place = { serviceId, categoryId, code, adding: { name, code, price } }
  const placed = category.decide({ ...command, type: 'PlaceService', data: place }, categories)
  if (isRefusal(placed)) return told(placed)
  const state = decided.reduce(service.evolve, service.initial())
  if (state.status !== 'offered') return 'It cannot be added'
  return { added, state, categories: placed.reduce(category.evolve, categories) }
}

function reviseService(
  { line, says, state, serviceId }: OfLine & { readonly state: OfferedService },
  { categories }: Catalogue,
  { command, may }: Importer,
) {
  const isOwn = rank({ line, says }) === 0
  const isNamedAnew = line.name !== '' && line.name !== state.name
  if (isNamedAnew && !isOwn) return `The service is called ${state.name}, but its own line has another name`
  const place = categories.places.get(serviceId) ?? state.categoryId
  if (says.categoryId !== undefined && says.categoryId !== place)
    return 'The service is in another category. Use Edit to move it.'
  const name = isNamedAnew ? line.name : undefined
  const data = { serviceId, name, prices: [says.price] }
  const decided = service.decide({ ...command, type: 'ReviseService', data }, state)
  if (isRefusal(decided)) return told(decided)
  if (decided.length === 0) return { state, name: undefined, isPriced: false }
  if (says.price.coeId === undefined ? !may.edit : !may.price)
    return says.price.coeId === undefined ? 'You cannot edit services' : 'You cannot change hospital prices'
  const next = decided.reduce(service.evolve, state as ReturnType<typeof service.initial>)
  if (next.status !== 'offered') return 'It cannot be changed'
  return { state: next, name, isPriced: decided.some(({ type }) => type !== 'ServiceRenamed') }
}

function told({ refused, detail = {} }: Refusal<CatalogueRefusal>): string {
  const { message } = catalogueAnswers[refused]
  return typeof message === 'string' ? message : message(detail, '')
}
