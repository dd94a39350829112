import { lstat, stat } from 'node:fs/promises'
import { appendSeals, lastSealsIn, sealFileIn, SealsDisagree } from './seal-file.ts'
import { isSameSeal } from './seal.ts'
import type { SecondPlace } from './second-place.ts'

/** What a second place holds is kept elsewhere: two names of one file keep nothing that the one does not. */
export class NotApart extends Error {
  constructor(why: string) {
    super(`${why}: the seals have no second place`)
    this.name = 'NotApart'
  }
}

/** The device that a folder is on, as the system numbers them; undefined when there is no such folder. */
export async function deviceOf(folder: string): Promise<number | undefined> {
  const facts = await unlessGone(stat(folder))
  return facts?.isDirectory() === true ? facts.dev : undefined
}

const unlessGone = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })

/**
 * Throws `NotApart` where the file of a second place is not in its folder: a link, or mounted there from elsewhere; or is the
 * first place's own file.
 */
async function mustBeApart(folder: string, device: number, first: string | undefined): Promise<void> {
  const path = sealFileIn(folder)
  const facts = await unlessGone(lstat(path))
  if (facts === undefined) return
  if (facts.isSymbolicLink()) throw new NotApart(`${path} is a link`)
  if (facts.dev !== device) throw new NotApart(`${path} is on another disk than its folder`)
  const own = first === undefined ? undefined : await unlessGone(stat(sealFileIn(first)))
  if (own?.dev === facts.dev && own.ino === facts.ino) throw new NotApart(`${path} and that in ${first} are one file`)
}

/** A folder on another disk, which has to be there: one that is not mounted is away, and is not made anew below its place. `first` is the folder of the portal's own seals, for whoever has both. */
export function sealFolder(folder: string, first?: string | undefined): SecondPlace {
  let device: number | undefined

  async function mustBeThere(): Promise<void> {
    const found = await deviceOf(folder)
    if (found === undefined) throw new Error(`There is no folder ${folder}`)
    device ??= found
    if (found !== device) throw new Error(`${folder} is on another disk than before: is the right one mounted?`)
    await mustBeApart(folder, found, first)
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
