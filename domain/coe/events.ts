import { z } from 'zod'
import type { EventsOf } from '../kernel/event-table.ts'

/** What a hospital is known by (spec, entities COE). `capId` is its id on the other system; the bank is where it is paid. */
export const CoeDetails = z.object({
  name: z.string(),
  type: z.enum(['Federal', 'State']),
  address: z.string(),
  capId: z.string(),
  stateId: z.string(),
  bankAccountName: z.string().optional(),
  bankAccountNumber: z.string().optional(),
  bankSortCode: z.string().optional(),
  bankName: z.string().optional(),
})
export type CoeDetails = z.infer<typeof CoeDetails>

const stamp = z.object({ coeId: z.string(), by: z.string(), at: z.iso.datetime() })

/** Stream `coe-{id}`: a hospital (Centre of Excellence). */
export const coeEvents = {
  /** `code` is what people call it by: `UCH`. */
  CoeRegistered: stamp.extend({ code: z.string(), ...CoeDetails.shape }),
  CoeDetailsChanged: stamp.extend(CoeDetails.shape),
  CoeDeactivated: stamp,
  CoeActivated: stamp,
}
export type CoeEvent = EventsOf<typeof coeEvents>
