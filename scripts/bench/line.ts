import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { packedBrowser } from '#scripts/browser/packed-browser.ts'
import { enrol } from './line/enrol.ts'
import { type Findings, markdownTable, type Measurement, whole } from './measurement.ts'
import { startBare } from './portal/bare.ts'
import { startDemoPortal } from './portal/portal.ts'
import { medianOf, pairedRounds, pick, ratioOf, ratioText, type Rounds } from './rounds.ts'
import { onWorkbench, type Workbench } from './workbench.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A mobile line far from a town, and a phone of the cheapest kind. */
const BITS_PER_S = 400_000
const LATENCY_MS = 400
const SLOWER = 4

const PHONE = { width: 360, height: 740 }
const LAPTOP = { width: 1280, height: 720 }

/** What people wait for, and how long they may, in seconds; `content` is there when the page is. */
const PAGES = [
  {
    name: "a patient's page",
    email: 'patient@chf.example',
    path: '/dashboard',
    viewport: PHONE,
    content: (page: Page) => page.getByRole('list', { name: 'Bills' }).getByRole('listitem').first().waitFor(),
    ...{ most: 6.5, mostAgain: 2 },
  },
  {
    name: 'sign-in',
    email: undefined,
    path: '/login',
    viewport: PHONE,
    content: (page: Page) => page.getByLabel('Email').waitFor(),
    ...{ most: 4.5, mostAgain: 2 },
  },
  {
    name: 'enrolment, from the first page to the first sign-in',
    email: undefined,
    path: '/',
    viewport: PHONE,
    content: enrol,
    ...{ most: undefined, mostAgain: undefined },
  },
  {
    name: 'the consolidated report',
    email: 'finance@chf.example',
    path: '/payments/consolidated_report',
    viewport: LAPTOP,
    content: (page: Page) => page.locator('[data-first-rows] tbody tr, .ag-row').first().waitFor(),
    ...{ most: 10, mostAgain: undefined },
  },
  {
    name: "the report's grid",
    email: 'finance@chf.example',
    path: '/payments/consolidated_report',
    viewport: LAPTOP,
    content: (page: Page) => page.locator('.ag-row').first().waitFor(),
    ...{ most: undefined, mostAgain: undefined },
  },
] as const
type Place = (typeof PAGES)[number]

/** Seconds to the first paint and to the content, and what went over the line for it. */
type Load = { readonly paint: number; readonly content: number; readonly requests: number; readonly kilobytes: number }

/** Loads an address over the slow line, with nothing else going on in the browser. */
async function load(context: BrowserContext, address: string, content: (page: Page) => Promise<void>): Promise<Load> {
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const session = await context.newCDPSession(page)
  const kept = new Set<string>()
  let [requests, bytes, isThere] = [0, 0, false]
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) kept.add(requestId)
    else if (!isThere) requests += 1
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!kept.has(requestId) && !isThere) bytes += encodedDataLength
  })
  const throughput = BITS_PER_S / 8
  const line = { downloadThroughput: throughput, uploadThroughput: throughput }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY_MS, ...line })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const begun = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await content(page)
  isThere = true
  const seconds = (performance.now() - begun) / 1000
  const [paint] = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint'))
  await page.close()
  return { paint: (paint?.startTime ?? Number.NaN) / 1000, content: seconds, requests, kilobytes: bytes / 1000 }
}

/** A browser that has kept nothing but a session. */
async function newcomer(browser: Browser, url: string, { email, viewport }: Place): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport })
  if (email === undefined) return context
  const page = await context.newPage()
  await page.goto(`${url}/icon.svg`)
  await page.evaluate(
    async ([address, password]) => {
      const answer = await fetch('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: address, password }),
      })
      const { data } = await answer.json()
      localStorage.setItem('chf.session', JSON.stringify({ token: data.access_token, expiresAt: data.expires_at }))
    },
    [email, DEMO_PASSWORD] as const,
  )
  await page.close()
  return context
}

const [FIRST, AGAIN, BARE] = ['first visit', 'second visit', 'the same bytes in one file'] as const

