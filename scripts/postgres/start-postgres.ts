import { StartRefused } from '#commands/log/start-refused.ts'
import { join, resolve } from 'node:path'
import { makeFolder } from '#scripts/make-folder.ts'
import { accountFor } from './account.ts'
import { isWrongPassword } from '#commands/postgres.ts'
import { usableBinaries } from './binaries.ts'
import { prepareCluster, setSuperuserPassword } from './cluster.ts'
import { readPasswords, type Passwords } from './passwords.ts'
import { clearOrphan, findPostmaster, shutDown } from './postmaster.ts'
import { APP, DATABASE, OWNER, ensureDatabase } from './roles.ts'
import { keepServer } from './keep-server.ts'
import { retryPassing } from './retry-passing.ts'
import { livingSupervisor, supervisorSetting, takeSupervision } from './supervisor-note.ts'

/** Three ways into one server: as superuser, as owner of the schema (migrations), as the app. */
export type PostgresUrls = { readonly url: string; readonly ownerUrl: string; readonly appUrl: string }

/**
 * A server under our supervision: when it is killed it is started again on its port. `pid` is that of the present one;
 * `stop` is a clean shutdown and may be called more than once.
 */
export type Postgres = PostgresUrls & { readonly port: number; pid(): number; stop(): Promise<void> }

export type StartOptions = {
  /** Holds the data (`postgres/cluster`), the passwords and the server's log. */
  readonly dataDir: string
  /** One line per step that takes time. */
  readonly log?: (line: string) => void
  /** The server ended without being asked to, or could not be started again yet: it is started again until it runs. */
  readonly onExit?: (reason: string) => void
  /** Breaks the start off, leaving what the next one can go on with. */
  readonly signal?: AbortSignal
  /** Server settings beside, or instead of, the usual ones. */
  readonly settings?: Readonly<Record<string, string>>
  /** How long a server that an earlier start has left behind may take to end in good order; ten seconds when left out. */
  readonly orphanMs?: number
}

const places = (dataDir: string) => {
  const folder = join(resolve(dataDir), 'postgres')
  return {
    folder,
    cluster: join(folder, 'cluster'),
    passwordFile: join(folder, 'passwords.json'),
    note: join(folder, 'supervisor.json'),
    logFile: join(folder, 'server.log'),
  }
}

const urls = (port: number, passwords: Passwords): PostgresUrls => {
  const as = (role: keyof Passwords) => `postgres://${role}:${passwords[role]}@127.0.0.1:${port}/${DATABASE}`
  return { url: as('postgres'), ownerUrl: as(OWNER), appUrl: as(APP) }
}

/**
 * Starts the embedded Postgres on the data kept in `dataDir`, made at the first start, with the database and its two
 * roles in it. Works as root (the server then runs as an unprivileged account) and as an ordinary user; recovers from
 * a parent that was killed. Throws when another living process supervises this folder.
 */
export async function startPostgres({
  dataDir,
  log,
  onExit,
  signal,
  settings = {},
  orphanMs,
}: StartOptions): Promise<Postgres> {
  if (process.getuid === undefined) throw new StartRefused('On this system set DATABASE_URL to a Postgres of yours')
  const { folder, cluster, passwordFile, note, logFile } = places(dataDir)
  await makeFolder(folder)
  const release = await takeSupervision({ note, cluster })
  try {
    const account = await accountFor(cluster)
    const binaries = await usableBinaries(account, folder)
    if (binaries.isCopy) log?.(`Postgres runs from a copy of its programs: ${binaries.postgres}`)
    const onWait = (pid: number) =>
      log?.(`Waits for a database server that an earlier start had left behind to end (process ${pid})`)
    const orphan = await clearOrphan(cluster, onWait, orphanMs)
    if (orphan === 'stopped') log?.('Stopped a database server that an earlier start had left behind')
    const { passwords, isNew, wasOpened } = await prepareCluster(
      { cluster, passwordFile },
      { binaries, account, signal },
    )
    signal?.throwIfAborted()
    if (isNew) log?.(`Made a new database in ${cluster}`)
    if (wasOpened)
      log?.(`Somebody had changed who is let in (${cluster}/pg_hba.conf): it is as the portal made it again`)
    const launch = {
      ...{ postgres: binaries.postgres, cluster, logFile, account },
      settings: { ...settings, ...(await supervisorSetting()) },
    }
    const launched = () => keepServer(launch, (reason) => onExit?.(`${reason}; its log is ${logFile}`))
    let server = await launched()
    try {
      signal?.throwIfAborted()
      const ensure = () =>
        retryPassing(
          () => ensureDatabase(urls(server.port, passwords).url.replace(/[^/]+$/, 'postgres'), passwords),
          signal,
        )
      await ensure().catch(async (error: unknown) => {
        if (!isWrongPassword(error)) throw error
        // Of another copy, say. It is our own data, so it gets the file's, as it gets new ones where there is no file.
        log?.(`The database knows other passwords than those in ${passwordFile}, and is given them`)
        await server.stop()
        await setSuperuserPassword(cluster, { binaries, account, signal }, passwords)
        server = await launched()
        await ensure()
      })
      const { url, ownerUrl, appUrl } = urls(server.port, passwords)
      const stop = async () => {
        await server.stop()
        await release()
      }
      return { url, ownerUrl, appUrl, port: server.port, pid: () => server.pid(), stop }
    } catch (error) {
      await server.stop()
      throw error
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** The ways into the server that another living process runs on `dataDir`; undefined when none does. */
export async function runningPostgres(dataDir: string): Promise<PostgresUrls | undefined> {
  const { cluster, passwordFile, note } = places(dataDir)
  if ((await livingSupervisor({ note, cluster })) === undefined) return undefined
  const postmaster = await findPostmaster(cluster)
  const passwords = await readPasswords(passwordFile)
  return postmaster?.isReady && passwords ? urls(postmaster.port, passwords) : undefined
}

/** Stops the server on `dataDir` if the process that supervised it is gone; false while that process lives. */
export async function stopLeftover(dataDir: string): Promise<boolean> {
  const { cluster, note } = places(dataDir)
  if ((await livingSupervisor({ note, cluster })) !== undefined) return false
  const leftover = await findPostmaster(cluster)
  if (leftover !== undefined) await shutDown(leftover.pid)
  return true
}
