import type { FastifyRequest } from 'fastify'
import type { FundsAsked } from '#commands/money/funding/move-funds.ts'
import { load } from '#commands/handle.ts'
import { MOST_TOLD } from '#domain/money/funding/events.ts'
import { FUNDING_PERMISSIONS, type FundingPermission } from '#domain/money/funding/second-person.ts'
import { secondPersonAboveIn, setting, SITE } from '#domain/people/setting/setting.ts'
import { type Actor, reachOf } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { whoIsTold } from '#api/people/who-is-told.ts'

/** The limit of now, and who is told when what is asked for is above it. */
export async function secondPersonFor(context: AppContext, request: FastifyRequest, permission: FundingPermission) {
  const above = secondPersonAboveIn(await load(context.handler, setting, SITE))
  const wanted = { permission, but: request.actor().id, most: MOST_TOLD }
  return { above, toConfirm: await whoIsTold(context, wanted) }
}

/** Which of the permissions of a second person the caller holds; none for who does not reach everything. */
export const fundingPermissionsOf = (actor: Actor): readonly FundingPermission[] =>
  reachOf(actor)?.kind === 'all' ? FUNDING_PERMISSIONS.filter((one) => actor.permissions.has(one)) : []

/** What a credit or an allocation tells: the id of the movement, and whether it waits. */
export const ofFunding = (id: string, asked: FundsAsked) =>
  asked.outcome === 'refused' ? asked : { ...asked, data: { id, position: asked.position, status: asked.status } }
