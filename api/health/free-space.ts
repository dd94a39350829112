import { statfs } from 'node:fs/promises'

/** How many bytes may still be written in this folder's file system. */
export async function freeSpaceIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
