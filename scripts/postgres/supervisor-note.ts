import { StartRefused } from '#commands/log/start-refused.ts'
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { z } from 'zod'

const Note = z.object({ pid: z.number().int().positive(), born: z.string() })

/** When a process was started, as a text that no later process with its pid shares; undefined when there is none. */
async function bornOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    // The second field is a name in brackets that may hold anything; the start time is the twentieth after it.
    const ticks = line?.slice(line.lastIndexOf(')') + 2).split(' ')[19]
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
    return ticks === undefined ? undefined : `${boot.trim()}:${ticks}`
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'lstart=']).catch(() => ({ stdout: '' }))
  return stdout.trim() || undefined
}

async function readNote(file: string): Promise<z.infer<typeof Note> | undefined> {
  try {
    return Note.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** The process that supervises the server of this folder, if it lives; a killed one leaves its note behind. */
export async function livingSupervisor(file: string): Promise<number | undefined> {
  const note = await readNote(file)
  return note !== undefined && (await bornOf(note.pid)) === note.born ? note.pid : undefined
}

/** How often a note that somebody has removed is put back. */
const KEEP_EVERY_MS = 1_000

/** Ends the supervision, and takes its note away. */
export type EndSupervision = () => Promise<void>

/**
 * Takes the supervision of this folder for the current process, and keeps its note there until it ends. Throws while
 * another process has it: two servers must never meet on one data folder, nor one start stop the other's server as an
 * orphan.
 */
export async function takeSupervision(file: string): Promise<EndSupervision> {
  const note = JSON.stringify({ pid: process.pid, born: (await bornOf(process.pid)) ?? '' })
  const write = () => writeFile(file, note, { flag: 'wx' })
  for (let attempt = 1; ; attempt++) {
    try {
      await write()
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST') || attempt === 3) throw error
    }
    const other = await livingSupervisor(file)
    if (other !== undefined)
      throw new StartRefused(`Process ${other} already runs the database of this folder (${file})`)
    await rm(file, { force: true })
  }

  let keeping: Promise<void> = Promise.resolve()
  // It is there, or cannot be written just now.
  const timer = setInterval(() => (keeping = write().catch(() => undefined)), KEEP_EVERY_MS).unref()
  const onLeaving = () => rmSync(file, { force: true })
  process.once('exit', onLeaving)
  return async () => {
    clearInterval(timer)
    process.removeListener('exit', onLeaving)
    await keeping
    await rm(file, { force: true })
  }
}
