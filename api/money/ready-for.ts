import { turnsWith } from '#domain/money/invoice/step-names.ts'
import { type ChainStep, PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'
import { mayConfirmWith } from '#projections/money/funding/funding-notices.ts'
import type { Readiness } from '#projections/money/transaction/ready-bills.ts'
import { type Actor, reachOf } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { getActor } from '#api/people/session/sessions.ts'

/** Whose work a list is narrowed to: a person by id, so that a link shows everybody the same rows; undefined for nobody known. */
async function personOf(context: AppContext, userId: string, actor: Actor): Promise<Actor | undefined> {
  if (userId === actor.id) return actor
  const known = await context.db.selectFrom('user_account').select('id').where('id', '=', userId).executeTakeFirst()
  return known && getActor(context, userId)
}

/** The steps of the payment chain that are somebody's, or of them the one that is asked for. */
export async function readinessOf(
  context: AppContext,
  userId: string | undefined,
  actor: Actor,
  only?: ChainStep,
): Promise<Readiness | undefined> {
  if (userId === undefined || userId === '') return undefined
  const person = await personOf(context, userId, actor)
  const steps = person === undefined ? [] : PAYMENT_CHAIN.stepsWith(person.permissions)
  return { by: userId, steps: steps.filter((step) => only === undefined || step === only) }
}

/** The steps on invoices that are somebody's, and the hospital whose invoices alone they act on, if they are of one. */
export async function invoiceReadinessOf(context: AppContext, userId: string | undefined, actor: Actor) {
  if (userId === undefined || userId === '') return undefined
  const person = await personOf(context, userId, actor)
  const reach = person && reachOf(person)
  const coeId = reach?.kind === 'coe' ? reach.coeId : undefined
  return { by: userId, steps: person === undefined ? [] : turnsWith(person.permissions, coeId), coeId }
}

/** Which movements of funds somebody may confirm. */
export async function confirmableBy(context: AppContext, userId: string | undefined, actor: Actor) {
  if (userId === undefined || userId === '') return undefined
  const person = await personOf(context, userId, actor)
  return { by: userId, kinds: person === undefined ? [] : mayConfirmWith(person.permissions) }
}

/** Somebody as a reader of messages; at their hospital, if they are of one. */
export async function readerOf(context: AppContext, userId: string | undefined, actor: Actor) {
  if (userId === undefined || userId === '') return undefined
  const person = await personOf(context, userId, actor)
  const reach = person && reachOf(person)
  return { userId, coeId: reach?.kind === 'coe' ? reach.coeId : undefined, now: context.now() }
}
