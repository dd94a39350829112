import { expect } from 'vitest'
import { newId } from '#commands/ids.ts'
import { billPatient } from '#commands/money/transaction/bill-patient.ts'
import { kobo } from '#domain/kernel/money.ts'
import { command } from '#tests/support/command.ts'
import { personOf } from '#tests/support/demo-app.ts'
import type { Ministry } from './ministry.ts'

/** All are of one wallet: so many at a time a busy machine takes as well. */
const AT_ONCE = 5

/** Bills of the first hospital's patient, each of so many scans at one naira; lists show them. Their ids. */
export async function manyBills({ demo, coeId }: Ministry, count: number, quantity = 1): Promise<readonly string[]> {
  const { handler, caughtUp, log } = demo.context
  const by = personOf('COE_STAFF').userId
  const lines = [{ itemId: 'scan', name: 'Scan', categoryId: 1, quantity, price: kobo(100) }]
  const ids: string[] = []
  const bill = async () => {
    const id = newId(Date.now())
    const data = { kind: 'service' as const, coeId, patientId: personOf('PATIENT').userId, lines }
    const request = command('RequestBilling', { ...data, reference: `TRX-2026-${id}`, documents: [] }, { by })
    expect((await billPatient(handler, id, { ...request, at: new Date().toISOString() })).outcome).toBe('done')
    ids.push(id)
  }
  while (ids.length < count) await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - ids.length) }, bill))
  await caughtUp(await log.head())
  return ids
}
