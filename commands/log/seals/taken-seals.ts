import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere } from '#commands/read-if-there.ts'
import { replaceFile } from '#commands/whole-file.ts'

const Taken = z.strictObject({ place: z.string(), number: z.int().min(1) })

/** What a second place has taken, beside the first: what is gone from it while nothing ran would be brought in silence else. */
type TakenSeals = {
  readonly path: string
  /** The number of the last seal that a place of that name is known to have held; 0 where that is not known. */
  last(place: string): Promise<number>
  keep(place: string, number: number): Promise<void>
}

/** In a file of the folder of the seals. Whoever takes it away as well has this machine and the second place. */
export function takenSealsIn(folder: string): TakenSeals {
  const path = join(folder, 'taken.json')
  let kept: z.infer<typeof Taken> | undefined

  return {
    path,
    async last(place) {
      const text = (await readIfThere(path)) ?? '{}'
      kept = Taken.safeParse(parsed(text)).data
      return kept?.place === place ? kept.number : 0
    },
    async keep(place, number) {
      if (kept?.place === place && kept.number === number) return
      // Half of it would be no word of anything.
      await replaceFile(path, JSON.stringify({ place, number }))
      kept = { place, number }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
