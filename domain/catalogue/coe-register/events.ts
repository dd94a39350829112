import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import type { EventsOf } from '#domain/kernel/event-table.ts'
import { Id, line } from '#domain/kernel/text.ts'
import { CoeDetails } from '#domain/catalogue/coe/events.ts'
import type { Rights } from '#domain/kernel/rights.ts'

const stamp = z.object({ coeId: Id, by: Id, at: Instant })

/** Stream `coeRegister-all`: which hospital has which code. */
export const coeRegisterEvents = {
  /** A code is a hospital's, which is, or is about to be, registered. */
  CoeEntered: stamp.extend({
    code: line(20),
    /** What is about to be registered when its first administrator (user id) is: the one is not done without the other. */
    registering: CoeDetails.extend({ adminId: Id }).optional(),
  }),
  /** Its administrator never came to be: it never will, and its code is free. */
  CoeTakenBack: stamp,
}
export type CoeRegisterEvent = EventsOf<typeof coeRegisterEvents>

export const coeRegisterRights: Rights<CoeRegisterEvent> = {
  CoeEntered: { permission: ['CREATE_COE'], system: 'always' },
  CoeTakenBack: { follows: ['CoeEntered'] },
}
