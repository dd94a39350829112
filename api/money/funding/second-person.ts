import type { FastifyRequest } from 'fastify'
import type { FundsAsked } from '#commands/money/funding/move-funds.ts'
import { load } from '#commands/handle.ts'
import { formatNaira, parseNaira, ZERO } from '#domain/kernel/money.ts'
import { MOST_TOLD } from '#domain/money/funding/events.ts'
import { FUNDING_PERMISSIONS, type FundingPermission } from '#domain/money/funding/second-person.ts'
import { secondPersonAboveIn } from '#domain/people/setting/second-person-limit.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { type Actor, reachOf } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import type { FundingDone } from '#api/money/contracts/funding.ts'
import { nairaText } from '#api/naira.ts'
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

/** What a movement of funds tells: its id, whether it waits, and then why. */
export function ofFunding(id: string, asked: FundsAsked) {
  if (asked.outcome === 'refused') return asked
  const { position, status } = asked
  const limit = asked.status === 'proposed' ? asked.limit : undefined
  const today = limit === undefined ? null : nairaText(limit.today)
  const above = limit === undefined ? null : nairaText(limit.above)
  return { ...asked, data: { id, position, status, moved_alone_today: today, second_person_above: above } }
}

type Limit = Pick<FundingDone['data'], 'moved_alone_today' | 'second_person_above'>
/** Why it waits, after 'waits for a second person to confirm it'. */
export const whyItWaits = ({ moved_alone_today: today, second_person_above: above }: Limit): string =>
  `With it you would move NGN ${inWords(today)} today on your own; above NGN ${inWords(above)} a second person must confirm.`

const inWords = (naira: string | null) => formatNaira(parseNaira(naira ?? '') ?? ZERO)
