import { openRegular } from './open-regular.ts'

/**
 * The text of a file; undefined when there is none. Throws `NoFile` where something else stands in its place, and whatever
 * else keeps it from being read, with the file's name.
 */
export async function readIfThere(path: string): Promise<string | undefined> {
  const file = await openRegular(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  try {
    return await file?.readFile('utf8')
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error
  } finally {
    await file?.close()
  }
}
