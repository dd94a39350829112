import type { Recorded } from '#commands/log/domain-log.ts'
import type { ProcessDefinition } from '#commands/processes/definition.ts'
import type { Handler } from '#commands/handle.ts'
import { foldEvents } from '#commands/processes/changes.ts'
import { toTheEnd } from '#commands/processes/to-the-end.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'

/** Takes to its end at once all of these processes that is open now, by the whole log and without a table: as the process manager would. */
export async function recover(
  definitions: readonly ProcessDefinition[],
  { log, handler }: { readonly log: DomainLog; readonly handler: Handler },
): Promise<void> {
  const head = await log.head()
  const events: Recorded[] = []
  if (head === 0) return
  for await (const batch of log.follow(0, new AbortController().signal)) {
    events.push(...batch.events)
    if (batch.position >= head) break
  }
  for (const process of definitions) {
    for (const { key, position } of foldEvents(process, events, head, 0).opened) {
      const event = events.find((one) => one.position === position)
      const { work } = process
      if (event === undefined || work === undefined) throw new Error(`${key} cannot be worked`)
      const item = { key, event }
      const { forward, back } = work
      await toTheEnd(key, () => forward(handler, item), back && ((refusal) => back(handler, item, refusal)))
    }
  }
}
