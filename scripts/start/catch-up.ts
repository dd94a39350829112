import type { System } from '#api/system.ts'
import { READ_MODEL_NAMES } from '#projections/read-models.ts'
import type { Behind } from '#projections/caught-up.ts'

/** A minute, at five seconds each. */
const CATCH_UP_ROUNDS = 12
/** More names than this are only counted. */
const MOST_NAMED = 3

/** Waits for the read models that go on, and says what the others do not show. The portal serves all the same. */
export async function catchUp({ context }: Pick<System, 'context'>, say: (line: string) => void): Promise<void> {
  const head = await context.eventLog.head()
  let behind = await context.behind(head, READ_MODEL_NAMES)
  // Whoever comes to a new portal sees all of it. One that has not moved since the last look is not waited for again.
  for (let rounds = 1; behind.some(({ why }) => why === 'late') && rounds < CATCH_UP_ROUNDS; rounds += 1)
    behind = await context.behind(head, READ_MODEL_NAMES)
  for (const line of linesAbout(behind)) say(line)
}

/** One line for those that only take time, and one for those that need an operator. */
export function linesAbout(behind: readonly Behind[]): readonly string[] {
  const namesOf = (isMeant: (why: Behind['why']) => boolean) =>
    behind.filter(({ why }) => isMeant(why)).map(({ name }) => name)
  const [filling, stopped] = [namesOf((why) => why !== 'stopped'), namesOf((why) => why === 'stopped')]
  return [
    ...(filling.length === 0 ? [] : [`Still filling ${listed(filling)}: some screens show older figures until then`]),
    ...(stopped.length === 0 ? [] : [`Stopped filling ${listed(stopped)}: /api/health says why`]),
  ]
}

const listed = (names: readonly string[]): string => {
  const noun = names.length === 1 ? 'read model' : 'read models'
  return names.length > MOST_NAMED ? `${names.length} ${noun}` : `the ${noun} ${names.join(', ')}`
}
