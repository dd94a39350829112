import { lagosDay } from '#domain/kernel/dates.ts'
import { type Asked, follows } from '#domain/kernel/follows.ts'
import { ZERO } from '#domain/kernel/money.ts'
import type { ServiceEvent } from './events.ts'
import { basePriceOn, service, type Service, type ServiceCommand } from './service.ts'

const NOTHING_OFFERED = { name: '', code: '', parentId: undefined }

/** An edit says each thing that it changes as what it is: of each alone, the rest is taken to stay. */
function asked({ type, data }: ServiceEvent, state: Service): Asked<ServiceCommand> {
  switch (type) {
    case 'ServiceAdded':
      return { type: 'AddService', data }
    case 'ServiceRenamed':
    case 'ServiceParentChanged': {
      const { name, code, parentId } = state.status === 'offered' ? state : NOTHING_OFFERED
      const price = state.status === 'offered' ? basePriceOn(state, lagosDay(data.at)) : ZERO
      return { type: 'EditService', data: { name, code, parentId, price, ...data } }
    }
    case 'ServiceDeleted':
      return { type: 'DeleteService', data }
    case 'ServicePriceChanged':
      return { type: 'ChangeServicePrice', data }
    case 'ServicePricedAtCoe':
      return { type: 'PriceServiceAtCoe', data }
    case 'ServiceWithdrawnFromCoe':
      return { type: 'WithdrawServiceFromCoe', data }
    case 'ServicePricePlanned':
      return { type: 'PlanServicePrice', data }
    case 'ServicePlannedPriceWithdrawn':
      return { type: 'WithdrawPlannedPrice', data }
  }
}

export const serviceFollows = follows(service, asked, { named: ({ serviceId }) => serviceId })
