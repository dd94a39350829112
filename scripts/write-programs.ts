import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makePrograms } from './typescript-program.mjs'

/** What Node is given to run one of our programs, by its path from the root. */
export type RunProgram = (path: string) => readonly string[]

/** Programs that `writePrograms` wrote into this folder. */
export const programsIn =
  (folder: string): RunProgram =>
  (path) => ['--enable-source-maps', join(folder, path.replace(/ts$/, 'mjs'))]

/**
 * Makes programs (paths from the root) as every start would make each in memory (0023), for who starts them many times. The
 * folder is one of the checkout, where Node finds the packages.
 */
export async function writePrograms(root: string, programs: readonly string[], folder: string): Promise<RunProgram> {
  const paths = programs.map((path) => join(root, path))
  for (const { path, text } of await makePrograms(paths, { from: root, to: folder, extension: '.mjs' })) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  return programsIn(folder)
}
