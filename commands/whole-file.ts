import { randomUUID } from 'node:crypto'
import { link, rename, rm, writeFile } from 'node:fs/promises'

/** Writes a file in the place of what is there: whole or not at all, whatever ends us, on the disk, and for its owner to read. */
export const replaceFile = (path: string, text: string): Promise<void> => writeBeside(path, text, rename)

/** Makes a file that is not there, whole or not at all: of two at once one makes it, and of the other nothing is left. */
export const makeFile = (path: string, text: string): Promise<void> =>
  writeBeside(path, text, (making) =>
    link(making, path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }),
  )

/** Under a name that nobody knows before: where somebody has put a pipe, writing would never end. */
async function writeBeside(
  path: string,
  text: string,
  put: (making: string, path: string) => Promise<void>,
): Promise<void> {
  const making = `${path}.making-${randomUUID()}`
  try {
    await writeFile(making, text, { mode: 0o600, flush: true, flag: 'wx' })
    await put(making, path)
  } finally {
    await rm(making, { force: true })
  }
}
