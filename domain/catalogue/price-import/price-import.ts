import { type Command, type Decider, type Decision, refuse } from '#domain/kernel/decider.ts'
import type { PriceImportEvent, RevisedService } from './events.ts'

type Id = { readonly importId: string }
/** A service that was not revised: somebody changed it in the moment between. */
type Refused = { readonly serviceId: string; readonly why: string }
export type PriceImportCommand =
  | Command<'RequestPriceImport', Id & { readonly services: readonly RevisedService[] }>
  | Command<'CompletePriceImport', Id & { readonly refused: readonly Refused[] }>
export type PriceImportRefusal = 'price_import_unknown' | 'price_import_already_requested' | 'price_import_empty'

export type PriceImport =
  | { readonly status: 'none' }
  | { readonly status: 'requested'; readonly services: readonly RevisedService[] }
  | { readonly status: 'completed'; readonly services: readonly RevisedService[]; readonly refused: readonly Refused[] }

function decide(command: PriceImportCommand, state: PriceImport): Decision<PriceImportEvent, PriceImportRefusal> {
  const { importId } = command.data
  const stamp = { importId, by: command.by, at: command.at }
  switch (command.type) {
    case 'RequestPriceImport':
      if (state.status !== 'none') return refuse('price_import_already_requested')
      if (command.data.services.length === 0) return refuse('price_import_empty')
      return [{ type: 'PriceImportRequested', data: { ...stamp, services: [...command.data.services] } }]
    case 'CompletePriceImport':
      if (state.status === 'none') return refuse('price_import_unknown')
      if (state.status === 'completed') return []
      return [{ type: 'PriceImportCompleted', data: { ...stamp, refused: [...command.data.refused] } }]
  }
}

function evolve(state: PriceImport, { type, data }: PriceImportEvent): PriceImport {
  switch (type) {
    case 'PriceImportRequested':
      return { status: 'requested', services: data.services }
    case 'PriceImportCompleted':
      return state.status === 'requested' ? { ...state, status: 'completed', refused: data.refused } : state
  }
}

/** Stream `priceImport-{id}`. */
export const priceImport: Decider<PriceImport, PriceImportCommand, PriceImportEvent, PriceImportRefusal> = {
  category: 'priceImport',
  initial: () => ({ status: 'none' }),
  decide,
  evolve,
}
