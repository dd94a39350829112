import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import packed from '@sparticuz/chromium'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'

const ARTIFACTS = new URL('../.artifacts', import.meta.url).pathname

// The packed browser is meant for a sandbox of one process; these let it run as root and without a GPU or a network.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Starts Chromium: the one of `CHROMIUM_PATH`, else the one that npm brought, unpacked before the first test. */
export async function launchBrowser(): Promise<Browser> {
  const brought = inject('browser')
  if (brought === undefined)
    return chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '', args: FLAGS, headless: true })
  const flags = packed.args.filter((flag) => !/single-process|zygote|headless/.test(flag))
  const { executablePath, env } = brought
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...flags, ...FLAGS],
    headless: true,
  })
}

/** What a test's page says about itself afterwards. */
export type Visit = {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the console and uncaught ones, in their order. */
  readonly problems: readonly string[]
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
    await body({ page, context, problems })
  } catch (error) {
    await mkdir(ARTIFACTS, { recursive: true })
    const file = join(ARTIFACTS, `${name.replaceAll(/[^\w-]+/g, '-')}.png`)
    await page.screenshot({ path: file, fullPage: true }).catch(() => undefined)
    throw error
  } finally {
    await context.close()
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
