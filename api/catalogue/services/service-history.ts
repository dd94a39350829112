import { ALL_CATEGORIES, category } from '#domain/catalogue/category/category.ts'
import { type CategoryEvent, categoryEvents } from '#domain/catalogue/category/events.ts'
import { type ServiceEvent, serviceEvents } from '#domain/catalogue/service/events.ts'
import { basePriceOn, ownPriceOn, service, type Service } from '#domain/catalogue/service/service.ts'
import { dayText, lagosDay } from '#domain/kernel/dates.ts'
import { formatNaira, type Kobo } from '#domain/kernel/money.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { AppContext } from '#api/context.ts'
import type { HistoryEntry } from '#api/contracts/history.ts'
import { historyOf, type Said } from '#api/history.ts'

/** What things are called that a history names by their ids. */
type Names = {
  readonly coe: (id: string) => string
  readonly category: (id: number) => string
  readonly service: (id: string) => string
}
type Moved = Extract<CategoryEvent, { readonly type: 'ServiceMovedToCategory' }>

/** The events of a service itself. */
export const eventsOfService = ({ log }: AppContext, id: string) => log.read<ServiceEvent>(`${service.category}-${id}`)

/** All that was done to a service, newest first: from which value to which; its moves between categories too, which those keep. */
export async function historyOfService(
  context: AppContext,
  { id, own }: { readonly id: string; readonly own: readonly Recorded<ServiceEvent>[] },
  names: Names,
): Promise<HistoryEntry[]> {
  const said = new Map<ServiceEvent, string>()
  let state = service.initial()
  for (const { event } of own) {
    said.set(event, inWords(event, state, names))
    state = service.evolve(state, event)
  }
  const moves = (await context.log.read<CategoryEvent>(`${category.category}-${ALL_CATEGORIES}`)).filter(isMoveOf(id))
  const say = (what: string): Said => ({ what, why: null })
  const entries = [
    ...(await historyOf(
      context,
      { events: own, unread: [] },
      { events: serviceEvents, inWords: (event) => say(said.get(event) ?? ''), isMasked: false },
    )),
    ...(await historyOf(
      context,
      { events: moves, unread: [] },
      {
        events: categoryEvents,
        inWords: ({ data: { from, categoryId } }: Moved) =>
          say(`Moved from ${names.category(from)} to ${names.category(categoryId)}`),
        isMasked: false,
      },
    )),
  ]
  return entries.sort((one, other) => other.position - one.position)
}

const isMoveOf =
  (id: string) =>
  (recorded: Recorded<CategoryEvent>): recorded is Recorded<Moved> =>
    recorded.event.type === 'ServiceMovedToCategory' && recorded.event.data.serviceId === id

function inWords({ type, data }: ServiceEvent, state: Service, names: Names): string {
  const before = state.status === 'offered' ? state : undefined
  const today = lagosDay(data.at)
  const ownOf = (coeId: string) => (before === undefined ? null : ownPriceOn(before, coeId, today))
  const planned = ({ coeId = '', from }: { readonly coeId?: string | undefined; readonly from: string }) => ({
    whose: coeId === '' ? 'Price' : `Own price of ${names.coe(coeId)}`,
    was: before?.prices.get(coeId)?.find((one) => one.from === from)?.price,
  })
  const nameOf = (parentId: string | undefined) => (parentId === undefined ? 'none' : names.service(parentId))
  switch (type) {
    case 'ServiceAdded':
      return `Added as ${data.name} (${data.code}) at NGN ${formatNaira(data.price)}`
    case 'ServiceRenamed':
      return `Renamed from ${before?.name} (${before?.code}) to ${data.name} (${data.code})`
    case 'ServiceParentChanged':
      return `Parent changed from ${nameOf(before?.parentId)} to ${nameOf(data.parentId)}`
    case 'ServiceDeleted':
      return 'Deleted'
    case 'ServicePriceChanged':
      return `Price changed from ${nairaOr(before === undefined ? null : basePriceOn(before, today))} to NGN ${formatNaira(data.price)}`
    case 'ServicePricedAtCoe': {
      const own = ownOf(data.coeId)
      const to = `NGN ${formatNaira(data.price)}`
      return own === null
        ? `Own price of ${names.coe(data.coeId)}: ${to}`
        : `Own price of ${names.coe(data.coeId)} changed from ${nairaOr(own)} to ${to}`
    }
    case 'ServiceWithdrawnFromCoe':
      return `Own price of ${names.coe(data.coeId)} taken away, was ${nairaOr(ownOf(data.coeId))}`
    case 'ServicePricePlanned': {
      const { whose, was } = planned(data)
      const to = `NGN ${formatNaira(data.price)}`
      const from = `from ${dayText(data.from)} on`
      return was === undefined ? `${whose} ${from}: ${to}` : `${whose} ${from} changed from ${nairaOr(was)} to ${to}`
    }
    case 'ServicePlannedPriceWithdrawn': {
      const { whose, was } = planned(data)
      return `${whose} from ${dayText(data.from)} on withdrawn, was ${nairaOr(was)}`
    }
  }
}

const nairaOr = (price: Kobo | null | undefined) => (typeof price !== 'number' ? 'none' : `NGN ${formatNaira(price)}`)
