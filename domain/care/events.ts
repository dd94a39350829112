import type { EventTable } from '#domain/kernel/event-table.ts'
import { patientEvents } from './patient/events.ts'

/** The events of patients. */
export const careEvents: EventTable = {
  ...patientEvents,
}
