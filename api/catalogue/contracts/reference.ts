import { z } from 'zod'

/** GET /api/ailments (E037): the cancers that the fund pays for. */
export const Ailments = z.object({ data: z.array(z.object({ id: z.string(), ailment_type: z.string() })) })

const LocalGovernment = z.object({ id: z.int(), lga: z.string() })
const State = z.object({ id: z.int(), state: z.string(), lgas: z.array(LocalGovernment) })

/** GET /api/geopoliticalzones (E038): the six zones, with their states and these with their local governments. */
export const GeopoliticalZones = z.object({
  data: z.array(z.object({ id: z.int(), geopolitical_zone: z.string(), states: z.array(State) })),
})

/** GET /api/states (E039): the 36 states and the Federal Capital Territory. */
export const States = z.object({ data: z.array(State.omit({ lgas: true })) })

/** GET /api/lga (E040): the local governments, each with the state that it lies in. */
export const LocalGovernments = z.object({ data: z.array(LocalGovernment.extend({ state_id: z.int() })) })

/** GET /api/identification_documents (E043): what a person is identified by. */
export const IdentificationDocuments = z.object({
  data: z.array(z.object({ id: z.string(), identification_type: z.string() })),
})
