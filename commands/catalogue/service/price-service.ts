import { coe, type CoeRefusal } from '#domain/catalogue/coe/coe.ts'
import { type Command, refuse } from '#domain/kernel/decider.ts'
import { service, type Service, type ServiceCommand, type ServiceRefusal } from '#domain/catalogue/service/service.ts'
import { handle, type Handled, type Handler, load } from '#commands/handle.ts'

type Pricing = 'PriceServiceAtCoe' | 'WithdrawServiceFromCoe' | 'PlanServicePrice' | 'WithdrawPlannedPrice'
type PriceService = Extract<ServiceCommand, Command<Pricing, unknown>>

/** Gives a service, or a hospital that there is, a price of its own, now or from a day to come on; or takes it away. */
export async function priceService(
  handler: Handler,
  command: PriceService,
): Promise<Handled<Service, ServiceRefusal | Extract<CoeRefusal, 'coe_unknown'>>> {
  const { serviceId, coeId } = command.data
  if (coeId === undefined || (await load(handler, coe, coeId)).status !== 'none')
    return handle(handler, service, serviceId, command)
  return { outcome: 'refused', refusal: refuse('coe_unknown'), state: await load(handler, service, serviceId) }
}
