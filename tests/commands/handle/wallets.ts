import { handle, type Handler, load } from '#commands/handle.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { kobo } from '#domain/kernel/money.ts'
import type { WalletEvent } from '#domain/money/wallet/events.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { command } from '#tests/support/command.ts'
import { createMemoryWorld, type MemoryWorld, recordedIn } from '#tests/support/memory-world.ts'

const movement = (transferId: string, amount: number) => ({ transferId, amount: kobo(amount), counterAccount: 'pool' })
export const credit = (transferId: string, amount: number, over = {}) =>
  command('CreditWallet', movement(transferId, amount), over)
export const debit = (transferId: string, amount: number, over = {}) =>
  command('DebitWallet', movement(transferId, amount), over)
export const on = ({ handler }: { handler: Handler }, id = 'pool') => ({
  run: (given: ReturnType<typeof credit> | ReturnType<typeof debit>) => handle(handler, wallet, id, given),
  balance: async () => (await load(handler, wallet, id)).balance,
})
export const eventsIn = async (world: MemoryWorld) => (await recordedIn(world)).map(({ event }) => event as WalletEvent)

/** A log that lets something happen between the decision and each append, while it has something left to do. */
export function interrupted(log: EventLog, interruptions: (() => Promise<unknown>)[]): EventLog {
  return {
    ...log,
    async append(...given) {
      await interruptions.shift()?.()
      return log.append(...given)
    },
  }
}

/** A log that counts, and says from where it was read. */
function countingLog(log: EventLog) {
  const calls = { readFrom: [] as number[], appends: 0 }
  const counting: EventLog = {
    ...log,
    async read(stream, from = 0) {
      calls.readFrom.push(from)
      return log.read(stream, from)
    },
    async append(...given) {
      calls.appends += 1
      return log.append(...given)
    },
  }
  return { counting, calls }
}
export function countedWorld(base = createMemoryWorld()) {
  const { counting, calls } = countingLog(createMemoryLog({ store: base.store }))
  return { world: createMemoryWorld({ ...base, wrap: () => counting }), calls }
}
