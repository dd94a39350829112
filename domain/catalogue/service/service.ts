import { type Command, type Decider, type Decision, isRefusal, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { lagosDay } from '#domain/kernel/dates.ts'
import { type Kobo, MAX_AMOUNT, ZERO } from '#domain/kernel/money.ts'
import { same } from '#domain/kernel/same.ts'
import { isShortCode, MAX_CODE_LENGTH } from '#domain/kernel/short-code.ts'
import type { ServiceEvent } from './events.ts'
import { plannedAfter, priceOn, type Prices, withoutPrice, withPrice } from './prices.ts'

type Id = { readonly serviceId: string }
type Names = { readonly name: string; readonly code: string; readonly parentId?: string | undefined }
/** As it was asked for. Where it stands, under which code and parent, the categories say: they know all services. */
type Facts = Names & { readonly categoryId: number }
/** A hospital's own price, kobo. */
type PriceAtCoe = { readonly coeId: string; readonly price: Kobo }
/** Whose price it is: a hospital's, or the service's where none is named; and from which Lagos day on. */
type Planned = { readonly coeId?: string | undefined; readonly from: string }
/** The `revision` at which whoever prices it has read it; left out, whatever has changed since. */
type Read = { readonly revision?: number | undefined }
/** A price to be set: a hospital's own or the service's, from a day to come or from now on. */
export type PriceToSet = {
  readonly coeId?: string | undefined
  readonly from?: string | undefined
  readonly price: Kobo
}
/** `before` is what whoever gives a hospital a price takes for granted: that it has none of its own yet, or one to change. */
export type ServiceCommand =
  | Command<'AddService', Id & Facts & { readonly price: Kobo }>
  | Command<'EditService', Id & Names & { readonly price: Kobo }>
  | Command<'DeleteService', Id>
  | Command<'ChangeServicePrice', Id & { readonly price: Kobo }>
  | Command<'PriceServiceAtCoe', Id & Read & PriceAtCoe & { readonly before?: 'none' | 'some' }>
  | Command<'WithdrawServiceFromCoe', Id & { readonly coeId: string }>
  | Command<'PlanServicePrice', Id & Read & Planned & { readonly price: Kobo }>
  | Command<'WithdrawPlannedPrice', Id & Planned>
  /** Another name and several prices, all of it or nothing. */
  | Command<'ReviseService', Id & Read & { readonly name?: string | undefined; readonly prices: readonly PriceToSet[] }>

export type ServiceRefusal =
  | 'service_unknown'
  | 'service_already_added'
  | 'service_deleted'
  | 'service_changed'
  | 'service_code_too_long'
  | 'service_price_not_positive'
  | 'service_price_too_large'
  | 'service_priced_at_coe'
  | 'service_not_priced_at_coe'
  | 'service_price_day_not_to_come'
  | 'service_price_day_too_far'
  | 'service_price_held_already'
  | 'service_prices_too_many'

/** Whose price is the service's own, among the prices of hospitals by their ids. */
const OWN = ''
/** So many prices may be planned of one hospital: one a month for two years. */
export const MAX_PLANNED = 24
/** So many years ahead; a later day is a slip of the finger. */
const YEARS_AHEAD = 5

/** `prices` are the service's own under '', and those of hospitals by their ids; `revision` counts what happened to it. */
export type OfferedService = Facts & {
  readonly status: 'offered'
  readonly prices: ReadonlyMap<string, Prices>
  readonly revision: number
}
export type Service = { readonly status: 'none' } | { readonly status: 'deleted' } | OfferedService

const pricesOf = ({ prices }: OfferedService, coeId: string = OWN): Prices => prices.get(coeId) ?? []

/** The price of the service on a Lagos day, where a hospital has none of its own; before its first day, the first. Kobo. */
export const basePriceOn = (service: OfferedService, day: string): Kobo =>
  priceOn(pricesOf(service), day) ?? pricesOf(service)[0]?.price ?? ZERO

/** A hospital's own price on a Lagos day; null where it has none. */
export const ownPriceOn = (service: OfferedService, coeId: string, day: string): Kobo | null =>
  priceOn(pricesOf(service, coeId), day)

/** What a hospital bills for one on a Lagos day, in kobo: its own price, else the service's (domain.md, Money). */
export const priceAt = (service: OfferedService, coeId: string, day: string): Kobo =>
  ownPriceOn(service, coeId, day) ?? basePriceOn(service, day)

function decide(command: ServiceCommand, service: Service): Decision<ServiceEvent, ServiceRefusal> {
  const stamp = { by: command.by, at: command.at }
  const today = lagosDay(command.at)
  if (command.type === 'AddService') {
    const { price } = command.data
    if (service.status !== 'none') {
      const isKnown =
        service.status === 'offered' &&
        same(factsIn(service), factsIn(command.data)) &&
        basePriceOn(service, today) === price
      return isKnown ? [] : refuse('service_already_added')
    }
    return (
      checkCode(command.data.code) ??
      checkPrice(price) ?? [{ type: 'ServiceAdded', data: { ...command.data, ...stamp } }]
    )
  }
  if (service.status === 'none') return refuse('service_unknown')
  if (service.status === 'deleted') return command.type === 'DeleteService' ? [] : refuse('service_deleted')
  if ('revision' in command.data && command.data.revision !== undefined && command.data.revision !== service.revision)
    return refuse('service_changed')
  switch (command.type) {
    case 'EditService':
      return edit(command.data, service, stamp)
    case 'DeleteService':
      return [{ type: 'ServiceDeleted', data: { ...command.data, ...stamp } }]
    case 'ChangeServicePrice': {
      const { price } = command.data
      if (price === basePriceOn(service, today)) return []
      return checkPrice(price) ?? [{ type: 'ServicePriceChanged', data: { ...command.data, ...stamp } }]
    }
    case 'PriceServiceAtCoe': {
      const { serviceId, coeId, price, before } = command.data
      const own = ownPriceOn(service, coeId, today)
      if (own === price) return []
      const wrong = checkPrice(price)
      if (wrong !== undefined) return wrong
      if (own !== null && before === 'none') return refuse('service_priced_at_coe')
      if (own === null && before === 'some') return refuse('service_not_priced_at_coe')
      return [{ type: 'ServicePricedAtCoe', data: { serviceId, coeId, price, ...stamp } }]
    }
    case 'WithdrawServiceFromCoe':
      if (ownPriceOn(service, command.data.coeId, today) === null) return []
      return [{ type: 'ServiceWithdrawnFromCoe', data: { ...command.data, ...stamp } }]
    case 'PlanServicePrice': {
      const { serviceId, coeId, from, price } = command.data
      const planned = plannedAfter(pricesOf(service, coeId), today)
      const before = planned.find((one) => one.from === from)
      if (before?.price === price) return []
      const wrong = checkPrice(price) ?? checkDay(from, today)
      if (wrong !== undefined) return wrong
      // Asked before midnight, and told after somebody has changed the price of the new day.
      if (before?.isPlanned === false) return refuse('service_price_day_not_to_come')
      if (before === undefined && planned.length >= MAX_PLANNED)
        return refuse('service_prices_too_many', { most: MAX_PLANNED })
      return [{ type: 'ServicePricePlanned', data: { serviceId, coeId, from, price, ...stamp } }]
    }
    case 'WithdrawPlannedPrice': {
      const { serviceId, coeId, from } = command.data
      if (!pricesOf(service, coeId).some((one) => one.from === from && one.isPlanned)) return []
      if (from <= today) return refuse('service_price_held_already')
      return [{ type: 'ServicePlannedPriceWithdrawn', data: { serviceId, coeId, from, ...stamp } }]
    }
    case 'ReviseService':
      return inTurn(service, partsOf(command, service))
  }
}

/** What a revision comes to, each part as the command that it is. */
function partsOf(
  { data: { serviceId, name, prices }, ...given }: Extract<ServiceCommand, { readonly type: 'ReviseService' }>,
  service: OfferedService,
): readonly ServiceCommand[] {
  const { code, parentId } = service
  const price = basePriceOn(service, lagosDay(given.at))
  const renamed: readonly ServiceCommand[] =
    name === undefined ? [] : [{ ...given, type: 'EditService', data: { serviceId, name, code, parentId, price } }]
  return [
    ...renamed,
    ...prices.map(({ coeId, from, price: to }): ServiceCommand => {
      if (from !== undefined) return { ...given, type: 'PlanServicePrice', data: { serviceId, coeId, from, price: to } }
      if (coeId !== undefined) return { ...given, type: 'PriceServiceAtCoe', data: { serviceId, coeId, price: to } }
      return { ...given, type: 'ChangeServicePrice', data: { serviceId, price: to } }
    }),
  ]
}

/** What one command after the other says; nothing where one of them is refused. */
function inTurn(service: Service, commands: readonly ServiceCommand[]): Decision<ServiceEvent, ServiceRefusal> {
  const said: ServiceEvent[] = []
  let state = service
  for (const command of commands) {
    const decision = decide(command, state)
    if (isRefusal(decision)) return decision
    said.push(...decision)
    state = decision.reduce(evolve, state)
  }
  return said
}

/** What is said anew, each as what it is; nothing of what stays. */
function edit(
  { serviceId, name, code, parentId, price }: Id & Names & { readonly price: Kobo },
  service: OfferedService,
  stamp: { readonly by: string; readonly at: string },
): Decision<ServiceEvent, ServiceRefusal> {
  const about = { serviceId, ...stamp }
  const wrong = checkCode(code) ?? checkPrice(price)
  if (wrong !== undefined) return wrong
  const isNamedAnew = name !== service.name || code !== service.code
  const isPricedAnew = price !== basePriceOn(service, lagosDay(stamp.at))
  return [
    ...(isNamedAnew ? [{ type: 'ServiceRenamed' as const, data: { ...about, name, code } }] : []),
    ...(parentId === service.parentId ? [] : [{ type: 'ServiceParentChanged' as const, data: { ...about, parentId } }]),
    ...(isPricedAnew ? [{ type: 'ServicePriceChanged' as const, data: { ...about, price } }] : []),
  ]
}

function checkCode(code: string): Refusal<ServiceRefusal> | undefined {
  return isShortCode(code) ? undefined : refuse('service_code_too_long', { most: MAX_CODE_LENGTH })
}

function checkPrice(price: Kobo): Refusal<ServiceRefusal> | undefined {
  if (price <= 0) return refuse('service_price_not_positive')
  return price > MAX_AMOUNT ? refuse('service_price_too_large') : undefined
}

/** What was billed today stays, so a price begins tomorrow at the earliest. */
function checkDay(from: string, today: string): Refusal<ServiceRefusal> | undefined {
  if (from <= today) return refuse('service_price_day_not_to_come')
  const last = `${Number(today.slice(0, 4)) + YEARS_AHEAD}${today.slice(4)}`
  return from > last ? refuse('service_price_day_too_far', { years: YEARS_AHEAD }) : undefined
}

function evolve(service: Service, { type, data }: ServiceEvent): Service {
  const now = (price: Kobo | null) => ({ from: lagosDay(data.at), price, isPlanned: false })
  if (type === 'ServiceAdded')
    return {
      status: 'offered',
      ...factsIn(data),
      prices: new Map([[OWN, [now(data.price)]]]),
      revision: 1,
    }
  if (service.status !== 'offered') return service
  const gone = { ...service, revision: service.revision + 1 }
  switch (type) {
    case 'ServiceRenamed':
      return { ...gone, name: data.name, code: data.code }
    case 'ServiceParentChanged':
      return { ...gone, parentId: data.parentId }
    case 'ServiceDeleted':
      return { status: 'deleted' }
    case 'ServicePriceChanged':
      return priced(gone, OWN, (prices) => withPrice(prices, now(data.price)))
    case 'ServicePricedAtCoe':
      return priced(gone, data.coeId, (prices) => withPrice(prices, now(data.price)))
    case 'ServiceWithdrawnFromCoe':
      return priced(gone, data.coeId, (prices) => withPrice(prices, now(null)))
    case 'ServicePricePlanned': {
      const { from, price } = data
      return priced(gone, data.coeId, (prices) => withPrice(prices, { from, price, isPlanned: true }))
    }
    case 'ServicePlannedPriceWithdrawn':
      return priced(gone, data.coeId, (prices) => withoutPrice(prices, data.from))
  }
}

function priced(service: OfferedService, coeId: string = OWN, change: (prices: Prices) => Prices): OfferedService {
  return { ...service, prices: new Map(service.prices).set(coeId, change(pricesOf(service, coeId))) }
}

function factsIn({ name, code, categoryId, parentId }: Facts): Facts {
  return { name, code, categoryId, parentId }
}

/** Stream `service-{id}`. */
export const service: Decider<Service, ServiceCommand, ServiceEvent, ServiceRefusal> = {
  category: 'service',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
