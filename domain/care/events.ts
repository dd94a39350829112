import type { EventTable } from '#domain/kernel/event-table.ts'
import { capClaimEvents } from './cap-claim/events.ts'
import { patientEvents } from './patient/events.ts'

/** The events of patients. */
export const careEvents: EventTable = {
  ...capClaimEvents,
  ...patientEvents,
}
