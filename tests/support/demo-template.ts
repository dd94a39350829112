import { join } from 'node:path'
import pg from 'pg'
import { openSystem } from '#api/system.ts'
import { loadDemoUsers } from '#scripts/demo/people/demo-users.ts'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { createDatabase } from '#scripts/postgres/roles.ts'
import { NEVER_SEALED } from './app.ts'
import { AT } from './command.ts'
import { TEMPLATE } from './database-template.ts'
import { onDatabase } from './database-url.ts'

/** The database that `startDemoApp` clones: reference data and the demo people, read models at the head. */
export const DEMO_TEMPLATE = 'chf_demo_template'

/** The secrets under which the template's people are encrypted; every clone needs them. */
export const demoSecrets = (runDir: string) => join(runDir, 'demo-secrets')

type Run = { readonly url: string; readonly ownerUrl: string; readonly appUrl: string; readonly runDir: string }

/** Makes the template for the run's first test file that wants it; the others wait for it. */
export async function ensureDemoTemplate({ url, ownerUrl, appUrl, runDir }: Run): Promise<void> {
  const superuser = new pg.Client(url)
  await superuser.connect()
  try {
    await superuser.query(`select pg_advisory_lock(hashtext('${DEMO_TEMPLATE}'))`)
    const { rowCount } = await superuser.query('select from pg_database where datname = $1', [DEMO_TEMPLATE])
    if (rowCount !== 0) return
    const draft = `${DEMO_TEMPLATE}_draft`
    await superuser.query(`drop database if exists ${draft} with (force)`)
    await createDatabase(superuser, draft, TEMPLATE)
    await load(onDatabase(ownerUrl, draft), onDatabase(appUrl, draft), runDir)
    // A copy rather than a rename: it waits for the last connections to end, and appears whole.
    await createDatabase(superuser, DEMO_TEMPLATE, draft)
    await superuser.query(`drop database ${draft} with (force)`)
  } finally {
    await superuser.end()
  }
}

async function load(ownerUrl: string, appUrl: string, runDir: string): Promise<void> {
  const dataDir = join(runDir, 'demo-template')
  const { context, close } = await openSystem({
    ownerUrl,
    appUrl,
    dataDir,
    secretsDir: demoSecrets(runDir),
    sealing: NEVER_SEALED,
  })
  try {
    const { handler, credentials, codes, emailSecret } = context
    await loadReferenceData({ handler, at: AT })
    await loadDemoUsers({ handler, credentials, codes, emailSecret, at: AT })
    if (!(await context.caughtUp(await context.log.head()))) throw new Error('The read models of the template lag')
  } finally {
    await close()
  }
}
