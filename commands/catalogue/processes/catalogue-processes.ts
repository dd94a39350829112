import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import type { CoeEvent } from '#domain/catalogue/coe/events.ts'
import type { CoeRegisterEvent } from '#domain/catalogue/coe-register/events.ts'
import type { PriceImportEvent } from '#domain/catalogue/price-import/events.ts'
import type { ServiceEvent } from '#domain/catalogue/service/events.ts'
import { service } from '#domain/catalogue/service/service.ts'
import { concludeCoe, takeBackCoe } from '#commands/catalogue/coe/create-coe.ts'
import { finishImport } from '#commands/catalogue/price-import/import-prices.ts'
import { followUp } from '#commands/follow-up.ts'
import { handle } from '#commands/handle.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { closes, commandBehind, opens, type ProcessDefinition } from '#commands/processes/definition.ts'

/** How long (ms) whoever began something has to finish it before it is done for them. */
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

type Entered = Extract<CoeRegisterEvent, { type: 'CoeEntered' }>['data']

const coeIdOf = ({ event }: Recorded): string => (event.data as CoeRegisterEvent['data'] | CoeEvent['data']).coeId

/** A hospital is registered when its first administrator is, and taken back when there will be none, whatever crashed in between. */
const creating: ProcessDefinition = {
  name: 'creating a hospital',
  on: {
    CoeEntered: (recorded) =>
      (recorded.event.data as Entered).registering === undefined ? [] : [opens(coeIdOf(recorded), GRACE_MS)],
    CoeRegistered: (recorded) => [closes(coeIdOf(recorded))],
    CoeTakenBack: (recorded) => [closes(coeIdOf(recorded))],
  },
  work: {
    forward: (handler, { event }) => concludeCoe(handler, commandBehind(event), event.event.data as Entered),
    back: (handler, { event }) => takeBackCoe(handler, commandBehind(event), coeIdOf(event)),
  },
}

const importIdOf = ({ event }: Recorded): string => (event.data as PriceImportEvent['data']).importId

/** A price list that was confirmed is imported whole, whatever crashed in between. */
const importing: ProcessDefinition = {
  name: 'importing prices',
  on: {
    PriceImportRequested: (recorded) => [opens(importIdOf(recorded), GRACE_MS)],
    PriceImportCompleted: (recorded) => [closes(importIdOf(recorded))],
  },
  work: { forward: (handler, { key, event }) => finishImport(handler, key, commandBehind(event)) },
}

/** What of the catalogue takes several appends, and is taken to its end whatever crashed on the way. */
export const catalogueProcesses: readonly ProcessDefinition[] = [adding, creating, importing]
