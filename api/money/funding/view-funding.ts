import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isRefusal } from '#domain/kernel/decider.ts'
import { formatNaira, type Kobo, MAX_GIVEN } from '#domain/kernel/money.ts'
import { type FundingEvent, fundingEvents } from '#domain/money/funding/events.ts'
import { funding } from '#domain/money/funding/funding.ts'
import type { Funding } from '#domain/money/funding/movement.ts'
import type { SecondPersonCommand } from '#domain/money/funding/second-person.ts'
import { fundingsReport } from '#projections/money/funding/fundings-report.ts'
import { pageOf } from '#projections/report/pages.ts'
import type { Actor, Reach } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { Key } from '#api/contracts/input.ts'
import { historyOf, type Said } from '#api/history.ts'
import { notFound } from '#api/http-error.ts'
import { FundingDetail, FundingView } from '#api/money/contracts/funding.ts'
import { hospitalInLog } from '#api/money/hospital-in-log.ts'
import { asAnswered } from '#api/report/in-naira.ts'
import { fundingAnswers } from './refusals.ts'
import { fundingPermissionsOf } from './second-person.ts'

/** GET /api/fundings/{id}: one movement of funds, who asked and who decided, with its history from the log. */
export const viewFunding: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/fundings/:id',
    config: { permission: ['VIEW_CHF_REPORT', 'VIEW_COE_ANALYTICS'], scope: 'reach', shows: fundingsReport.models },
    schema: {
      tags: ['Funds'],
      summary: 'One movement of funds with its history',
      params: z.object({ id: Key }),
      response: { 200: FundingDetail },
    },
    handler: async (request) => {
      const { context } = app
      const { id } = request.params
      const filter = { id, coeId: reachedCoe(request.reach()) }
      const { rows } = await pageOf(context.db, fundingsReport, { filter, limit: 1 })
      const [row] = rows
      if (row === undefined) throw notFound('Movement of funds')
      const past = await context.log.readWhatHolds<FundingEvent>(`${funding.category}-${id}`)
      const actor = request.actor()
      const isMasked = !actor.permissions.has('VIEW_PERSONAL_DATA')
      const said = past.events.map(({ event }) => event)
      const state = said.reduce(funding.evolve, funding.initial())
      const hospital = await hospitalOf(context, said)
      const inWords = (event: FundingEvent) => wordsOf(event, hospital)
      return {
        data: {
          ...FundingView.parse(asAnswered(fundingsReport, { ...row, ...inLog(said[0], state, hospital) })),
          ...actsFor(actor, state),
          history: await historyOf(context, past, { events: fundingEvents, inWords, isMasked }),
        },
      }
    },
  })
}

function reachedCoe(reach: Reach): string | undefined {
  if (reach.kind === 'patient') throw notFound('Movement of funds')
  return reach.kind === 'coe' ? reach.coeId : undefined
}

/** The hospital whose money it is, by its own stream. */
async function hospitalOf({ handler }: AppContext, said: readonly FundingEvent[]): Promise<string | null> {
  const [first] = said
  if (first === undefined || !('coeId' in first.data)) return null
  return (await hospitalInLog(handler, first.data.coeId))?.name ?? null
}

const KINDS = {
  ...{ PoolCreditRequested: 'pool credit', PoolCreditProposed: 'pool credit' },
  ...{ AllocationRequested: 'allocation', AllocationProposed: 'allocation' },
  ...{ PatientFundingRequested: 'patient funding', PatientFundingProposed: 'patient funding' },
} as const

/**
 * What it is, whose and how far, from the log: a second person confirms what stands there, whatever a row says
 * (docs/decisions/0096). Nothing where its events do not hold: then nobody may do anything about it.
 */
