import { randomUUID } from 'node:crypto'
import type { AnyCommand } from '#domain/kernel/decider.ts'
import { kobo } from '#domain/kernel/money.ts'
import type { WalletEvent } from '#domain/money/wallet/events.ts'

const [PATIENT, CLERK, AT] = [randomUUID(), randomUUID(), '2026-03-02T09:00:00.000Z']

/** A movement on a wallet: the commonest event there is. */
export function aMovement(): WalletEvent {
  const transferId = `transaction:${randomUUID()}:1`
  const data = { transferId, amount: kobo(4_400_000), counterAccount: `payable:${PATIENT}`, by: CLERK, at: AT }
  return { type: 'WalletDebited', data }
}

export function commandOf(id: string): AnyCommand {
  const origin = { roles: ['COE_STAFF'], permission: 'BILL_SERVICES', coeId: PATIENT, correlationId: id }
  return { type: 'DebitWallet', id, by: CLERK, at: AT, data: { amount: 4_400_000 }, origin }
}
