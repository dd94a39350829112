import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadSecrets } from '#api/secrets.ts'
import { createPace } from '#commands/log/verify/pace.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { createPool } from '#commands/postgres.ts'
import { verified } from '#tests/api/verify/verified.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { startLoad } from './under-load.ts'

/** So many times as much to do meanwhile: more by hand. */
const TIMES = Number(process.env['TIMES'] ?? 1)
/** At which something happens meanwhile. */
const SHARE = 0.5

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp({ sealing: { everyEvents: 50, everyMs: 2_000 } })
})
afterAll(() => demo.end())

/** As the portal checks itself at night. */
async function check() {
  const secrets = await loadSecrets(demoSecrets(inject('runDir')))
  const { appUrl } = demo.database
  const pool = createPool(appUrl, { name: 'log check', patience: 'batch', types: logTypes, max: 2 })
  const pace = createPace({ share: SHARE, signal: new AbortController().signal })
  try {
    // Spilled now and then, as a log of millions would have it.
    return await verified(demo, { pool, secrets, pace }, { cellsInMemory: 2_000 })
  } finally {
    await pool.end()
  }
}

test('nothing is told of a portal that nobody touched, whatever people do in it meanwhile', async () => {
  const load = await startLoad(demo, TIMES)
  for (let isOver = false; !isOver;) {
    isOver = load.over() // once more behind the end of it
    const { differences, events } = await check()
    if (TIMES > 1) console.log(events)
    expect(differences).toEqual([])
  }
  await load.done
  expect(demo.context.integrity.open()).toEqual([])
}, 600_000)
