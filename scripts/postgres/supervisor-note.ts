import { readIfThere } from '#commands/read-if-there.ts'
import { replaceFile } from '#commands/whole-file.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { findPostmaster } from './postmaster.ts'

const Note = z.object({ pid: z.number().int().positive(), born: z.string() })
type Note = z.infer<typeof Note>

/** Where a supervision is noted, and the data of the server that it is about. */
type Supervised = { readonly note: string; readonly cluster: string }

/**
 * When a process was started, as a text that no later process with its pid shares; undefined when there is none. One that
 * has ended, and whose parent has not heard of it, is none.
 */
async function bornOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    // The second field is a name in brackets that may hold anything; its state is next, the start time nineteen after that.
    const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ')
    const ticks = fields?.[0] === 'Z' ? undefined : fields?.[19]
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
    return ticks === undefined ? undefined : `${boot.trim()}:${ticks}`
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'lstart=']).catch(() => ({ stdout: '' }))
  return stdout.trim() || undefined
}

const currentProcess = async (): Promise<Note> => ({ pid: process.pid, born: (await bornOf(process.pid)) ?? '' })

/** Of no meaning to Postgres, which keeps with its data what it was started with (postmaster.opts). */
const SETTING = 'chf.supervisor'

/** The setting by which a running server says which process supervises it: this one. */
export async function supervisorSetting(): Promise<Readonly<Record<string, string>>> {
  const { pid, born } = await currentProcess()
  return { [SETTING]: `${pid} ${born}` }
}

async function readNote(file: string): Promise<Note | undefined> {
  const text = await readIfThere(file)
  try {
    return Note.parse(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

/** Whom the server that runs on this data was started by. */
async function starterOf(cluster: string): Promise<Note | undefined> {
  if ((await findPostmaster(cluster)) === undefined) return undefined
  const options = (await readIfThere(join(cluster, 'postmaster.opts'))) ?? ''
  const [, pid, born] = new RegExp(`"${SETTING}=(\\d+) ([^"]*)"`).exec(options) ?? []
  return pid === undefined || born === undefined ? undefined : { pid: Number(pid), born }
}

/**
 * The process that supervises the server of this data, if it lives; a killed one leaves its note behind. A note can be
 * removed or damaged by others, so a server that runs is asked too.
 */
export async function livingSupervisor({ note, cluster }: Supervised): Promise<number | undefined> {
  for (const known of [await readNote(note), await starterOf(cluster)])
    if (known !== undefined && (await bornOf(known.pid)) === known.born) return known.pid
  return undefined
}

/** How often a note that somebody has removed or damaged is put back. */
const KEEP_EVERY_MS = 1_000

/** Ends the supervision, and takes its note away. */
export type EndSupervision = () => Promise<void>

/**
 * Takes the supervision of this data for the current process, and keeps its note there until it ends. Throws while
 * another process has it: two servers must never meet on one data folder, nor one start stop the other's server as an
 * orphan.
 */
export async function takeSupervision(supervised: Supervised): Promise<EndSupervision> {
  const { note: file } = supervised
  const note = JSON.stringify(await currentProcess())
  for (let attempt = 1; ; attempt++) {
    const other = await livingSupervisor(supervised)
    if (other !== undefined)
      throw new StartRefused(`Process ${other} already runs the database of this folder (${file})`)
    try {
      await writeFile(file, note, { flag: 'wx' })
      break
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST') || attempt === 3) throw error
    }
    // Of a process that has ended, or no note at all. One that was written meanwhile is another start's.
    if ((await livingSupervisor(supervised)) === undefined) await rm(file, { force: true })
  }

  const putBack = async () => {
    if ((await readIfThere(file).catch(() => '')) === note) return
    // Unless it cannot be written just now.
    await replaceFile(file, note).catch(() => undefined)
  }
  let keeping: Promise<void> = Promise.resolve()
  const timer = setInterval(() => (keeping = putBack()), KEEP_EVERY_MS).unref()
  const onLeaving = () => rmSync(file, { force: true })
  process.once('exit', onLeaving)
  return async () => {
    clearInterval(timer)
    process.removeListener('exit', onLeaving)
    await keeping
    await rm(file, { force: true })
  }
}
