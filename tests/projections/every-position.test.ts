import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Recorded } from '#commands/log/domain-log.ts'
import { BENEFACTORS, IN_TRANSIT } from '#domain/kernel/accounts.ts'
import { account, accountKind } from '#projections/money/account/account.ts'
import { createMemoryWorld, recordedIn, rowsOf } from '#tests/support/memory-world.ts'
import { anAct, play } from './money-history.ts'

type Movement = { readonly transferId: string; readonly amount: number; readonly counterAccount: string }

/** What has left an account and reached none, by the wallets' own events; in kobo. */
function underWay(events: readonly Recorded[]): number {
  const open = new Map<string, number>()
  for (const { event } of events) {
    if (event.type !== 'WalletDebited' && event.type !== 'WalletCredited') continue
    const { transferId, amount, counterAccount } = event.data as Movement
    // Benefactors and what hospitals are owed have no wallet: such a movement is whole at once.
    if (!/^(pool|allocation:|patient:)/.test(counterAccount)) continue
    if (event.type === 'WalletDebited') open.set(transferId, amount)
    else if (open.get(transferId) === amount) open.delete(transferId)
  }
  return [...open.values()].reduce((sum, amount) => sum + amount, 0)
}

test('at every position of histories with disputes and invoices the trial balance is nothing, and no account is below it', async () => {
  const met = { inTransit: 0, reversals: 0, invoices: 0, payouts: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { maxLength: 12 }), async (acts) => {
      const world = createMemoryWorld()
      await play(world, acts)
      const events = await recordedIn(world)
      const isOf = (type: string) => Number(events.some(({ event }) => event.type === type))
      met.reversals += isOf('TransactionReversed')
      met.invoices += isOf('TransactionInvoiced')
      met.payouts += isOf('TransactionPermsecApproved')
      for (let end = 1; end <= events.length; end += 1) {
        const past = events.slice(0, end)
        const { position, event } = past.at(-1) ?? { position: 0, event: { type: '' } }
        const at = `position ${position}, ${event.type}`
        const kinds = rowsOf(accountKind, past)
        expect(
          kinds.reduce((sum, { balance }) => sum + balance, 0),
          at,
        ).toBe(0)
        const flows = kinds.reduce((sum, { debits, credits }) => sum + BigInt(debits) - BigInt(credits), 0n)
        expect(flows, at).toBe(0n)
        const transit = kinds.find(({ kind }) => kind === IN_TRANSIT)?.balance ?? 0
        expect(transit, at).toBe(underWay(past))
        met.inTransit += Number(transit > 0)
        const below = rowsOf(account, past).filter(({ account: name, balance }) => name !== BENEFACTORS && balance < 0)
        expect(below, at).toEqual([])
      }
    }),
    { numRuns: 12 },
  )
  // Had nothing of it happened, the sums would have meant less.
  for (const [what, often] of Object.entries(met)) expect([what, often > 0]).toEqual([what, true])
})
