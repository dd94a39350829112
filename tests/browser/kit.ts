import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
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
 * listens to. Each visit has a context of its own.
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

/** Runs `body` in a context of its own, so no test sees another's session; on failure keeps a screenshot by `name`. */
export async function visit(
  browser: Browser,
  name: string,
  options: BrowserContextOptions,
  body: (visit: Visit) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  try {
    await body({ page, context, problems, quiet: quietOf(page) })
  } catch (error) {
    await mkdir(ARTIFACTS, { recursive: true })
    const file = join(ARTIFACTS, `${name.replaceAll(/[^\w-]+/g, '-')}.png`)
    await page.screenshot({ path: file, fullPage: true }).catch(() => undefined)
    throw error
  } finally {
    await context.close()
  }
}

function quietOf(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let begun = 0
  page.on('request', (request) => {
    begun += 1
    open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    for (let seen = -1; open.size > 0 || seen !== begun;) {
      seen = begun
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      await page.evaluate(() => new Promise((idle) => setTimeout(idle, 20)))
    }
  }
}

/** Keeps a picture of what a test made, to be looked at (screens.md, Proof); beside the pictures of failures. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await mkdir(ARTIFACTS, { recursive: true })
  await page.screenshot({ path: join(ARTIFACTS, `${name}.png`) })
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

/** What axe finds serious or critical on the page at hand, one line each; WCAG 2.2 A and AA. */
export async function axeProblems(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Evaluated by the debugger's protocol, so the page's content security policy does not stand in the way.
  await page.evaluate(source)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: (
          node: Document,
          options: object,
        ) => Promise<{
          violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[]
        }>
      }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const { violations } = await axe.run(document, { runOnly: { type: 'tag', values: tags } })
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
