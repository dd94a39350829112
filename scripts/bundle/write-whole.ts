import { access, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartRefused } from '#commands/log/start-refused.ts'
import { makeFolder } from '#scripts/make-folder.ts'
import { syncFolder } from '#scripts/backup/files.ts'

/** So many characters are written at once. */
const PIECE = 256 * 1024

/** What nobody has written to for so long was left by one that was killed. */
const LEFT_MS = 3_600_000
const MAKING = /\.ndjson\.\d+\.making$/

/** Writes lines of JSON into a new file, whole or not at all; gives how many. Removes what killed ones left beside it. Throws `StartRefused` where there is one. */
export async function writeWhole(path: string, lines: AsyncIterable<unknown>): Promise<number> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) throw new StartRefused(`${path} is there already, and is not written over`)
  await makeFolder(dirname(path))
  await removeLeft(dirname(path))
  const making = `${path}.${process.pid}.making`
  try {
    const count = await writeLines(making, lines)
    await rename(making, path)
    await syncFolder(dirname(path))
    return count
  } finally {
    await rm(making, { force: true })
  }
}

async function removeLeft(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => MAKING.test(one))) {
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (facts !== undefined && facts.mtimeMs < Date.now() - LEFT_MS) await rm(join(folder, name), { force: true })
  }
}

async function writeLines(path: string, lines: AsyncIterable<unknown>): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    let [count, piece] = [0, '']
    for await (const line of lines) {
      count += 1
      piece += `${JSON.stringify(line)}\n`
      if (piece.length < PIECE) continue
      await file.appendFile(piece)
      piece = ''
    }
    await file.appendFile(piece)
    await file.sync()
    return count
  } finally {
    await file.close()
  }
}
