import { join } from 'node:path'
import pg from 'pg'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { inject } from 'vitest'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { buildWeb } from '#scripts/start/build-web.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { ROOT } from '#tests/support/source-files.ts'
import { launchBrowser, signIn, visit, type Visit } from './kit.ts'

/** A whole portal with its demo people, served on a free port, and a browser to use it with. */
export type Portal = {
  readonly demo: DemoApp
  readonly browser: Browser
  readonly url: string
  /** Signs in through the screen as the first (or second) person of a role, in a context of its own. */
  as(role: string, test: PortalVisit, body: (visit: Visit) => Promise<void>): Promise<void>
  end(): Promise<void>
}

/** `name` is that of the screenshot that a failure leaves. */
export type PortalVisit = { readonly name: string; readonly second?: 2; readonly options?: BrowserContextOptions }

export async function startPortal(): Promise<Portal> {
  const demo = await startDemoApp({ webFolder: await builtWeb() })
  const url = await demo.app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await launchBrowser()
  return {
    demo,
    browser,
    url,
    as: (role, { name, second, options = {} }, body) =>
      visit(browser, name, options, async (visited) => {
        await signIn(visited.page, url, personOf(role, second).email, DEMO_PASSWORD)
        await body(visited)
      }),
    async end() {
      await browser.close()
      await demo.end()
    },
  }
}

/** The run's own build of the web app: made by the first test file that asks, the others wait for it. */
export async function builtWeb(): Promise<string> {
  const client = new pg.Client(inject('postgres').url)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('web build'))`)
    const { folder } = await buildWeb(ROOT, { folder: join(inject('runDir'), 'web') })
    return folder
  } finally {
    await client.end()
  }
}
