import type { Position } from '#commands/log/event-log.ts'
import type { ReadModelName } from '#projections/read-models.ts'
import { careShows } from './care/shows.ts'
import { catalogueShows } from './catalogue/shows.ts'
import type { AppContext } from './context.ts'
import type { Done } from './contracts/done.ts'
import { moneyShows } from './money/shows.ts'
import { peopleShows } from './people/shows.ts'

/** What people call that which a read model shows. */
export const SHOWS: Readonly<Record<ReadModelName, string>> = {
  ...careShows,
  ...catalogueShows,
  ...moneyShows,
  ...peopleShows,
  log_clock: 'the past by date',
}

/** Waits (bounded) until the read models that an answer shows have come so far; what stands still is not waited for. */
export async function shownAt(
  { behind }: Pick<AppContext, 'behind'>,
  position: Position,
  models: readonly ReadModelName[],
): Promise<Pick<Done['data'], 'caught_up' | 'behind'>> {
  const late = await behind(position, models)
  return { caught_up: late.length === 0, behind: late.map(({ name }) => SHOWS[name]) }
}

/** Answers a command once the read models that it names show it (bounded), so that people read their own write. */
export async function done(
  context: AppContext,
  id: string,
  message: string,
  position: Position,
  models: readonly ReadModelName[],
): Promise<Done> {
  return { message, data: { id, position, ...(await shownAt(context, position, models)) } }
}
