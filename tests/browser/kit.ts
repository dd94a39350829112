import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { inject } from 'vitest'
import { keepOpen } from '#tests/support/open-parts.ts'

const ARTIFACTS = new URL('../.artifacts', import.meta.url).pathname

// These let it run as root and without a GPU or a network, and draw its letters alike everywhere. Those that the package
// recommends draw everything by a GPU played in software, which takes twice as long.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
]

let launched: Promise<Browser> | undefined

/**
 * The browser of all files that a worker runs: it starts with the first that asks and ends with the worker, whose pipe it
 * listens to. Visits take its tabs in turn.
 */
export async function sharedBrowser(): Promise<Browser> {
  const standing = await launched
  if (standing?.isConnected() === true) return standing
  launched = launchBrowser()
  const browser = await launched
  keepOpen('ProcessWrap')
  return browser
}

/** Starts Chromium: the one of `CHROMIUM_PATH`, else the one that npm brought, unpacked before the first test. */
async function launchBrowser(): Promise<Browser> {
  // A worker that is told to end ends at once.
  const options = { args: FLAGS, headless: true, handleSIGTERM: false }
  const brought = inject('browser')
  if (brought === undefined) return chromium.launch({ ...options, executablePath: process.env['CHROMIUM_PATH'] ?? '' })
  const { executablePath, env } = brought
  return chromium.launch({ ...options, executablePath, env: { ...process.env, ...env } })
}

/** What a test's page says about itself afterwards. */
export type Visit = {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the console and uncaught ones, in their order. */
  readonly problems: readonly string[]
  /** Waits until the page asks for nothing more: neither now, nor once it has drawn what came last. */
  quiet(): Promise<void>
}

/** How a visitor sees the page; `isNew` is somebody whose browser has kept nothing, not even the app's files. */
export type Look = {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  readonly isNew?: boolean
}

/**
 * Tabs that no visit is in, each in a context of its own. A tab that was there before has its process, its files and
 * what was compiled of them: in a new one the same page costs three times the CPU.
 */
const free: Page[] = []

async function takeTab(browser: Browser, { isNew = false }: Look): Promise<Page> {
  const standing = isNew ? undefined : free.pop()
  if (standing?.context().browser() === browser) return standing
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  // As long as a test may take: on a busy machine a screen comes late, not never.
  context.setDefaultTimeout(120_000)
  return context.newPage()
}

/** Forgets what the visit left: a session, what a tab keeps, other tabs, held requests and listeners. */
async function freeTab(page: Page): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.emulateMedia({ media: null })
  await emptyTab(page)
  if (!(await hasOwnClock(page))) return context.close()
  await context.clearCookies()
  page.removeAllListeners()
  free.push(page)
}

/** What a visit did to a tab's clock stays with its context: timers that stand still would hold the next page for good. */
const hasOwnClock = (page: Page) => page.evaluate(() => /\[native code\]/.test(String(setTimeout)))

