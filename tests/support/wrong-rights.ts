import type { AppContext } from '#api/context.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import { checkRights } from '#commands/rights/verify-rights.ts'

/** What of a portal's log is by somebody who could not have done it, as `verify` finds it. */
export async function wrongRights({ log }: Pick<AppContext, 'log'>): Promise<readonly Difference[]> {
  const differences: Difference[] = []
  const rights = checkRights((difference) => differences.push(difference))
  const head = await log.head()
  const stop = new AbortController()
  for await (const { events, position } of log.follow(0, stop.signal)) {
    for (const read of events) rights.event({ ...read, type: read.event.type, data: '', meta: '' }, read)
    if (position >= head) stop.abort()
  }
  return differences
}
