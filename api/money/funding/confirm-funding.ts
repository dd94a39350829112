import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { confirmFunds } from '#commands/money/funding/move-funds.ts'
import { handle, type Handler, load } from '#commands/handle.ts'
import type { AnyCommand } from '#domain/kernel/decider.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { funding } from '#domain/money/funding/funding.ts'
import type { Asked } from '#domain/money/funding/movement.ts'
import { FUNDING_PERMISSIONS, permissionFor } from '#domain/money/funding/second-person.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import type { AppContext } from '#api/context.ts'
import { invalid, notFound } from '#api/http-error.ts'
import { ConfirmFundingBody, EndFundingBody } from '#api/money/contracts/funding-bodies.ts'
import { hospitalInLog } from '#api/money/hospital-in-log.ts'
import { patientNamed } from '#api/money/patient-in-log.ts'
import { SHOWS_MONEY } from '#api/money/shows.ts'
import { fundingPermissionsOf } from './second-person.ts'

const route = { tag: 'Funds', permission: FUNDING_PERMISSIONS, scope: 'all', shows: SHOWS_MONEY } as const

async function reached({ handler }: AppContext, id: string): Promise<Asked> {
  const state = await load(handler, funding, id)
  if (state.status === 'none') throw notFound('Movement of funds')
  return state
}

/** What has been closed since it was proposed is given nothing more. */
async function mustBeActive(handler: Handler, { source, target }: Asked): Promise<void> {
  for (const [kind, id] of [source, target].map((account) => account.split(':'))) {
    if (id === undefined) continue
    if (kind === 'allocation' && (await hospitalInLog(handler, id))?.isActive !== true)
      throw invalid('funding_id', 'This hospital is deactivated. Money can go to active hospitals only.')
    if (kind === 'patient' && (await patientNamed(handler, id, undefined))?.status !== 'active')
      throw invalid('funding_id', 'This patient is not active. Money can go to active patients only.')
  }
}

/** By the permission that this movement needs, where the caller holds the other one as well. */
const by = <C extends AnyCommand>(command: C, about: Asked): C => ({
  ...command,
  origin: { ...command.origin, permission: permissionFor(about) },
})
const held = (request: FastifyRequest) => fundingPermissionsOf(request.actor())

/**
 * POST /api/fundings/confirm, /decline and /withdraw: what becomes of a movement of funds above the site setting. Another
 * holder of its permission confirms or declines it; whoever proposed it may withdraw it (domain.md, Money; docs/decisions/0112).
 */
export const confirmFunding: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...route,
    url: '/api/fundings/confirm',
    summary: 'Confirm a movement of funds that another person proposed',
    body: ConfirmFundingBody,
    reach: ({ context, body }) => reached(context, body.funding_id),
    run: async ({ request, context: { handler }, body: { funding_id: id } }, about) => {
      if (about.status === 'proposed') await mustBeActive(handler, about)
      const command = by(commandFrom(request, 'ConfirmFunding', { permissions: held(request) }), about)
      return ofId(id, await confirmFunds(handler, id, command))
    },
    message: ({ amount }) => `Confirmed: NGN ${formatNaira(amount)} has been moved`,
  })
  commandRoute(app, {
    ...route,
    url: '/api/fundings/decline',
    summary: 'Decline a movement of funds that another person proposed',
    body: EndFundingBody,
    reach: ({ context, body }) => reached(context, body.funding_id),
    run: async ({ request, context: { handler }, body: { funding_id: id, reason } }, about) => {
      const command = by(commandFrom(request, 'DeclineFunding', { permissions: held(request), reason }), about)
      return ofId(id, await handle(handler, funding, id, command))
    },
    message: 'It has been declined. No money moves.',
  })
  commandRoute(app, {
    ...route,
    url: '/api/fundings/withdraw',
    summary: 'Withdraw your own proposed movement of funds',
    body: EndFundingBody,
    reach: ({ context, body }) => reached(context, body.funding_id),
    run: async ({ request, context: { handler }, body: { funding_id: id, reason } }, about) =>
      ofId(id, await handle(handler, funding, id, by(commandFrom(request, 'WithdrawFunding', { reason }), about))),
    message: 'It has been withdrawn. No money moves.',
  })
}
