import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, type Upcaster, withFacts } from '#domain/kernel/event-table.ts'
import { Id, line, text } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** What a hospital is known by (spec, entities COE). `capId` is its id on the other system. */
export const CoeDetails = z.object({
  name: line(200),
  type: z.enum(['Federal', 'State']),
  address: text(500),
  capId: line(100),
  stateId: Id,
})
export type CoeDetails = z.infer<typeof CoeDetails>

/** Where a hospital is paid. */
export const CoeBank = z.object({
  accountName: line(200),
  accountNumber: line(40),
  sortCode: line(40),
  bankName: line(200),
})
export type CoeBank = z.infer<typeof CoeBank>

const stamp = z.object({ coeId: Id, by: Id, at: Instant })
/** `request` is the command that proposed the bank. */
const ofProposal = stamp.extend({ request: Id })

/** 1 to 2: a bank stood among the details, where nobody had confirmed it. */
const withoutBank: Upcaster = (data) =>
  Object.fromEntries(Object.entries(data).filter(([field]) => !field.startsWith('bank')))

/** At most so many people are told that bank details wait. */
export const MOST_TOLD = 100
/** 1 to 2: nobody was told, and who had given them stood with the proposal alone. */
const toNobody: Upcaster = (data) => ({ ...data, toConfirm: [] })
const ofSomebody: Upcaster = (data) => ({ ...data, proposedBy: null })
/** `proposedBy` is told of it; null of what was recorded before anybody was. */
const ended = ofProposal.extend({ proposedBy: Id.nullable() })

/** Stream `coe-{id}`: a hospital (Centre of Excellence). */
export const coeEvents = {
  /** `code` is what people call it by: `UCH`. */
  CoeRegistered: withFacts(stamp.extend({ code: line(20), ...CoeDetails.shape }), { upcasters: [withoutBank] }),
  CoeDetailsChanged: withFacts(stamp.extend(CoeDetails.shape), { upcasters: [withoutBank] }),
  /** It bills nobody from here on, and is paid for what it billed. */
  CoeDeactivated: withFacts(stamp.extend({ reason: text(1_000) }), {
    // 1 to 2: nobody was asked for a reason.
    upcasters: [(data) => ({ ...data, reason: '' })],
  }),
  CoeActivated: stamp,
  /** Waits for a second person, until when it is paid where it was; `toConfirm` are those who could be one, and are told. */
  CoeBankProposed: withFacts(ofProposal.extend({ ...CoeBank.shape, toConfirm: z.array(Id).max(MOST_TOLD) }), {
    upcasters: [toNobody],
  }),
  CoeBankWithdrawn: ofProposal,
  CoeBankDeclined: withFacts(ended.extend({ reason: text(1_000) }), { upcasters: [ofSomebody] }),
  /** It is paid there from here on. */
  CoeBankConfirmed: withFacts(ended, { upcasters: [ofSomebody] }),
}
export type CoeEvent = EventsOf<typeof coeEvents>

export const coeRights: Rights<CoeEvent> = {
  CoeRegistered: { permission: ['CREATE_COE'], system: 'always', follows: ['CoeEntered'] },
  CoeDetailsChanged: { permission: ['CREATE_COE'] },
  CoeDeactivated: { permission: ['CREATE_COE'] },
  CoeActivated: { permission: ['CREATE_COE'] },
  CoeBankProposed: { permission: ['CREATE_COE'] },
  CoeBankWithdrawn: { permission: ['CREATE_COE'] },
  CoeBankDeclined: { second: ['CoeBankProposed'] },
  CoeBankConfirmed: { second: ['CoeBankProposed'] },
}
