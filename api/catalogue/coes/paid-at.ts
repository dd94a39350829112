import { load } from '#commands/handle.ts'
import { UnreadEvent } from '#commands/log/unread-event.ts'
import { coe } from '#domain/catalogue/coe/coe.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import type { Actor } from '#api/actor.ts'
import type { PaidAt } from '#api/catalogue/contracts/coe.ts'
import type { AppContext } from '#api/context.ts'
import { bankTold } from './seen-coes.ts'

/**
 * Where a hospital is paid by the word of two people, out of the log: what is paid out next goes there. `since` is when what
 * is to be paid was initiated. Undefined where there is no such hospital, and where its events do not hold.
 */
export async function paidAt(
  { handler, db }: Pick<AppContext, 'handler' | 'db'>,
  actor: Actor,
  { coeId, since }: { readonly coeId: string; readonly since: string | undefined },
): Promise<PaidAt | undefined> {
  const state = await load(handler, coe, coeId).catch((error: unknown) => {
    if (error instanceof UnreadEvent) return coe.initial()
    throw error
  })
  if (state.status === 'none') return undefined
  const { bank, confirmed, details, proposal } = state
  const told = { coe_id: coeId, coe_name: details.name, is_changing: proposal !== undefined }
  if (bank === undefined || confirmed === undefined) return { ...told, bank: null, is_newer: false }
  const nameOf = await peopleNames(db, [confirmed.by])
  return {
    ...told,
    bank: {
      ...bankTold(bank, actor),
      ...{ bank_confirmed_by: nameOf(confirmed.by), bank_confirmed_at: confirmed.at },
    },
    is_newer: since !== undefined && since < confirmed.at,
  }
}
