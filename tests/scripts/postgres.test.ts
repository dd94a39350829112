import { spawn, spawnSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { accountFor, giveFolder } from '#scripts/postgres/account.ts'
import { anyoneWorksIn, isAlive, until } from '#scripts/postgres/postmaster.ts'
import { runningPostgres, startPostgres, stopLeftover } from '#scripts/postgres/start-postgres.ts'
import { refusalOf } from '#scripts/start/refusal.ts'
import { copyFirstPostgres } from '#tests/support/made-once.ts'
import { ask, keepNote, kept, readNote } from '#tests/support/postgres-note.ts'
import { ROOT } from '#tests/support/source-files.ts'
import { superviseInProgram } from '#tests/support/supervising-program.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65534, gid: 65534 }

let dataDir: string
let cluster: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(inject('runDir'), 'supervisor-'))
  cluster = join(dataDir, 'postgres', 'cluster')
})
afterEach(async () => {
  await stopLeftover(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

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
  const first = await once(async ({ ownerUrl }) => [await keepNote(ownerUrl), new URL(ownerUrl).password])
  const second = await once(async ({ ownerUrl }) => [await readNote(ownerUrl), new URL(ownerUrl).password])
  expect(second).toEqual([kept, first[1]])
})

test('a stopped server leaves no process and no note behind', async () => {
  await copyFirstPostgres(dataDir)
  const pid = await once(async ({ pid }) => pid())
  expect(isAlive(pid)).toBe(false)
  expect(await anyoneWorksIn(cluster)).toBe(false)
  expect((await readdir(join(dataDir, 'postgres'))).sort()).toEqual(['cluster', 'passwords.json', 'server.log'])
})

test('it is a durable server in UTF-8, and the app is neither superuser nor owner', async () => {
  await once(async ({ appUrl }) => {
    const [settings] = await ask(
      appUrl,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
         current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
         (select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user) as powerful`,
    )
    expect(settings).toEqual({ fsync: 'on', commits: 'on', checksums: 'on', encoding: 'UTF8', powerful: false })
    await expect(ask(appUrl, 'create table mine ()')).rejects.toThrow('permission denied')
  })
})

test('its passwords are readable by their owner alone, and nobody gets in without one', async () => {
  await once(async ({ appUrl }) => {
    expect((await stat(join(dataDir, 'postgres', 'passwords.json'))).mode & 0o777).toBe(0o600)
    const wrong = new URL(appUrl)
    wrong.password = 'wrong'
    await expect(ask(wrong.href, 'select')).rejects.toMatchObject({ code: '28P01' })
  })
})

test('data that lost its passwords gets new ones', async () => {
  await copyFirstPostgres(dataDir)
  await once(({ ownerUrl }) => keepNote(ownerUrl))
  await rm(join(dataDir, 'postgres', 'passwords.json'))
  expect(await once(({ ownerUrl }) => readNote(ownerUrl))).toEqual(kept)
})

test('data whose passwords are others than those in the file gets those of the file', async () => {
  await copyFirstPostgres(dataDir)
  await once(({ ownerUrl }) => keepNote(ownerUrl))
  const file = join(dataDir, 'postgres', 'passwords.json')
  const other = 'ab'.repeat(24)
  await writeFile(file, JSON.stringify({ postgres: other, chf_owner: other, chf_app: other }))
  const [note, password] = await once(async ({ ownerUrl }) => [await readNote(ownerUrl), new URL(ownerUrl).password])
  expect([note, password]).toEqual([kept, other])
})

test('whoever comes to a running server with passwords of another copy is told so in words', async () => {
  await copyFirstPostgres(dataDir)
  await once(async () => {
    const file = join(dataDir, 'postgres', 'passwords.json')
    const other = 'ab'.repeat(24)
    await writeFile(file, JSON.stringify({ postgres: other, chf_owner: other, chf_app: other }))
    const found = await runningPostgres(dataDir)
    const error: unknown = await ask(found?.appUrl ?? '', 'select').catch((refused: unknown) => refused)
    expect(refusalOf(error)?.message).toContain('another password')
  })
})

test('a half-made data folder of a killed start is thrown away, and the start goes on', async () => {
  const halfMade = `${cluster}.making-1`
  await mkdir(halfMade, { recursive: true })
  await writeFile(join(halfMade, 'PG_VERSION'), '18')
  await once(async () => expect(await readdir(join(dataDir, 'postgres'))).not.toContain('cluster.making-1'))
})

test('a folder with files that are no database is left alone', async () => {
  await mkdir(cluster, { recursive: true })
  await writeFile(join(cluster, 'diary.txt'), 'mine')
  await expect(startPostgres({ dataDir })).rejects.toThrow('PG_VERSION is missing')
  expect(await readFile(join(cluster, 'diary.txt'), 'utf8')).toBe('mine')
})

test('of two starts on one folder the second is refused and the first goes on', async () => {
  await copyFirstPostgres(dataDir)
  await once(async ({ appUrl }) => {
    await expect(startPostgres({ dataDir })).rejects.toThrow(`Process ${process.pid} already runs`)
    expect(await ask(appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await stopLeftover(dataDir)).toBe(false)
  })
})

test('a note that somebody removes while the server runs is put back, and another start is still refused', async () => {
  await copyFirstPostgres(dataDir)
  const note = join(dataDir, 'postgres', 'supervisor.json')
  await once(async ({ appUrl, pid }) => {
    const [before, server] = [await readFile(note, 'utf8'), pid()]
    await rm(note)
    await expect.poll(() => readFile(note, 'utf8').catch(() => ''), { timeout: 30_000 }).toBe(before)
    await expect(startPostgres({ dataDir })).rejects.toThrow(`Process ${process.pid} already runs`)
    expect(await ask(appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(pid()).toBe(server)
  })
  expect(await stopLeftover(dataDir)).toBe(true)
})

test.each([
  ['emptied', ''],
  ['garbled', '{"pid":'],
  ['of a process that has ended', JSON.stringify({ pid: process.pid, born: 'long ago' })],
])('a note that is %s while the server runs is put back, and nobody stops the server meanwhile', async (_, text) => {
  await copyFirstPostgres(dataDir)
  const note = join(dataDir, 'postgres', 'supervisor.json')
  await once(async ({ appUrl, pid }) => {
    const [before, server] = [await readFile(note, 'utf8'), pid()]
    await writeFile(note, text)
    expect((await runningPostgres(dataDir))?.appUrl).toBe(appUrl)
    await writeFile(note, text)
    expect(await stopLeftover(dataDir)).toBe(false)
    await writeFile(note, text)
    await expect(startPostgres({ dataDir })).rejects.toThrow(`Process ${process.pid} already runs`)
    await expect.poll(() => readFile(note, 'utf8'), { timeout: 30_000 }).toBe(before)
    expect(await ask(appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(pid()).toBe(server)
  })
  expect(await stopLeftover(dataDir)).toBe(true)
})

test('other processes find the way into a running server, and none into a stopped one', async () => {
  await copyFirstPostgres(dataDir)
  await once(async ({ appUrl }) => expect((await runningPostgres(dataDir))?.appUrl).toBe(appUrl))
  expect(await runningPostgres(dataDir)).toBeUndefined()
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
  await copyFirstPostgres(dataDir)
  await once(({ ownerUrl }) => keepNote(ownerUrl))
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
  const next = await startPostgres({ dataDir, log: (line) => lines.push(line) })
  expect(performance.now() - from).toBeLessThan(50_000)
  expect(lines.join()).toContain(`left behind to end (process ${killed.pid})`)
  expect(await readNote(next.ownerUrl)).toEqual(kept)
  await next.stop()
}, 120_000)

test.runIf(process.platform === 'linux')(
  'a start that was killed, and whose parent has not heard of it, does not keep the next one from starting',
  async () => {
    await copyFirstPostgres(dataDir)
    const program = '"$0" --import ./scripts/typescript.mjs tests/support/postgres-program.ts "$1" & exec sleep 600'
    const deaf = spawn('/bin/sh', ['-c', program, process.execPath, dataDir], { cwd: ROOT, stdio: 'pipe' })
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

  test('a start after SIGKILL stops the orphan and has the data', async () => {
    const killed = await superviseInProgram(dataDir, account)
    await keepNote(killed.ownerUrl)
    await killed.end('SIGKILL')
    expect(isAlive(killed.pid)).toBe(true) // An orphan, or this test shows nothing.

    const next = await superviseInProgram(dataDir, account)
    expect(isAlive(killed.pid)).toBe(false)
    expect(await readNote(next.ownerUrl)).toEqual(kept)
    await next.end('SIGINT')
  })

  test('a start after SIGKILL of program and server has what was committed', async () => {
    await copyFirstPostgres(dataDir)
    await giveFolder(join(dataDir, 'postgres'), account)
    const killed = await superviseInProgram(dataDir, account)
    await keepNote(killed.ownerUrl)
    await killed.end('SIGKILL')
    process.kill(killed.pid, 'SIGKILL')

    const next = await superviseInProgram(dataDir, account)
    expect(await readNote(next.ownerUrl)).toEqual(kept)
    await next.end('SIGINT')
  })

  test('Ctrl-C reaches the program, whose server answers until the program stops it', async () => {
    await copyFirstPostgres(dataDir)
    await giveFolder(join(dataDir, 'postgres'), account)
    const program = await superviseInProgram(dataDir, account)
    const answer = program.next()
    await program.end('SIGINT', 'group')
    expect(await answer).toEqual({ answer: 42 })
    expect(isAlive(program.pid)).toBe(false)
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
    await copyFirstPostgres(dataDir)
    await once(({ ownerUrl }) => keepNote(ownerUrl))
    const copy = `${cluster}-copy`
    await cp(cluster, copy, { recursive: true })
    await rm(cluster, { recursive: true })
    await cp(copy, cluster, { recursive: true })
    await giveFolder(cluster, { uid, gid: uid })
    await chown(cluster, uid, uid)
    await chmod(cluster, 0o755)
    expect(await once(({ ownerUrl }) => readNote(ownerUrl))).toEqual(kept)
  })
})
