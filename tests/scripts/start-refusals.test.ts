import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { mountDisk, type DrillDisk } from '#scripts/drill/disk.ts'
import { freePort } from '#scripts/free-port.ts'
import { findPostmaster, until } from '#scripts/postgres/postmaster.ts'
import { stopLeftover } from '#scripts/postgres/start-postgres.ts'
import { runCommand } from '#tests/support/command-program.ts'
import { changedUrl } from '#tests/support/database-url.ts'
import { emptyDatabase, type TestDatabase } from '#tests/support/database.ts'
import { runStart } from '#tests/support/start-program.ts'

/** What a start needs on a busy machine; a refusal comes long before. */
const WHOLE_START = 300_000

let dataDir: string
let database: TestDatabase
/** They wait half a minute for a node, without any work: begun first, looked at last. */
let withoutEventStore: Promise<readonly [Ended, Ended]>
beforeAll(async () => {
  dataDir = await mkdtemp(join(inject('runDir'), 'refused-'))
  database = await emptyDatabase()
  const store = `esdb://127.0.0.1:${await freePort()}?tls=false`
  const env = { DATA_DIR: dataDir, ...at(database.appUrl, database.ownerUrl), EVENTSTORE_URL: store }
  withoutEventStore = Promise.all([start(env), runCommand('rebuild', env, 'service')])
})
afterAll(async () => {
  await withoutEventStore
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

type Ended = { readonly code: number | null; readonly said: string }
async function start(env: NodeJS.ProcessEnv): Promise<Ended> {
  const program = runStart({ DATA_DIR: dataDir, PORT: String(await freePort()), DEMO_DATA: 'no', ...env })
  return { code: await program.ended, said: program.said() }
}

/** Says why and what to do, and nothing that only a programmer can read. */
function expectRefusal({ code, said }: Ended, ...words: readonly (string | RegExp)[]) {
  for (const word of words) expect(said).toMatch(word)
  expect(said).not.toMatch(/^\s+at |\[Error|node:internal|stack:|severity:/m)
  expect(code).not.toBe(0)
  expect(code).not.toBeNull()
}

const at = (appUrl: string, ownerUrl: string) => ({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl })
const closed = async () => {
  const port = String(await freePort())
  return at(
    changedUrl(database.appUrl, (url) => (url.port = port)),
    changedUrl(database.ownerUrl, (url) => (url.port = port)),
  )
}

describe('a start', { timeout: WHOLE_START }, () => {
  // What else is wrong with a database or a folder is found at the same place: database-refusals.test.ts.
  test('on a Postgres that is away says where it looked', async () => {
    expectRefusal(
      await start(await closed()),
      'No Postgres answers at 127.0.0.1:',
      'ECONNREFUSED',
      'correct DATABASE_URL',
    )
  })

  test('on a database whose tables cannot be made says why', async () => {
    expectRefusal(await start(at(database.ownerUrl, database.ownerUrl)), 'must not connect as chf_owner')
  })

  test('in a folder that cannot be made names it', async () => {
    expectRefusal(await start({ DATA_DIR: '/proc/portal/data' }), '/proc/portal', 'DATA_DIR')
    expectRefusal(await runCommand('verify', { DATA_DIR: '/proc/portal' }), '/proc/portal', 'DATA_DIR')
  })
})

describe('a tool', { timeout: WHOLE_START }, () => {
  const verify = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
    runCommand('verify', { DATA_DIR: dataDir, ...env }, ...args)

  // That all of them end so: tests/architecture/tools.test.ts.
  test('says that Postgres is away, and that it does not know an option', async () => {
    const key = join(dataDir, 'key.pem')
    const { publicKey } = generateKeyPairSync('ed25519')
    await writeFile(key, publicKey.export({ format: 'pem', type: 'spki' }))
    const away = await verify(await closed(), '--public-key', key)
    expectRefusal(away, 'No Postgres answers at 127.0.0.1:')
    const unknown = await verify({}, '--no-such-option')
    expectRefusal(unknown, '--no-such-option', 'Usage: npm run verify')
    // 1 would say that the log does not hold.
    expect([away.code, unknown.code]).toEqual([2, 2])
    expectRefusal(
      await verify(at(database.appUrl, database.ownerUrl), '--public-key', key),
      'event_log',
      'another database',
    )
  })

  test('verify with a key that is not there names it', async () => {
    const env = at(database.appUrl, database.ownerUrl)
    expectRefusal(await verify(env, '--public-key', join(dataDir, 'nothing.pem')), 'nothing.pem')
  })
})

// A disk that can be filled takes root and Linux.
describe.runIf(process.getuid?.() === 0)('a full disk', { timeout: WHOLE_START }, () => {
  const disks: DrillDisk[] = []
  const diskOf = async (size: string) => {
    const disk = await mountDisk(await mkdtemp(join(inject('runDir'), 'disk-')), size)
    if (disk === undefined) throw new Error('No disk could be mounted')
    disks.push(disk)
    return disk
  }
  afterAll(async () => {
    for (const disk of disks) {
      await stopLeftover(disk.folder)
      await disk.remove()
    }
  })
  const NO_ROOM = /no room left on the disk/
  const GONE_WITHIN_MS = 20_000

  // One that is full before its server runs: database-refusals.test.ts.
  test('is named by the first start', async () => {
    const { folder } = await diskOf('38m')
    const dataDir = join(folder, 'data')
    expectRefusal(await start({ DATA_DIR: dataDir }), NO_ROOM)
    // A server that cannot write its last checkpoint would try to for a minute.
    const isGone = async () => (await findPostmaster(join(dataDir, 'postgres', 'cluster'))) === undefined
    expect(await until(isGone, GONE_WITHIN_MS)).toBe(true)
  })

  test('is named by every later start, and the first with room goes on', async () => {
    const disk = await diskOf('96m')
    const env = { DATA_DIR: disk.folder, PORT: String(await freePort()), DEMO_DATA: 'no' }
    const first = runStart(env)
    await first.until('The portal is at')
    first.signal('SIGTERM')
    expect(await first.ended).toBe(0)
    await rm(join(disk.folder, 'loaded.json'))
    const room = await disk.fillUp()
    expectRefusal(await start(env), NO_ROOM)
    for (const [name, ...args] of [['verify'], ['rebuild', '--all'], ['generate', '--patients', '1']])
      expectRefusal(await runCommand(name ?? '', env, ...args), NO_ROOM)
    await room()
    const again = runStart(env)
    await again.until('The portal is at')
    again.signal('SIGTERM')
    expect(await again.ended).toBe(0)
  })

  // The drill brings a disk of its own.
  test.each(['fuzz', 'bench'])('below the checkout is named by %s', async (name) => {
    const { folder } = await diskOf('20m')
    expectRefusal(await runCommand(name, { TMPDIR: folder }), NO_ROOM)
  })
})

test('a start and a tool whose EventStoreDB is away say where they looked', { timeout: WHOLE_START }, async () => {
  const [started, rebuilt] = await withoutEventStore
  expectRefusal(started, 'No node of EventStoreDB', 'EVENTSTORE_URL')
  expectRefusal(rebuilt, 'No node of EventStoreDB')
})
