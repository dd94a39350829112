import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import type { ServiceEvent } from '#domain/catalogue/service/events.ts'
import { service } from '#domain/catalogue/service/service.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle } from '#commands/handle.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { closes, commandBehind, opens, type ProcessDefinition } from '#commands/processes/definition.ts'

/** How long (ms) whoever adds a service has to do it before it is done for them. */
const GRACE_MS = 5_000

type Placed = Extract<CategoryEvent, { type: 'ServicePlacedInCategory' }>['data']

const serviceIdOf = ({ event }: Recorded): string => (event.data as Placed | ServiceEvent['data']).serviceId

/** A service that has its place in a category is added, whatever crashed in between: else it would hold place and code for ever. */
const adding: ProcessDefinition = {
  name: 'adding a service',
  on: {
    ServicePlacedInCategory: (recorded) =>
      (recorded.event.data as Placed).adding === undefined ? [] : [opens(serviceIdOf(recorded), GRACE_MS)],
    ServiceAdded: (recorded) => [closes(serviceIdOf(recorded))],
  },
  work: {
    forward: (handler, { event }) => {
      const { serviceId, categoryId, adding: what } = event.event.data as Placed
      if (what === undefined) throw new Error(`Nothing is to be added at position ${event.position}`)
      const add = followUp(commandBehind(event), 'AddService', { serviceId, categoryId, ...what })
      return handle(handler, service, serviceId, add)
    },
  },
}

/** What of the catalogue takes several appends, and is taken to its end whatever crashed on the way. */
export const catalogueProcesses: readonly ProcessDefinition[] = [adding]
