import { readFile } from 'node:fs/promises'

/**
 * The text of a file; undefined when there is none. Whatever else keeps it from being read names the file, which Node leaves
 * out where a folder stands in its place.
 */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error instanceof Error ? Object.assign(error, { path: file }) : error
  }
}