function inLog(first: FundingEvent | undefined, state: Funding, hospital: string | null) {
  if (first === undefined || !(first.type in KINDS) || state.status === 'none') return {}
  const { status, amount } = state
  const kind = KINDS[first.type as keyof typeof KINDS]
  const moved = (wanted = kind) => (status === 'completed' && wanted === kind ? amount : 0)
  return {
    ...{ kind, status, amount, moved: moved(), coe_name: hospital },
    benefactor: 'benefactor' in first.data ? first.data.benefactor : null,
    ...{ into_pool: moved('pool credit'), to_hospitals: moved('allocation'), to_patients: moved('patient funding') },
  }
}

const ACTS = [
  ['confirm', 'ConfirmFunding'],
  ['decline', 'DeclineFunding'],
  ['withdraw', 'WithdrawFunding'],
] as const

/** What the caller may do about one that waits, by the decision that would refuse it. */
function actsFor(actor: Actor, state: Funding): Pick<FundingDetail, 'is_own' | 'acts'> {
  const permissions = fundingPermissionsOf(actor)
  const isOwn = state.status !== 'none' && state.proposal?.by === actor.id
  if (state.status !== 'proposed' || permissions.length === 0) return { is_own: isOwn, acts: [] }
  const asked = {
    ...{ id: '', by: actor.id, at: '', origin: { roles: [], permission: '', correlationId: '' } },
    // What the pool holds then is looked at when it is confirmed.
    data: { permissions, reason: 'Asked before', room: MAX_GIVEN },
  }
  const acts = ACTS.map(([act, type]) => {
    const command: SecondPersonCommand = { ...asked, type }
    const decision = funding.decide(command, state)
    if (!isRefusal(decision)) return { act, refused: null }
    const { message } = fundingAnswers[decision.refused]
    return { act, refused: typeof message === 'string' ? message : message(decision.detail ?? {}, '') }
  })
  return { is_own: isOwn, acts }
}

const NOT_MOVED: Readonly<Record<string, string>> = {
  funding_source_short: 'the balance was too low',
  funding_pool_full: 'the pool has reached its limit',
}

function wordsOf({ type, data }: FundingEvent, hospital: string | null): Said {
  const to = hospital === null ? '' : ` to ${hospital}`
  switch (type) {
    case 'PoolCreditRequested':
      return say(`Credit of NGN ${formatNaira(data.amount)} from ${data.benefactor}`)
    case 'AllocationRequested':
      return say(`Allocation of NGN ${formatNaira(data.amount)}${to}`)
    case 'PatientFundingRequested':
      return say(`NGN ${formatNaira(data.amount)} for the wallet of a patient`, data.reason === '' ? null : data.reason)
    case 'PoolCreditProposed':
      return say(`Proposed a credit of NGN ${formatNaira(data.amount)} from ${data.benefactor}: ${limitOf(data)}`)
    case 'AllocationProposed':
      return say(`Proposed an allocation of NGN ${formatNaira(data.amount)}${to}: ${limitOf(data)}`)
    case 'PatientFundingProposed':
      return say(
        `Proposed NGN ${formatNaira(data.amount)} for the wallet of a patient: ${limitOf(data)}`,
        data.reason === '' ? null : data.reason,
      )
    case 'FundingConfirmed':
      return say('Confirmed as the second person')
    case 'FundingDeclined':
      return say('Declined as the second person', data.reason)
    case 'FundingWithdrawn':
      return say('Withdrawn', data.reason)
    case 'FundingCompleted':
      return say('The money has been moved')
    case 'FundingRefused':
      return say(`No money was moved: ${NOT_MOVED[data.refused] ?? data.refused}`)
  }
}

const limitOf = ({ amount, above, today }: { amount: Kobo; above: Kobo; today: Kobo | null }) =>
  today === null || today === amount
    ? `above NGN ${formatNaira(above)} a second person must confirm`
    : `with it this person moves NGN ${formatNaira(today)} that day; above NGN ${formatNaira(above)} a second person must confirm`

const say = (what: string, why: string | null = null): Said => ({ what, why })
