import { z } from 'zod'
import { Day, Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Kobo } from '#domain/kernel/money.ts'
import { Id, line, text } from '#domain/kernel/text.ts'
import { Count, MAX_COUNT, wholeNumber } from '#domain/kernel/whole-number.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** As many lines as one file may have, so that what is asked for is one event. */
export const MAX_IMPORTED = 2_000

/** What is to become of one service: it is added first where `added` says so, then named and priced. */
export const RevisedService = z.object({
  serviceId: Id,
  added: z.object({ name: line(200), code: line(20), categoryId: wholeNumber(1, MAX_COUNT), price: Kobo }).optional(),
  /** How often it had changed when it was looked at; of one that is added nothing. */
  revision: Count.optional(),
  name: line(200).optional(),
  /** Of a hospital or of itself, from a day to come or from now on; kobo. */
  prices: z.array(z.object({ coeId: Id.optional(), from: Day.optional(), price: Kobo })).max(MAX_IMPORTED),
})
export type RevisedService = z.infer<typeof RevisedService>

const stamp = z.object({ importId: Id, by: Id, at: Instant })

/** Stream `priceImport-{id}`: a price list that somebody has looked at and confirmed. */
export const priceImportEvents = {
  /** What it comes to, service by service: the intention, which is taken to its end whatever crashes. */
  PriceImportRequested: stamp.extend({ services: z.array(RevisedService).min(1).max(MAX_IMPORTED) }),
  /** All of it is done, but for the services that changed in the moment between; why, in words. */
  PriceImportCompleted: stamp.extend({
    refused: z.array(z.object({ serviceId: Id, why: text(200) })).max(MAX_IMPORTED),
  }),
}
export type PriceImportEvent = EventsOf<typeof priceImportEvents>

export const priceImportRights: Rights<PriceImportEvent> = {
  PriceImportRequested: { permission: ['EDIT_SERVICE', 'ATTACH_COE_SERVICE', 'CREATE_SERVICE'] },
  PriceImportCompleted: { follows: ['PriceImportRequested'] },
}
