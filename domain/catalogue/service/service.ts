import { type Command, type Decider, type Decision, type Refusal, refuse } from '#domain/kernel/decider.ts'
import { type Kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { same } from '#domain/kernel/same.ts'
import { isShortCode, MAX_CODE_LENGTH } from '#domain/kernel/short-code.ts'
import type { ServiceEvent } from './events.ts'

type Id = { readonly serviceId: string }
type Names = { readonly name: string; readonly code: string; readonly parentId?: string | undefined }
/** As it was asked for. Where it stands, under which code and parent, the categories say: they know all services. */
type Facts = Names & { readonly categoryId: number }
/** A hospital's own price, kobo. */
type PriceAtCoe = { readonly coeId: string; readonly price: Kobo }
/** `before` is what whoever gives a hospital a price takes for granted: that it has none of its own yet, or one to change. */
export type ServiceCommand =
  | Command<'AddService', Id & Facts & { readonly price: Kobo }>
  | Command<'EditService', Id & Names & { readonly price: Kobo }>
  | Command<'DeleteService', Id>
  | Command<'ChangeServicePrice', Id & { readonly price: Kobo }>
  | Command<'PriceServiceAtCoe', Id & PriceAtCoe & { readonly before?: 'none' | 'some' }>
  | Command<'WithdrawServiceFromCoe', Id & { readonly coeId: string }>

export type ServiceRefusal =
  | 'service_unknown'
  | 'service_already_added'
  | 'service_deleted'
  | 'service_code_too_long'
  | 'service_price_not_positive'
  | 'service_price_too_large'
  | 'service_priced_at_coe'
  | 'service_not_priced_at_coe'

/** `price` is the price where a hospital has none of its own in `coePrices` (by hospital id); kobo. */
export type OfferedService = Facts & {
  readonly status: 'offered'
  readonly price: Kobo
  readonly coePrices: ReadonlyMap<string, Kobo>
}
export type Service = { readonly status: 'none' } | { readonly status: 'deleted' } | OfferedService

/** What a hospital bills for one, in kobo: its own price, else the service's (domain.md, Money). */
export function priceAt({ price, coePrices }: OfferedService, coeId: string): Kobo {
  return coePrices.get(coeId) ?? price
}

function decide(command: ServiceCommand, service: Service): Decision<ServiceEvent, ServiceRefusal> {
  const stamp = { by: command.by, at: command.at }
  if (command.type === 'AddService') {
    const { price } = command.data
    if (service.status !== 'none') {
      const isKnown =
        service.status === 'offered' && same(factsIn(service), factsIn(command.data)) && service.price === price
      return isKnown ? [] : refuse('service_already_added')
    }
    return (
      checkCode(command.data.code) ??
      checkPrice(price) ?? [{ type: 'ServiceAdded', data: { ...command.data, ...stamp } }]
    )
  }
  if (service.status === 'none') return refuse('service_unknown')
  if (service.status === 'deleted') return command.type === 'DeleteService' ? [] : refuse('service_deleted')
  switch (command.type) {
    case 'EditService':
      return edit(command.data, service, stamp)
    case 'DeleteService':
      return [{ type: 'ServiceDeleted', data: { ...command.data, ...stamp } }]
    case 'ChangeServicePrice': {
      const { price } = command.data
      if (price === service.price) return []
      return checkPrice(price) ?? [{ type: 'ServicePriceChanged', data: { ...command.data, ...stamp } }]
    }
    case 'PriceServiceAtCoe': {
      const { serviceId, coeId, price, before } = command.data
      const own = service.coePrices.get(coeId)
      if (own === price) return []
      const wrong = checkPrice(price)
      if (wrong !== undefined) return wrong
      if (own !== undefined && before === 'none') return refuse('service_priced_at_coe')
      if (own === undefined && before === 'some') return refuse('service_not_priced_at_coe')
      return [{ type: 'ServicePricedAtCoe', data: { serviceId, coeId, price, ...stamp } }]
    }
    case 'WithdrawServiceFromCoe':
      if (!service.coePrices.has(command.data.coeId)) return []
      return [{ type: 'ServiceWithdrawnFromCoe', data: { ...command.data, ...stamp } }]
  }
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
  return [
    ...(isNamedAnew ? [{ type: 'ServiceRenamed' as const, data: { ...about, name, code } }] : []),
    ...(parentId === service.parentId ? [] : [{ type: 'ServiceParentChanged' as const, data: { ...about, parentId } }]),
    ...(price === service.price ? [] : [{ type: 'ServicePriceChanged' as const, data: { ...about, price } }]),
  ]
}

function checkCode(code: string): Refusal<ServiceRefusal> | undefined {
  return isShortCode(code) ? undefined : refuse('service_code_too_long', { most: MAX_CODE_LENGTH })
}

function checkPrice(price: Kobo): Refusal<ServiceRefusal> | undefined {
  if (price <= 0) return refuse('service_price_not_positive')
  return price > MAX_AMOUNT ? refuse('service_price_too_large') : undefined
}

function evolve(service: Service, { type, data }: ServiceEvent): Service {
  if (type === 'ServiceAdded')
    return { status: 'offered', ...factsIn(data), price: data.price, coePrices: new Map<string, Kobo>() }
  if (service.status !== 'offered') return service
  switch (type) {
    case 'ServiceRenamed':
      return { ...service, name: data.name, code: data.code }
    case 'ServiceParentChanged':
      return { ...service, parentId: data.parentId }
    case 'ServiceDeleted':
      return { status: 'deleted' }
    case 'ServicePriceChanged':
      return { ...service, price: data.price }
    case 'ServicePricedAtCoe':
      return { ...service, coePrices: new Map(service.coePrices).set(data.coeId, data.price) }
    case 'ServiceWithdrawnFromCoe':
      return { ...service, coePrices: new Map([...service.coePrices].filter(([coeId]) => coeId !== data.coeId)) }
  }
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