async function measurePlace(browser: Browser, url: string, bare: string, place: Place, rounds: number) {
  const on = async <T>(act: (context: BrowserContext) => Promise<T>) => {
    const context = await newcomer(browser, url, place)
    try {
      return await act(context)
    } finally {
      await context.close()
    }
  }
  const visit = (context: BrowserContext) => load(context, `${url}${place.path}`, place.content)
  const { kilobytes } = await on(visit)
  const file = `${bare}?bytes=${Math.round(kilobytes * 1000)}`
  return pairedRounds(rounds, [
    { name: FIRST, run: () => on(visit) },
    {
      name: AGAIN,
      run: () =>
        on(async (context) => {
          await visit(context)
          return visit(context)
        }),
    },
    { name: BARE, run: () => on((context) => load(context, file, (page) => page.getByText('All here').waitFor())) },
  ])
}

async function measure(bench: Workbench, rounds: number, say: (line: string) => void) {
  const portal = await startDemoPortal(bench)
  const bare = await startBare()
  const { executablePath, env } = await packedBrowser(ROOT, join(ROOT, '.cache'))
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    env: { ...process.env, ...env },
  })
  try {
    const found: { readonly place: Place; readonly loads: Rounds<Load> }[] = []
    for (const place of PAGES) {
      const loads = await measurePlace(browser, `http://127.0.0.1:${portal.port}`, bare.url, place, rounds)
      const seconds = pick(loads, ({ content }) => content)
      say(`${place.name}: ${medianOf(seconds, FIRST).toFixed(1)} s, again ${medianOf(seconds, AGAIN).toFixed(1)} s`)
      found.push({ place, loads })
    }
    return found
  } finally {
    await browser.close()
    await bare.stop()
    await portal.stop()
  }
}

async function run({ quick, say }: Parameters<Measurement['run']>[0]): Promise<Findings> {
  const rounds = quick ? 1 : 5
  const found = await onWorkbench((bench) => measure(bench, rounds, say))
  const inSeconds = (figure: number) => `${figure.toFixed(1)} s`
  return {
    goals: found.flatMap(({ place: { name, most, mostAgain }, loads }) => {
      const seconds = pick(loads, ({ content }) => content)
      const goal = (what: string, design: string, limit: number | undefined) => {
        const measured = medianOf(seconds, design)
        const words = { what: `${name}${what} within ${limit} s`, measured: inSeconds(measured) }
        return limit === undefined ? [] : [{ ...words, isMet: measured <= limit }]
      }
      return [...goal('', FIRST, most), ...goal(', a second visit', AGAIN, mostAgain)]
    }),
    body: `${markdownTable(
      ['', 'requests', 'KB', 'first paint', 'content', 'against one file', 'second visit: requests', 'content'],
      found.map(({ place, loads }) => {
        const figure = (design: string, one: (load: Load) => number) => medianOf(pick(loads, one), design)
        return [
          place.name,
          whole(figure(FIRST, ({ requests }) => requests)),
          whole(figure(FIRST, ({ kilobytes }) => kilobytes)),
          inSeconds(figure(FIRST, ({ paint }) => paint)),
          inSeconds(figure(FIRST, ({ content }) => content)),
          ratioText(
            ratioOf(
              pick(loads, ({ content }) => content),
              FIRST,
              BARE,
            ),
          ),
          whole(figure(AGAIN, ({ requests }) => requests)),
          inSeconds(figure(AGAIN, ({ content }) => content)),
        ]
      }),
    )}

${BITS_PER_S / 1000} kbps, ${LATENCY_MS} ms to each answer and a processor ${SLOWER} times slower, as the browser's own tools make them: Chromium, a
phone of ${PHONE.width} px (the report ${LAPTOP.width} px), a browser that has kept nothing but the session; ${rounds} rounds. Requests and KB are what
went over the line until the content was there: a patient's last bills, the dashboard of somebody who has enrolled, the field for the e-mail, the report's first row,
which stands as a plain table until its grid is here. _One
file_ is a bare page that fetches as many bytes in one request over the same line: what the line alone costs.`,
  }
}

export const line: Measurement = { name: 'line', title: '7. Pages on a slow line', run }