/** Leaves the app, so that it writes nothing more, and removes what it kept; its files stay. */
async function emptyTab(page: Page): Promise<void> {
  const { protocol, origin } = new URL(page.url())
  if (!protocol.startsWith('http')) return
  await onOrigin(page, origin)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** Opens something of an origin that has no scripts: what is kept for it is within reach there. */
export async function onOrigin(page: Page, origin: string): Promise<void> {
  const address = `${origin}/icon.svg`
  // Where the visit before has left it.
  if (page.url() !== address) await page.goto(address)
}

/** Runs `body` in a tab where nothing of another's visit is left; on failure keeps a screenshot by `name`. */
export async function visit(
  browser: Browser,
  name: string,
  look: Look,
  body: (visit: Visit) => Promise<void>,
): Promise<void> {
  const page = await takeTab(browser, look)
  const context = page.context()
  await page.setViewportSize(look.viewport ?? { width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: look.colorScheme ?? 'light' })
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  const underWay = underWayOf(page)
  try {
    await body({ page, context, problems, quiet: quietOf(page, underWay) })
  } catch (error) {
    if (error instanceof Error) error.message += whatThePageSays(page, underWay.open, problems)
    await mkdir(ARTIFACTS, { recursive: true })
    const file = join(ARTIFACTS, `${name.replaceAll(/[^\w-]+/g, '-')}.png`)
    await page.screenshot({ path: file, fullPage: true }).catch(() => undefined)
    await context.close()
    throw error
  }
  // What cannot be emptied, as its server is gone, is closed.
  if (look.isNew === true || page.isClosed()) await context.close()
  else await freeTab(page).catch(() => context.close())
}

type UnderWay = { readonly open: Set<Request>; begun: number }

/** The requests of a page that have not ended, and how many it has begun. */
function underWayOf(page: Page): UnderWay {
  const underWay: UnderWay = { open: new Set(), begun: 0 }
  page.on('request', (request) => {
    underWay.begun += 1
    underWay.open.add(request)
  })
  page.on('requestfinished', (request) => underWay.open.delete(request))
  page.on('requestfailed', (request) => underWay.open.delete(request))
  return underWay
}

/** For the message of a failure: where the page is, what it still waits for, and what its console said. */
function whatThePageSays(page: Page, open: ReadonlySet<Request>, problems: readonly string[]): string {
  const waited = [...open].map((request) => `${request.method()} ${new URL(request.url()).pathname}`)
  return `\nThe page is at ${page.url()}\nIt waits for: ${waited.join(', ') || 'nothing'}\n${problems.slice(0, 20).join('\n')}`
}

function quietOf(page: Page, underWay: UnderWay): () => Promise<void> {
  return async () => {
    for (let seen = -1; underWay.open.size > 0 || seen !== underWay.begun;) {
      seen = underWay.begun
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      await page.evaluate(() => new Promise((idle) => setTimeout(idle, 20)))
    }
  }
}

/** Keeps a picture to be looked at (screens.md, Proof) in the folder that SCREENSHOTS names; none where nobody asks. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

/** Signs in through the screen, as a person does, and waits for the dashboard. */
export async function signIn(page: Page, baseUrl: string, email: string, password: string): Promise<void> {
  await page.goto(`${baseUrl}/login`)
  await fillSignIn(page, email, password)
}

/** The same on a page that asks for it already. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
}

/** Presses Tab until the focus is on what has this name; throws where the keyboard does not come there. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0] : null
      return element?.getAttribute('aria-label') ?? label?.textContent ?? element?.textContent ?? ''
    })
    if (name.test(focused)) return
  }
  throw new Error(`The keyboard does not reach ${String(name)}`)
}

let axeSource: Promise<string> | undefined

/** What axe finds serious or critical on the page at hand, one line each; WCAG 2.2 A and AA. */
export async function axeProblems(page: Page): Promise<string[]> {
  // Evaluated by the debugger's protocol, so the page's content security policy does not stand in the way. It stays until
  // the page is loaded again.
  if (!(await page.evaluate(() => 'axe' in window))) {
    axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    await page.evaluate(await axeSource)
  }
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: (
          node: Document | Element,
          options: object,
        ) => Promise<{
          violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[]
        }>
      }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    // A button that has just become enabled is drawn in its disabled colours until its transition has ended, which begins with the
    // frame that draws it so.
    let changing: Animation[]
    do {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(changing.map(({ finished }) => finished))
    } while (changing.length > 0)
    // Of what stands behind an open dialog nothing is within reach: it was looked at, or is, without.
    const dialog = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1)
    const { violations } = await axe.run(dialog ?? document, {
      runOnly: { type: 'tag', values: tags },
      // Of what passes, one node is described, not all.
      resultTypes: ['violations'],
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
      )
  })
}

/** By how many pixels the page is wider than its window; 0 when nothing scrolls sideways. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
