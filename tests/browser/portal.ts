import pg from 'pg'
import type { Browser } from 'playwright-core'
import { inject } from 'vitest'
import type { SystemOptions } from '#api/system.ts'
import { openSession } from '#api/people/session/sessions.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { buildWeb } from '#scripts/start/build-web.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import { ROOT } from '#tests/support/source-files.ts'
import { type Look, onOrigin, sharedBrowser, signIn, visit, type Visit } from './kit.ts'

/** Where the web keeps the session. */
const SESSION_KEY = 'chf.session'

/** A whole portal with its demo people, served on a free port, and a browser to use it with. */
export type Portal = {
  readonly demo: DemoApp
  readonly browser: Browser
  readonly url: string
  /** The first (or second) person of a role, signed in, in a tab of their own: on a page without scripts without `at`. */
  as(role: string, test: PortalVisit, body: (visit: Visit) => Promise<void>): Promise<void>
  /** The same through the screen, which ends on the dashboard: slower by two pages and the hash of a password. */
  signingIn(role: string, test: Omit<PortalVisit, 'at'>, body: (visit: Visit) => Promise<void>): Promise<void>
  end(): Promise<void>
}

/** `name` is that of the screenshot that a failure leaves, `at` the address to begin with. */
export type PortalVisit = {
  readonly name: string
  readonly second?: 2
  readonly at?: string
  readonly options?: Look
}

export async function startPortal(over: Partial<SystemOptions> = {}): Promise<Portal> {
  const demo = await startDemoApp({ webFolder: await builtWeb(), ...over })
  const url = await demo.app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await sharedBrowser()
  return {
    demo,
    browser,
    url,
    async as(role, { name, second, at, options = {} }, body) {
      const session = await openSession(demo.context, { userId: personOf(role, second).userId })
      await visit(browser, name, options, async (visited) => {
        await onOrigin(visited.page, url)
        const kept = [SESSION_KEY, JSON.stringify(session)] as const
        await visited.page.evaluate(([key, value]) => localStorage.setItem(key, value), kept)
        if (at !== undefined) {
          await visited.page.goto(`${url}${at}`)
          await visited.page.getByRole('heading', { level: 1 }).waitFor()
        }
        await body(visited)
      })
    },
    signingIn: (role, { name, second, options = {} }, body) =>
      visit(browser, name, options, async (visited) => {
        await signIn(visited.page, url, personOf(role, second).email, DEMO_PASSWORD)
        await body(visited)
      }),
    end: () => demo.end(),
  }
}

/** The web app as it is served: `npm test` has built it; else the first test file that asks does, the others wait for it. */
export async function builtWeb(): Promise<string> {
  const client = new pg.Client(inject('postgres').url)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('web build'))`)
    const { folder } = await buildWeb(ROOT)
    return folder
  } finally {
    await client.end()
  }
}
