import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartRefused } from '#commands/log/start-refused.ts'

/**
 * Makes a folder and those above it, where they are missing. One by one: asked for all at once, Node tries for ever in a
 * place like /proc, where the folder above is there and none can be made in it.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return
  const above = dirname(path)
  if (above !== path) await makeFolder(above)
  try {
    await mkdir(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT')
      throw new StartRefused(`No folder can be made in ${above} (${path}). Name another one (DATA_DIR).`)
    if (code !== 'EEXIST' || !(await isFolder(path))) throw error
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
