import { expect, test } from 'vitest'
import { type Arena, nextFault } from '#scripts/drill/faults.ts'
import { createRandom } from '#scripts/drill/random.ts'

/** What an arena of so many open connections is asked for, by kind, and then by any that cuts or kills some of them. */
async function playedWith(connections: number): Promise<readonly string[]> {
  const each = (isMeant: () => boolean) => Array.from({ length: connections }, isMeant)
  const actor = { process: { name: 'api-1', port: 1 }, line: { cut: each } }
  const postgres = { terminateBackends: async (isMeant: () => boolean) => each(isMeant) }
  const arena = {
    ...{ stage: { actors: [actor], apis: [actor], ports: [1] }, random: createRandom('seed'), longest: 20, postgres },
    disk: undefined,
  } as unknown as Arena
  const played: string[] = []
  for (let count = 0; count < 20; count += 1) {
    const { kind, fault } = nextFault(arena, ['cut', 'kill of backends'])
    await fault.play()
    played.push(`${kind}: ${fault.what}`)
  }
  return played
}

test('the same seed plays the same faults, however many connections are open when some are cut', async () => {
  const played = await playedWith(1)
  expect(new Set(played).size).toBeGreaterThan(3)
  expect(await playedWith(7)).toEqual(played)
})
