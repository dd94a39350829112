import { generateInvoice, invoiceOf } from '#commands/money/invoice/generate-invoice.ts'
import type { Begun } from '#commands/money/invoice/begun.ts'
import { returnInvoice } from '#commands/money/invoice/return-invoice.ts'
import { takeInvoiceStep } from '#commands/money/invoice/take-invoice-step.ts'
import type { Handler } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import { INVOICE_CHAIN, type InvoiceStep } from '#domain/money/invoice/chain.ts'
import { command } from '#tests/support/command.ts'

// An invoice of a story: the same request whenever the story comes here.

export type OfStory = { readonly story: string; readonly coeId: string }

export const PERIOD = { periodStart: '2026-03-01', periodEnd: '2026-03-02' }
export const BASIS_POINTS = { coe: 8500, bank: 500, manufacturer: 700, emge: 300 }
const BEGINNING = { basisPoints: BASIS_POINTS, number: async () => 'PAY-2026-000001' }

const same = <T extends string, D>({ story }: OfStory, what: string, type: T, data: D, by: string) =>
  command(type, data, { id: deriveId('invoice stories', story, what), by })

const generating = (place: OfStory, isByCmd: boolean, by: string) =>
  same(place, 'invoice', 'GenerateInvoice', { coeId: place.coeId, ...PERIOD, isByCmd, toTell: ['cmd-person'] }, by)

/** The id of the invoice that a story generates. */
export const invoiceIdOf = (place: OfStory): string => invoiceOf(generating(place, false, ''))

/** Waits for the end of what was begun; a refusal is told as it is. */
export const toItsEnd = async (begun: Begun) => (begun.outcome === 'refused' ? begun : begun.ended)

export const generate =
  (ids: (place: OfStory) => readonly string[], isByCmd = false, by = 'staff-person') =>
  async (handler: Handler, place: OfStory) =>
    toItsEnd(
      await generateInvoice(handler, ids(place), generating(place, isByCmd, by), async () => `INV-2026-${place.story}`),
    )

/** Each step by a person of its own, at the hospital whose invoice it is. */
export const invoiceStep =
  (step: InvoiceStep, by = `${step}-person`) =>
  async (handler: Handler, place: OfStory) => {
    const data = { step, ofCoe: place.coeId, toTell: ['next-person'] }
    const asked = same(place, `${step} by ${by}`, 'TakeInvoiceStep', data, by)
    return toItsEnd(await takeInvoiceStep(handler, invoiceIdOf(place), asked, BEGINNING))
  }

export const sendInvoiceBack =
  (by = 'dhs-person') =>
  async (handler: Handler, place: OfStory) => {
    const mayTake = INVOICE_CHAIN.links.map(({ step }) => step)
    const data = { reason: 'Two bills are of another month', mayTake, ofCoe: place.coeId, toTell: ['cmd-person'] }
    const asked = same(place, `return by ${by}`, 'RequestInvoiceReturn', data, by)
    return toItsEnd(await returnInvoice(handler, invoiceIdOf(place), asked))
  }
