import type { FastifyRequest } from 'fastify'
import type { Asker } from '#commands/money/transaction/would-refuse.ts'
import type { Refusal } from '#domain/kernel/decider.ts'
import { type Permission, rightTo } from '#domain/kernel/permissions.ts'
import { rolesWith } from '#projections/people/role/roles-with.ts'
import { reachOf } from '#api/actor.ts'
import { commandFrom } from '#api/command-from.ts'
import type { AppContext } from '#api/context.ts'
import type { WhyKind, WhyNot } from '#api/money/contracts/why-not.ts'
import { LOOKING } from '#api/plugins/looking.ts'
import { answerRefusal, type RefusalCode } from '#api/refusals.ts'
import type { Access } from './bill-access.ts'
import { reachFor, type Roles } from './explain.ts'

/** Who asks, as their request says who they are. */
export function askerOf(request: FastifyRequest): Asker {
  const reach = request.reach()
  return {
    cause: commandFrom(request, 'AskWhyNot', {}),
    permissions: request.actor().permissions,
    ofCoe: reach.kind === 'coe' ? reach.coeId : undefined,
  }
}

/** Why an act is open to the caller on no record at all. */
export async function closedTo(
  request: FastifyRequest,
  { permission, scope, act: words }: Access,
  roles: Roles,
): Promise<WhyNot | undefined> {
  const actor = request.actor()
  const wanted: readonly Permission[] = permission
  const could = async () => ({ act: words, who: await roles(wanted, reachFor(scope)) })
  if (actor.agent !== undefined) return { kind: 'permission', reason: LOOKING, could: null }
  if (!wanted.some((one) => actor.permissions.has(one))) {
    const rights = wanted.map(rightTo).join(', or to ')
    return { kind: 'permission', reason: `You do not have the right to ${rights}`, could: await could() }
  }
  const reach = reachOf(actor)?.kind
  if (scope === 'all' && reach !== 'all')
    return { kind: 'reach', reason: 'Only staff of the fund can do this', could: await could() }
  if (scope === 'hospital' && reach !== 'coe')
    return { kind: 'reach', reason: 'Only the hospital that it belongs to can do this', could: await could() }
  return undefined
}

/**
 * Why an act that is open to the caller on no record is not done on this one: where whoever may take it would be refused too, as
 * the record stands (`kind`), who takes the record on is told, and not whoever might act on others.
 */
export async function heldUp(
  why: WhyNot,
  kind: WhyKind | undefined,
  could: (kind: WhyKind) => Promise<WhyNot['could']>,
): Promise<WhyNot> {
  const isOfRecord = kind === 'state' || kind === 'dispute'
  if (why.could === null || !isOfRecord) return why
  const next = await could(kind)
  return { ...why, could: next && { ...next, act: `${next.act} first` } }
}

/** Many records are refused for one and the same reason: each is put into words once. */
export function wordsOnce({ db }: Pick<AppContext, 'db'>) {
  const told = new Map<string, Promise<string>>()
  return (refusal: Refusal<RefusalCode>): Promise<string> => {
    const key = JSON.stringify(refusal)
    const words = told.get(key) ?? answerRefusal(db, refusal).then(({ message }) => message)
    told.set(key, words)
    return words
  }
}

/** The roles, read once for each question about them. */
export function rolesOnce({ db }: Pick<AppContext, 'db'>): Roles {
  const known = new Map<string, Promise<string[]>>()
  return (permissions, reach) => {
    const key = `${permissions.join()} ${reach ?? ''}`
    const asked =
      known.get(key) ??
      Promise.all(permissions.map((one) => rolesWith(db, one, reach))).then((all) => [...new Set(all.flat())].sort())
    known.set(key, asked)
    return asked
  }
}
