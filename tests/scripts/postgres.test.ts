import { spawn, spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { accountFor, giveFolder } from '#scripts/postgres/account.ts'
import { anyoneWorksIn, isAlive, until } from '#scripts/postgres/postmaster.ts'
import { type Postgres, runningPostgres, startPostgres, stopLeftover } from '#scripts/postgres/start-postgres.ts'
import { refusalOf } from '#scripts/start/refusal.ts'
import { copyFirstPostgres } from '#tests/support/made-once.ts'
import { ask, keepNote, kept, readNote } from '#tests/support/postgres-note.ts'
import { program } from '#tests/support/program.ts'
import { ROOT } from '#tests/support/source-files.ts'
import { superviseInProgram } from '#tests/support/supervising-program.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65534, gid: 65534 }

let dataDir: string
let cluster: string
/** A stopped database with a note in it, for copies. */
let noted: string
beforeAll(async () => {
  noted = await mkdtemp(join(inject('runDir'), 'noted-'))
  await copyFirstPostgres(noted)
  const postgres = await startPostgres({ dataDir: noted })
  await keepNote(postgres.ownerUrl)
  await postgres.stop()
})
afterAll(() => rm(noted, { recursive: true, force: true }))
beforeEach(async () => {
  dataDir = await mkdtemp(join(inject('runDir'), 'supervisor-'))
  cluster = join(dataDir, 'postgres', 'cluster')
})
afterEach(async () => {
  await stopLeftover(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

const copyNoted = () => cp(noted, dataDir, { recursive: true, preserveTimestamps: true })
const passwordsOf = (folder: string) => join(folder, 'postgres', 'passwords.json')
const OTHER = 'ab'.repeat(24)
const OTHER_PASSWORDS = JSON.stringify({ postgres: OTHER, chf_owner: OTHER, chf_app: OTHER })

/** Starts here, does something, stops. */
async function once<T>(act: (postgres: Awaited<ReturnType<typeof startPostgres>>) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir })
  try {
    return await act(postgres)
  } finally {
    await postgres.stop()
  }
}

test('a second start has the data of the first, and new starts ask for the same passwords', async () => {
  await copyNoted()
  const known = JSON.parse(await readFile(passwordsOf(noted), 'utf8')) as { readonly chf_owner: string }
  const second = await once(async ({ ownerUrl }) => [await readNote(ownerUrl), new URL(ownerUrl).password])
  expect(second).toEqual([kept, known.chf_owner])
})

test('data that lost its passwords gets new ones; whose are others than those in the file, those of the file', async () => {
  await copyNoted()
  const note = () => once(async ({ ownerUrl }) => [await readNote(ownerUrl), new URL(ownerUrl).password] as const)
  await rm(passwordsOf(dataDir))
  const [found, made] = await note()
  expect(found).toEqual(kept)
  expect(await readFile(passwordsOf(noted), 'utf8')).not.toContain(made)
  await writeFile(passwordsOf(dataDir), OTHER_PASSWORDS)
  expect(await note()).toEqual([kept, OTHER])
})

test('a folder with files that are no database is left alone', async () => {
  await mkdir(cluster, { recursive: true })
  await writeFile(join(cluster, 'diary.txt'), 'mine')
  await expect(startPostgres({ dataDir })).rejects.toThrow('PG_VERSION is missing')
  expect(await readFile(join(cluster, 'diary.txt'), 'utf8')).toBe('mine')
})

describe('a server that runs', () => {
  let dataDir: string
  let postgres: Postgres
  const folder = () => join(dataDir, 'postgres')
  const note = () => join(folder(), 'supervisor.json')
  beforeAll(async () => {
    dataDir = await mkdtemp(join(inject('runDir'), 'running-'))
    // As a start that was killed has left it.
    await mkdir(join(folder(), 'cluster.making-1'), { recursive: true })
    await writeFile(join(folder(), 'cluster.making-1', 'PG_VERSION'), '18')
    postgres = await startPostgres({ dataDir })
  })
  afterAll(async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('has thrown the half-made data folder of a killed start away', async () => {
    expect(await readdir(folder())).toContain('cluster')
    expect(await readdir(folder())).not.toContain('cluster.making-1')
  })

  test('is a durable server in UTF-8, and the app is neither superuser nor owner', async () => {
    const [settings] = await ask(
      postgres.appUrl,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
         current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
         (select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user) as powerful`,
    )
    expect(settings).toEqual({ fsync: 'on', commits: 'on', checksums: 'on', encoding: 'UTF8', powerful: false })
    await expect(ask(postgres.appUrl, 'create table mine ()')).rejects.toThrow('permission denied')
  })

  test('has passwords that are readable by their owner alone, and nobody gets in without one', async () => {
    expect((await stat(passwordsOf(dataDir))).mode & 0o777).toBe(0o600)
    const wrong = new URL(postgres.appUrl)
    wrong.password = 'wrong'
    await expect(ask(wrong.href, 'select')).rejects.toMatchObject({ code: '28P01' })
  })

  test('tells whoever comes with passwords of another copy so in words', async () => {
    const own = await readFile(passwordsOf(dataDir), 'utf8')
    onTestFinished(() => writeFile(passwordsOf(dataDir), own))
    await writeFile(passwordsOf(dataDir), OTHER_PASSWORDS)
    const found = await runningPostgres(dataDir)
    const error: unknown = await ask(found?.appUrl ?? '', 'select').catch((refused: unknown) => refused)
    expect(refusalOf(error)?.message).toContain('another password')
  })

  /** It goes on, as the same process; nobody else can start one, nor stop this as an orphan. */
  async function expectToBeOurs(server: number) {
    await expect(startPostgres({ dataDir })).rejects.toThrow(`Process ${process.pid} already runs`)
    expect(await ask(postgres.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(postgres.pid()).toBe(server)
  }

  test('is found by other processes, keeps a second start away, and goes on', async () => {
    const server = postgres.pid()
    expect((await runningPostgres(dataDir))?.appUrl).toBe(postgres.appUrl)
    await expectToBeOurs(server)
    expect(await stopLeftover(dataDir)).toBe(false)
  })

  test('has a note that somebody removes put back, and another start is still refused', async () => {
    const [before, server] = [await readFile(note(), 'utf8'), postgres.pid()]
    await rm(note())
    await expect.poll(() => readFile(note(), 'utf8').catch(() => ''), { timeout: 30_000 }).toBe(before)
    await expectToBeOurs(server)
  })

  test.each([
    ['emptied', ''],
    ['garbled', '{"pid":'],
    ['of a process that has ended', JSON.stringify({ pid: process.pid, born: 'long ago' })],
  ])('has a note that is %s put back, and nobody stops it meanwhile', async (_, text) => {
    const [before, server] = [await readFile(note(), 'utf8'), postgres.pid()]
    await writeFile(note(), text)
    expect((await runningPostgres(dataDir))?.appUrl).toBe(postgres.appUrl)
    await writeFile(note(), text)
    expect(await stopLeftover(dataDir)).toBe(false)
    await writeFile(note(), text)
    await expectToBeOurs(server)
    await expect.poll(() => readFile(note(), 'utf8'), { timeout: 30_000 }).toBe(before)
    expect(postgres.pid()).toBe(server)
  })
})

test('a stopped server leaves no process, no way in and no note behind, also not one that was put back', async () => {
  await copyFirstPostgres(dataDir)
  const note = join(dataDir, 'postgres', 'supervisor.json')
  const pid = await once(async ({ pid }) => {
    await rm(note)
    await expect.poll(() => readFile(note, 'utf8').catch(() => ''), { timeout: 30_000 }).not.toBe('')
    return pid()
  })
  expect(isAlive(pid)).toBe(false)
  expect(await anyoneWorksIn(cluster)).toBe(false)
  expect((await readdir(join(dataDir, 'postgres'))).sort()).toEqual(['cluster', 'passwords.json', 'server.log'])
  expect(await runningPostgres(dataDir)).toBeUndefined()
  expect(await stopLeftover(dataDir)).toBe(true)
})

test('the end of a server that nobody asked to stop is told', async () => {
  await copyFirstPostgres(dataDir)
  const told: string[] = []
  const postgres = await startPostgres({ dataDir, onExit: (reason) => told.push(reason) })
  process.kill(postgres.pid(), 'SIGQUIT')
  expect(await until(() => told.length > 0, 20_000)).toBe(true)
  expect(told[0]).toContain('ended by itself')
  await postgres.stop()
})

test("a process id in postmaster.pid that is a stranger's by now does not stop a start", async () => {
  await copyNoted()
  // Of the server's own account: Postgres itself passes over those of other users.
  const stranger = spawn('/bin/sh', ['-c', 'read line'], { ...(await accountFor(cluster)), cwd: '/' })
  try {
    await writeFile(join(cluster, 'postmaster.pid'), `${stranger.pid}\n${cluster}\n0\n5432\n\n\n\nready\n`)
    expect(await once(({ ownerUrl }) => readNote(ownerUrl))).toEqual(kept)
    expect(stranger.exitCode).toBeNull()
  } finally {
    stranger.kill()
  }
})

test('an orphan that does not come to its end is ended, and the start says what it waits for', async () => {
  await copyFirstPostgres(dataDir)
  const killed = await superviseInProgram(dataDir)
  await keepNote(killed.ownerUrl)
  await killed.end('SIGKILL')
  // Without it no fast shutdown ends, as on a full disk.
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const checkpointer = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, parent, ...args]) => Number(parent) === killed.pid && args.includes('checkpointer'))
  if (checkpointer === undefined) throw new Error('The orphan has no checkpointer')
  process.kill(Number(checkpointer[0]), 'SIGSTOP')
  const lines: string[] = []
  const from = performance.now()
  const next = await startPostgres({ dataDir, orphanMs: 1_000, log: (line) => lines.push(line) })
  expect(performance.now() - from).toBeLessThan(40_000)
  expect(lines.join()).toContain(`left behind to end (process ${killed.pid})`)
  expect(await readNote(next.ownerUrl)).toEqual(kept)
  await next.stop()
}, 120_000)

test.runIf(process.platform === 'linux')(
  'a start that was killed, and whose parent has not heard of it, does not keep the next one from starting',
  async () => {
    await copyFirstPostgres(dataDir)
    const supervising = [process.execPath, ...program('tests/support/postgres-program.ts'), dataDir]
    const deaf = spawn('/bin/sh', ['-c', '"$@" & exec sleep 600', 'sh', ...supervising], { cwd: ROOT, stdio: 'pipe' })
    onTestFinished(() => void deaf.kill('SIGKILL'))
    await new Promise((resolve) => deaf.stdout.once('data', resolve))
    const note = await readFile(join(dataDir, 'postgres', 'supervisor.json'), 'utf8')
    const { pid } = JSON.parse(note) as { readonly pid: number }
    process.kill(pid, 'SIGKILL')
    const stateOf = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.[0]
    expect(await until(async () => (await stateOf()) === 'Z', 20_000)).toBe(true)
    await once(({ ownerUrl }) => keepNote(ownerUrl))
  },
)

/** An ordinary user can run nothing of a clone below root's home; there the rest of these tests has to do. */
const canOthersRun = spawnSync('/bin/sh', ['-c', 'cd "$0"', import.meta.dirname], { ...NOBODY, cwd: '/' }).status === 0

const accounts = [
  { who: isRoot ? 'root' : 'an ordinary user', account: undefined },
  ...(isRoot && canOthersRun ? [{ who: 'an ordinary user', account: NOBODY }] : []),
]
describe.each(accounts)('started by $who', ({ account }) => {
  beforeEach(async () => giveFolder(dataDir, account))

  test('a start after SIGKILL of the program, or of its server too, has what was committed; Ctrl-C is in good order', async () => {
    // What it makes anew under the account of these tests is shown above.
    if (account === undefined) await copyFirstPostgres(dataDir)
    const first = await superviseInProgram(dataDir, account)
    await keepNote(first.ownerUrl)
    await first.end('SIGKILL')
    expect(isAlive(first.pid)).toBe(true) // An orphan, or this test shows nothing.

    const second = await superviseInProgram(dataDir, account)
    expect(isAlive(first.pid)).toBe(false)
    expect(await readNote(second.ownerUrl)).toEqual(kept)
    await ask(second.ownerUrl, `insert into note values ('kept too')`)
    await second.end('SIGKILL')
    process.kill(second.pid, 'SIGKILL')

    const third = await superviseInProgram(dataDir, account)
    expect(await readNote(third.ownerUrl)).toEqual([...kept, { text: 'kept too' }])
    // The signal reaches the server's program, whose server answers until the program stops it.
    const answer = third.next()
    await third.end('SIGINT', 'group')
    expect(await answer).toEqual({ answer: 42 })
    expect(isAlive(third.pid)).toBe(false)
  })
})

describe.runIf(isRoot)('as root', () => {
  test('data below a folder that only root may enter stays in there', async () => {
    await chmod(dataDir, 0o700)
    await once(({ ownerUrl }) => keepNote(ownerUrl))
    expect((await stat(cluster)).uid).not.toBe(0)
    expect(await once(({ ownerUrl }) => readNote(ownerUrl))).toEqual(kept)
  })

  test.each([
    { whose: 'root’s, as a plain copy leaves it', uid: 0 },
    { whose: 'of a user that this machine does not know', uid: 54_321 },
  ])('kept data starts on a new machine when it is $whose', async ({ uid }) => {
    // Its times as well as its owner are those of the copying.
    await cp(noted, dataDir, { recursive: true })
    await giveFolder(cluster, { uid, gid: uid })
    await chown(cluster, uid, uid)
    await chmod(cluster, 0o755)
    expect(await once(({ ownerUrl }) => readNote(ownerUrl))).toEqual(kept)
  })
})
