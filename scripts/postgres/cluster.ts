import { chmod, lchown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartRefused } from '#commands/log/start-refused.ts'
import { readIfThere } from '#commands/read-if-there.ts'
import { replaceFile } from '#commands/whole-file.ts'
import { giveFolder, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { newPasswords, readPasswords, SCRAM_ITERATIONS, writePasswords, type Passwords } from './passwords.ts'
import { endWorkersIn } from './postmaster.ts'
import { runProgram, workingFolder } from './program.ts'
import { programRefused } from './refusals.ts'

type Place = { readonly cluster: string; readonly passwordFile: string }
export type Tools = {
  readonly binaries: Binaries
  readonly account: Account | undefined
  readonly signal: AbortSignal | undefined
}

const HBA = 'host all all 127.0.0.1/32 scram-sha-256\n'

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Sets the superuser's password without a running server: the only way in before there is one. */
export async function setSuperuserPassword(
  cluster: string,
  { binaries, account, signal }: Tools,
  passwords: Passwords,
) {
  const { code, output } = await runProgram(
    binaries.postgres,
    // prettier-ignore
    ['--single', '-D', workingFolder(cluster), '-c', 'log_min_messages=error',
      '-c', `scram_iterations=${SCRAM_ITERATIONS}`, 'postgres'],
    { account, cwd: cluster, signal, input: `alter role postgres password '${passwords.postgres}'\n` },
  )
  if (code !== 0 || /\b(ERROR|FATAL):/.test(output)) throw programRefused('Postgres took no password', cluster, output)
}

/** Who is let in how, as the portal has it; says whether somebody had changed it. */
async function keepHba(cluster: string, account: Account | undefined): Promise<boolean> {
  const file = join(cluster, 'pg_hba.conf')
  if ((await readIfThere(file)) === HBA) return false
  await replaceFile(file, HBA)
  if (account !== undefined) await lchown(file, account.uid, account.gid)
  return true
}

/** Makes the data beside its place and moves it there when whole, so that what is in place is never half-made. */
async function makeCluster({ cluster, passwordFile }: Place, tools: Tools): Promise<Passwords> {
  const making = `${cluster}.making-${process.pid}`
  const { binaries, account, signal } = tools
  try {
    await mkdir(making, { mode: 0o700 })
    await giveFolder(making, account)
    const { code, output } = await runProgram(
      binaries.initdb,
      // prettier-ignore
      ['-D', workingFolder(making), '-U', 'postgres', '--auth=reject', '--encoding=UTF8', '--data-checksums',
        '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
      { account, cwd: making, signal },
    )
    if (code !== 0) throw programRefused('No new database could be made', cluster, output)
    await keepHba(making, account)
    const passwords = (await readPasswords(passwordFile)) ?? newPasswords()
    await setSuperuserPassword(making, tools, passwords)
    await writePasswords(passwordFile, passwords)
    await rename(making, cluster)
    return passwords
  } catch (error) {
    await endWorkersIn(making)
    await rm(making, { recursive: true, force: true })
    throw error
  }
}

async function removeHalfMade(cluster: string): Promise<void> {
  for (const name of await readdir(dirname(cluster))) {
    if (name.startsWith(`${basename(cluster)}.making-`)) {
      // Of a start that was killed: what it had begun may still be at work in there.
      await endWorkersIn(join(dirname(cluster), name))
      await rm(join(dirname(cluster), name), { recursive: true, force: true })
    }
  }
}

export type Prepared = {
  readonly passwords: Passwords
  readonly isNew: boolean
  /** Somebody had changed who is let in how. */
  readonly wasOpened: boolean
}

/**
 * The data folder, made if there is none, in the hands of the account that Postgres will run as, and the passwords
 * of its roles. Data that lost its password file gets new passwords. No server may be running on it.
 */
export async function prepareCluster(place: Place, tools: Tools): Promise<Prepared> {
  const { cluster, passwordFile } = place
  await removeHalfMade(cluster)
  if (!(await exists(join(cluster, 'PG_VERSION')))) {
    const rest = await readdir(cluster).catch(() => [])
    if (rest.length > 0)
      throw new StartRefused(
        `${cluster} holds files but no Postgres data (PG_VERSION is missing): restore them, or move them away.`,
      )
    return { passwords: await makeCluster(place, tools), isNew: true, wasOpened: false }
  }
  const uid = process.getuid?.()
  const owner = (await stat(cluster)).uid
  if (uid !== 0 && owner !== uid) {
    throw new StartRefused(
      `${cluster} belongs to user ${owner}: start as that user, or as root, or choose another DATA_DIR`,
    )
  }
  await giveFolder(cluster, tools.account)
  await chmod(cluster, 0o700) // A copy may have lost its mode, and Postgres refuses a wider one.
  const wasOpened = await keepHba(cluster, tools.account)
  const kept = await readPasswords(passwordFile)
  if (kept) return { passwords: kept, isNew: false, wasOpened }
  const passwords = newPasswords()
  await setSuperuserPassword(cluster, tools, passwords)
  await writePasswords(passwordFile, passwords)
  return { passwords, isNew: false, wasOpened }
}
