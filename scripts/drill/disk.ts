import { execFile } from 'node:child_process'
import { mkdir, open, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
// More than a gigabyte stays free, so that health has nothing to say of it.
const SIZE = '2g'
const CHUNK = 4 * 1024 * 1024

/** A small disk of the drill's own, in memory, that can be filled. */
export type DrillDisk = {
  readonly folder: string
  /** Takes all that is left of it for so long. */
  fill(ms: number): Promise<void>
  /** Takes all that is left of it until the answer is called. */
  fillUp(): Promise<() => Promise<void>>
  remove(): Promise<void>
}

/** Mounts it; undefined where that is not allowed (it takes root, and Linux). */
export async function mountDisk(folder: string, size = SIZE): Promise<DrillDisk | undefined> {
  await mkdir(folder, { recursive: true })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'chf-drill', folder])
  } catch {
    return undefined
  }
  const ballast = join(folder, 'ballast')
  const empty = () => rm(ballast, { force: true })
  return {
    folder,
    async fillUp() {
      await takeAll(ballast)
      return empty
    },
    async fill(ms) {
      const until = performance.now() + ms
      try {
        // Whoever frees a little meanwhile does not get it back.
        while (performance.now() < until) {
          await takeAll(ballast)
          await delay(50)
        }
      } finally {
        await empty()
      }
    },
    async remove() {
      await run('umount', [folder])
      await rmdir(folder)
    },
  }
}

async function takeAll(file: string): Promise<void> {
  const handle = await open(file, 'a')
  try {
    for (let size = CHUNK; size >= 4096; size /= 4) {
      const zeros = Buffer.alloc(size)
      while (
        await handle.write(zeros).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await handle.close()
  }
}
