import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import type { CoeRegisterEvent } from '#domain/catalogue/coe-register/events.ts'
import type { CoeEvent } from '#domain/catalogue/coe/events.ts'
import type { PriceImportEvent } from '#domain/catalogue/price-import/events.ts'
import type { ServiceEvent } from '#domain/catalogue/service/events.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import type { UserEvent } from '#domain/people/user/events.ts'

type Catalogue = CategoryEvent | CoeEvent | CoeRegisterEvent | PriceImportEvent | ServiceEvent
type Event = Catalogue | TransactionEvent | UserEvent

/**
 * What somebody has begun that is finished under their name, by a process perhaps, long after they have gone: the beginning was held
 * against what they might then, and the rest is not again. It is where an event's right says `follows` beside another way.
 */
export function createBegun() {
  /** How often each is begun, and not finished yet. */
  const begun = new Map<string, number>()
  /** What each price list on its way changes. */
  const imports = new Map<string, readonly string[]>()

  const begin = (keys: readonly string[]) => keys.forEach((key) => begun.set(key, (begun.get(key) ?? 0) + 1))
  function end(...keys: readonly string[]): void {
    for (const key of keys) {
      const left = (begun.get(key) ?? 0) - 1
      if (left > 0) begun.set(key, left)
      else begun.delete(key)
    }
  }

  return {
    isFinished: (type: string, { data }: { readonly data: object }, stream: string): boolean =>
      keysOf({ type, data } as Event, stream).some((key) => begun.has(key)),

    follow(event: { readonly type: string; readonly data: object }, stream: string): void {
      const { type, data } = event as Event
      switch (type) {
        case 'UserRolesAsked':
          return begin([`roles ${data.userId}`])
        case 'UserRolesAssigned':
        case 'UserRolesRefused':
          return end(`roles ${data.userId}`)
        case 'TransactionInvoiced':
          return begin([`steps ${stream}`])
        case 'TransactionReleased':
        case 'TransactionPermsecApproved':
          return end(`steps ${stream}`)
        case 'CoeEntered':
          if (data.registering === undefined) return
          return begin([`hospital ${data.coeId}`, `account ${data.registering.adminId}`])
        case 'CoeRegistered':
        case 'CoeTakenBack':
          return end(`hospital ${data.coeId}`)
        // An account comes with its invitation behind it, or never.
        case 'UserCodeAsked':
        case 'UserRegistrationAbandoned':
          return end(`account ${data.userId}`)
        case 'ServicePlacedInCategory':
          return data.adding === undefined ? undefined : begin([`service ${data.serviceId}`])
        case 'ServiceAdded':
          return end(`service ${data.serviceId}`)
        case 'PriceImportRequested': {
          const keys = data.services.map(({ serviceId }) => `prices ${serviceId}`)
          imports.set(data.importId, keys)
          return begin(keys)
        }
        case 'PriceImportCompleted':
          end(...(imports.get(data.importId) ?? []))
          imports.delete(data.importId)
      }
    },
  }
}

/** What an event may finish. */
function keysOf({ type, data }: Event, stream: string): readonly string[] {
  switch (type) {
    case 'UserRolesAssigned':
      return [`roles ${data.userId}`]
    case 'TransactionPaymentInitiated':
    case 'TransactionPaymentRecommended':
    case 'TransactionPaymentApproved':
    case 'TransactionDfaApproved':
    case 'TransactionPermsecApproved':
      return [`steps ${stream}`]
    case 'UserRegistered':
    case 'UserCodeAsked':
      return [`account ${data.userId}`]
    case 'CoeRegistered':
      return [`hospital ${data.coeId}`]
    case 'ServiceAdded':
      return [`service ${data.serviceId}`]
    case 'ServicePlacedInCategory':
    case 'ServiceFiled':
    case 'ServiceRenamed':
    case 'ServicePriceChanged':
    case 'ServicePricedAtCoe':
    case 'ServicePricePlanned':
      return [`prices ${data.serviceId}`]
    default:
      return []
  }
}
