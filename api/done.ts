import type { Position } from '../commands/log/event-log.ts'
import type { AppContext } from './context.ts'
import type { Done } from './contracts/done.ts'

/** Answers a command once the read models show it (bounded), so that people read their own write. */
export async function done(context: AppContext, id: string, message: string, position: Position): Promise<Done> {
  return { message, data: { id, position, caught_up: await context.caughtUp(position) } }
}
