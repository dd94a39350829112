import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { StartRefused } from './log/start-refused.ts'

/** Something else stands where a file should be. */
export class NoFile extends StartRefused {
  readonly path: string
  constructor(path: string) {
    super(`${path} is no file: a folder, a pipe or something else stands there. Move it away`)
    this.name = 'NoFile'
    this.path = path
  }
}

/** What the system says of a socket, or of a pipe that nobody reads, and of a folder that is to be written. */
const NOT_TO_BE_OPENED: readonly unknown[] = ['ENXIO', 'EISDIR']

/**
 * Opens a file, and nothing else: a pipe in its place would keep whoever opens it for good, and with it one of the few
 * threads that everything on the disk goes by. Throws `NoFile`, and what the system says of a file.
 */
export async function openRegular(path: string, flags = constants.O_RDONLY, mode?: number): Promise<FileHandle> {
  const file = await open(path, flags | constants.O_NONBLOCK, mode).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && NOT_TO_BE_OPENED.includes(error.code) ? new NoFile(path) : error
  })
  try {
    if ((await file.stat()).isFile()) return file
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  throw new NoFile(path)
}
