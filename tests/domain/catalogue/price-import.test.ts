import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PriceImportEvent } from '#domain/catalogue/price-import/events.ts'
import { priceImport, type PriceImportCommand } from '#domain/catalogue/price-import/price-import.ts'
import { kobo } from '#domain/kernel/money.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { changed, describeFollows, inAnotherStream, leftOut, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const importId = 'import-1'
const stamp = { importId, by: 'user-1', at: AT }
const services = [{ serviceId: 'ct', revision: 3, prices: [{ price: kobo(48_000_00) }] }]
const request = (asked = services) => command('RequestPriceImport', { importId, services: asked })
const complete = (why?: string) =>
  command('CompletePriceImport', { importId, refused: why === undefined ? [] : [{ serviceId: 'ct', why }] })
const requested: PriceImportEvent = { type: 'PriceImportRequested', data: { ...stamp, services } }
const completed: PriceImportEvent = { type: 'PriceImportCompleted', data: { ...stamp, refused: [] } }

test('an import is asked for once, of something, and completed once', () => {
  given(priceImport).when(request()).then(requested)
  given(priceImport).when(request([])).thenRefused('price_import_empty')
  given(priceImport, requested).when(request()).thenRefused('price_import_already_requested')
  given(priceImport).when(complete()).thenRefused('price_import_unknown')
  given(priceImport, requested).when(complete()).then(completed)
  given(priceImport, requested, completed).when(complete('service_changed')).thenNothing()
})

const anyCommand: fc.Arbitrary<PriceImportCommand> = fc.oneof(
  fc.constantFrom(request(), request([])),
  fc.constantFrom(complete(), complete('service_changed')),
)
describeDeciderProperties(priceImport, anyCommand, (state, history) => {
  expect(history.map(({ type }) => type)).toEqual(
    { none: [], requested: [requested.type], completed: [requested.type, completed.type] }[state.status],
  )
})
describeFollows(
  priceImport,
  runsOf(anyCommand),
  {
    'an event of another import': inAnotherStream,
    'an import of nothing': changed(({ type }) => (type === 'PriceImportRequested' ? { services: [] } : undefined)),
    'an end without a beginning': (history, at) => (at === 0 ? leftOut(history, at) : undefined),
  },
  importId,
)
