import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sealFileIn } from '#commands/log/seals/seal-file.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { kobo } from '#domain/kernel/money.ts'
import { openSecondPlace } from '#scripts/start/second-place.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { askDatabase } from '#tests/support/ask-database.ts'
import { command } from '#tests/support/command.ts'
import { runCommand } from '#tests/support/command-program.ts'

/**
 * A whole portal, ended: its log, and its seals in a file and in a second place. Another has keys of its own; a twin those of
 * this portal, as one that is tried out with a copy of its secrets.
 */
type Portal = {
  readonly app: TestApp
  readonly elsewhere: string
  readonly secretsDir: string
  readonly paths: { readonly file: string; readonly second: string }
  /** What it has made, in both. */
  readonly seals: string
}
const sealing = { everyEvents: 4, everyMs: Number.POSITIVE_INFINITY }
const SOON = { timeout: 60_000, interval: 50 }
let [own, other, twin] = [] as unknown as [Portal, Portal, Portal]

const linesOf = async (path: string) => (await readFile(path, 'utf8').catch(() => '')).split('\n').length - 1

async function makePortal(seals: number, secrets?: string): Promise<Portal> {
  const elsewhere = await mkdtemp(join(inject('runDir'), 'elsewhere-'))
  const secondPlace = await openSecondPlace({ folder: elsewhere }, '')
  const given = secrets === undefined ? {} : { secretsDir: secrets }
  const app = await startTestApp({ sealing, secondPlace, ...given })
  const paths = { file: sealFileIn(join(app.dataDir, 'seals')), second: sealFileIn(elsewhere) }
  for (let gift = 0; (await linesOf(paths.second)) < seals; gift += 1) {
    const credit = command('RequestPoolCredit', { benefactor: 'A bank', amount: kobo(1_00) })
    if (gift < 4 * seals) await moveFunds(app.context.handler, `gift-${gift}`, credit)
    else await delay(50)
  }
  await app.close()
  const made = await readFile(paths.file, 'utf8')
  await writeFile(paths.second, made)
  return { app, elsewhere, secretsDir: secrets ?? join(app.dataDir, 'secrets'), paths, seals: made }
}
beforeAll(async () => {
  own = await makePortal(3)
  other = await makePortal(2)
  twin = await makePortal(2, own.secretsDir)
}, 120_000)
afterAll(async () => {
  for (const { app, elsewhere } of [own, other, twin]) {
    await app.database.drop()
    for (const one of [app.dataDir, elsewhere]) await rm(one, { recursive: true, force: true })
  }
})

const verify = ({ app: { database, dataDir }, elsewhere, secretsDir }: Portal) =>
  runCommand(
    'verify',
    {
      ...{ DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl },
      ...{ DATA_DIR: dataDir, SECRETS_DIR: secretsDir, SEALS_DIR: elsewhere },
    },
    '--log-only',
  )

/** A portal that starts with what lies there now; ended again, and what it found forgotten. */
async function started({ app, elsewhere, secretsDir }: Portal, look: (app: TestApp) => Promise<void>): Promise<void> {
  const secondPlace = await openSecondPlace({ folder: elsewhere }, '')
  const again = await startTestApp(
    { dataDir: app.dataDir, secretsDir, sealing, secondPlace, checkShare: 1 },
    app.database,
  )
  try {
    await look(again)
  } finally {
    await again.close()
    await askDatabase(app.database.superuserUrl, (client) => client.query('delete from integrity_finding'))
  }
}

/** Puts seals where the portal's own were, and then its own back. */
async function lying({ paths, seals }: Portal, lies: Partial<Portal['paths']>, act: () => Promise<void>) {
  try {
    await writeFile(paths.file, lies.file ?? seals)
    await writeFile(paths.second, lies.second ?? seals)
    await act()
  } finally {
    await writeFile(paths.file, seals)
    await writeFile(paths.second, seals)
  }
}

test('with its own seals each is green', async () => {
  for (const portal of [own, twin]) {
    expect(await verify(portal)).toMatchObject({ code: 0 })
    await started(portal, (app) => expect.poll(async () => (await healthOf(app)).status, SOON).toBe('green'))
  }
})

const file = ({ paths }: Portal) => paths.file
const second = ({ elsewhere }: Portal) => elsewhere
const CASES: readonly (readonly [string, () => Portal, () => Partial<Portal['paths']>, (portal: Portal) => string])[] =
  [
    ['the file of another', () => own, () => ({ file: other.seals }), file],
    ['the second place of another', () => own, () => ({ second: other.seals }), second],
    ['both of another', () => own, () => ({ file: other.seals, second: other.seals }), second],
    ['both of another, which has more seals', () => other, () => ({ file: own.seals, second: own.seals }), file],
    ['another’s before its own in the file', () => own, () => ({ file: other.seals + own.seals }), file],
    ['another’s before its own in the second place', () => own, () => ({ second: other.seals + own.seals }), second],
    ['the file of a twin', () => own, () => ({ file: twin.seals }), () => 'as in the file'],
    ['the second place of a twin', () => own, () => ({ second: twin.seals }), second],
    ['a twin’s before its own in the file', () => own, () => ({ file: twin.seals + own.seals }), file],
    ['a twin’s before its own in the second place', () => own, () => ({ second: twin.seals + own.seals }), second],
  ]
test.each(CASES)('%s: verify and the start say so, by name', async (_, whose, lies, named) => {
  const portal = whose()
  await lying(portal, lies(), async () => {
    expect(await verify(portal)).toEqual({ code: 1, said: expect.stringContaining(named(portal)) })
    await started(portal, async (app) => {
      const found = () =>
        app.context.integrity.open().map(({ check, expected, found }) => `${check}: ${expected}; ${found}`)
      await expect.poll(() => found().join('\n'), SOON).toContain(named(portal))
      expect((await healthOf(app)).status).toBe('red')
    })
  })
})
