import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id, line, text } from '#domain/kernel/text.ts'

/** What a hospital is known by (spec, entities COE). `capId` is its id on the other system; the bank is where it is paid. */
export const CoeDetails = z.object({
  name: line(200),
  type: z.enum(['Federal', 'State']),
  address: text(500),
  capId: line(100),
  stateId: Id,
  bankAccountName: line(200).optional(),
  bankAccountNumber: line(40).optional(),
  bankSortCode: line(40).optional(),
  bankName: line(200).optional(),
})
export type CoeDetails = z.infer<typeof CoeDetails>

const stamp = z.object({ coeId: Id, by: Id, at: Instant })

/** Stream `coe-{id}`: a hospital (Centre of Excellence). */
export const coeEvents = {
  /** `code` is what people call it by: `UCH`. */
  CoeRegistered: stamp.extend({ code: line(20), ...CoeDetails.shape }),
  CoeDetailsChanged: stamp.extend(CoeDetails.shape),
  CoeDeactivated: stamp,
  CoeActivated: stamp,
}
export type CoeEvent = EventsOf<typeof coeEvents>
