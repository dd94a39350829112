import type { Command } from '#domain/kernel/decider.ts'

/** A moment for tests; business dates are data, so a fixed one will do. */
export const AT = '2026-03-02T09:00:00.000Z'

/** A command by `by` (a user id), with an id that is unique per call unless given. */
export function command<T extends string, D>(
  type: T,
  data: D,
  over: { id?: string; by?: string; at?: string } = {},
): Command<T, D> {
  count += 1
  const { id = `00000000-0000-7000-8000-${count.toString(16).padStart(12, '0')}`, by = 'user-1', at = AT } = over
  return { type, data, id, by, at, origin: { roles: ['TEST'], permission: 'TEST', correlationId: id } }
}
let count = 0
