import { stat } from 'node:fs/promises'
import { appendSeals, lastSealsIn, SealsDisagree } from './seal-file.ts'
import { isSameSeal } from './seal.ts'
import type { SecondPlace } from './second-place.ts'

/** The device that a folder is on, as the system numbers them; undefined when there is no such folder. */
export async function deviceOf(folder: string): Promise<number | undefined> {
  const facts = await stat(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  return facts?.isDirectory() === true ? facts.dev : undefined
}

/** A folder on another disk, which has to be there: one that is not mounted is away, and is not made anew below its place. */
export function sealFolder(folder: string): SecondPlace {
  let device: number | undefined

  async function mustBeThere(): Promise<void> {
    const found = await deviceOf(folder)
    if (found === undefined) throw new Error(`There is no folder ${folder}`)
    device ??= found
    if (found !== device) throw new Error(`${folder} is on another disk than before: is the right one mounted?`)
  }

  async function last() {
    await mustBeThere()
    return lastSealsIn(folder)
  }

  return {
    name: folder,
    last,
    async take(seals) {
      const held = (await last()).at(-1)
      const before = held?.number ?? 0
      const known = seals.find(({ number }) => number === before)
      if (known !== undefined && held !== undefined && !isSameSeal(known, held))
        throw new SealsDisagree(`${folder} holds another seal ${before}`)
      const missing = seals.filter(({ number }) => number > before)
      const [next] = missing
      if (next === undefined) return
      // The carrier asks what is there then, and says so.
      if (next.number !== before + 1) throw new Error(`Seals were taken out of ${folder}: it ends with ${before}`)
      await appendSeals(folder, missing)
    },
  }
}
