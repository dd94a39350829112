import type { PatientEvent } from '#domain/care/patient/events.ts'
import type { CoeEvent } from '#domain/catalogue/coe/events.ts'
import type { DisputeEvent } from '#domain/money/dispute/events.ts'
import type { FundingEvent } from '#domain/money/funding/events.ts'
import type { InvoiceEvent } from '#domain/money/invoice/events.ts'
import type { TransactionEvent } from '#domain/money/transaction/events.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import type { Differs, LogCheck } from '#commands/log/verify/log-check.ts'
import type { Mismatch } from './verify-money.ts'

/** Where somebody belongs: one object for all of a hospital, as there are millions of patients. */
type Place = { readonly coeId: string; readonly isPatient: boolean }

/** How long (ms) a call may be at work between its look at somebody and its event. */
const AT_WORK_MS = 600_000

type PartyEvent = PatientEvent | CoeEvent | DisputeEvent | FundingEvent | InvoiceEvent | TransactionEvent | UserEvent
/** An event of the log, and when it took it (ISO). */
type At = { readonly stream: string; readonly recordedAt: string }
type Looks = {
  readonly [T in PartyEvent['type']]?: (event: Extract<PartyEvent, { type: T }>, at: At) => Mismatch | void
}

/**
 * Whom a move of money names, held against what the log said of them by then (docs/decisions/0096-read-models-never-authorise.md):
 * a hospital that there is, an active patient of just that hospital, billed, invoiced, answered for and judged by somebody who
 * works there; a reversed bill's money goes back to whoever paid it, whatever has become of them.
 * Keeps some 100 bytes of each person with a hospital, and what is returned and not initiated again.
 */
export function checkParties(differs: Differs) {
  const hospitals = new Set<string>()
  const places = new Map<string, Place>()
  const known = new Map<string, Place>()
  /** Since when (ISO) somebody is not active. */
  const closed = new Map<string, string>()
  /** Where somebody worked before, and until when (ISO). */
  const before = new Map<string, { readonly coeId: string; readonly until: string }>()
  /** The hospital of a returned bill, by stream. */
  const returned = new Map<string, string>()

  function put(id: string, coeId: string, isPatient: boolean): void {
    const key = `${coeId} ${String(isPatient)}`
    const place = known.get(key) ?? { coeId, isPatient }
    known.set(key, place)
    places.set(id, place)
  }

  const atWork = (since: string | undefined, { recordedAt }: At): boolean =>
    since !== undefined && Date.parse(recordedAt) - Date.parse(since) <= AT_WORK_MS

  const hospital = (coeId: string): Mismatch | undefined =>
    hospitals.has(coeId) ? undefined : { expected: 'a hospital that was registered before', found: coeId }

  function patientOf(coeId: string, patientId: string, at: At): Mismatch | undefined {
    const place = places.get(patientId)
    const expected = `an active patient of hospital ${coeId}`
    if (place?.isPatient !== true) return { expected, found: `${patientId}, who is no patient` }
    if (place.coeId !== coeId) return { expected, found: `${patientId}, a patient of ${place.coeId}` }
    const since = closed.get(patientId)
    if (since === undefined || atWork(since, at)) return hospital(coeId)
    return { expected, found: `${patientId}, not active since ${since}` }
  }

  function staffOf(coeId: string, by: string, at: At): Mismatch | undefined {
    const place = places.get(by)
    const last = before.get(by)
    if (place?.isPatient === false && place.coeId === coeId) return undefined
    if (last?.coeId === coeId && atWork(last.until, at)) return undefined
    const found = place === undefined ? 'who is of none' : `of ${place.coeId}`
    return { expected: `somebody who works at hospital ${coeId}`, found: `${by}, ${found}` }
  }

  const ends = ({ data }: { readonly data: { readonly userId: string } }, { recordedAt }: At) =>
    void closed.set(data.userId, recordedAt)

  const looks: Looks = {
    CoeRegistered: ({ data }) => void hospitals.add(data.coeId),
    UserRegistered: ({ data: { userId, coeId } }) => (coeId === undefined ? undefined : put(userId, coeId, false)),
    UserHospitalChanged: ({ data: { userId, coeId } }, { recordedAt }) => {
      const place = places.get(userId)
      if (place !== undefined) before.set(userId, { coeId: place.coeId, until: recordedAt })
      put(userId, coeId, false)
    },
    UserDeactivated: ends,
    UserMarkedDeceased: ends,
    UserErased: ends,
    UserActivated: ({ data }) => void closed.delete(data.userId),
    PatientRegistered: ({ data }) => put(data.patientId, data.coeId, true),
    PatientErased: ({ data }, { recordedAt }) => void closed.set(data.patientId, recordedAt),
    AllocationRequested: ({ data }) => hospital(data.coeId),
    AllocationProposed: ({ data }) => hospital(data.coeId),
    PatientFundingRequested: ({ data: { coeId, patientId } }, at) => patientOf(coeId, patientId, at),
    PatientFundingProposed: ({ data: { coeId, patientId } }, at) => patientOf(coeId, patientId, at),
    TransactionBillingRequested: ({ data: { coeId, patientId, by } }, at) =>
      patientOf(coeId, patientId, at) ?? staffOf(coeId, by, at),
    // Who takes a dispute back may have come from anywhere; who judges one is of the hospital that billed.
    DisputeEnded: ({ data: { coeId, outcome, by } }, at) =>
      outcome === 'withdrawn' ? undefined : staffOf(coeId, by, at),
    // An invoice is the hospital's own, and so is the CMD's turn on it.
    InvoiceGenerationRequested: ({ data: { coeId, by } }, at) => staffOf(coeId, by, at),
    InvoiceStepRequested: ({ data: { step, coeId, by } }, at) => (step === 'cmd' ? staffOf(coeId, by, at) : undefined),
    InvoiceReturnRequested: ({ data: { from, coeId, by } }, at) =>
      from === 'pending' ? staffOf(coeId, by, at) : undefined,
    TransactionPaymentReturned: ({ data }, { stream }) => void returned.set(stream, data.coeId),
    TransactionPaymentInitiated: (_, { stream }) => void returned.delete(stream),
    TransactionReturnAnswered: ({ data: { by } }, at) => {
      const coeId = returned.get(at.stream)
      // What nobody returned is told by the rules of the bill.
      return coeId === undefined ? undefined : staffOf(coeId, by, at)
    },
  }

  return {
    event({ position, stream, recordedAt }, read) {
      const look =
        read && (looks as Record<string, ((event: object, at: At) => Mismatch | void) | undefined>)[read.event.type]
      const wrong = look?.(read?.event ?? {}, { stream, recordedAt })
      if (wrong) differs({ position, stream, check: 'party', ...wrong })
    },
  } satisfies LogCheck
}
