import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sizeTable, weighBuild } from '#scripts/check-web-size.ts'
import { CONSULTATION, demoPatient, fund, OWN } from '#tests/api/money/billing/hospital.ts'
import { axeProblems, visit, type Visit } from './kit.ts'
import { bytesOf, lineOf } from './line.ts'
import { builtWeb, type Portal, startPortal } from './portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  await fund(portal.demo, demoPatient(), OWN, 100_000_000)
  const staff = await portal.demo.as('COE_STAFF')
  const services = [{ service_id: CONSULTATION, quantity: 1 }]
  await staff.post('/api/coestaff/billings', { patient_id: demoPatient(), services })
})
afterAll(() => portal.end())

test('no part of the built web app is above its budget, and patients load neither grid nor chart', async () => {
  const lines = weighBuild(await builtWeb())
  console.log(sizeTable(lines))
  expect(lines.filter(({ wrong }) => wrong !== undefined)).toEqual([])
})

/**
 * Opens an address twice, in tabs of one browser, and gives what it asked the first time, until it asked for nothing
 * more. The second time only the page itself and what may have changed since goes over the line, each once.
 */
async function cost({ page, context, quiet }: Visit, path: string, content: (page: Page) => Promise<void>) {
  const first = await lineOf(await context.newCDPSession(page))
  await page.goto(`${portal.url}${path}`)
  await content(page)
  await quiet()
  const again = await context.newPage()
  const second = await lineOf(await context.newCDPSession(again))
  await again.goto(`${portal.url}${path}`)
  await content(again)
  const answers = [...second.values()].map((one) => one.path)
  expect(answers.filter((one) => one !== path && !one.startsWith('/api/'))).toEqual([])
  expect(new Set(answers).size).toBe(answers.length)
  return [...first.values()]
}

// Seconds are measured by `npm run bench`; what they come from is held here.
test('on a slow line a page costs few requests and few bytes, and a second visit answers alone', async () => {
  const options = { viewport: { width: 360, height: 740 }, isNew: true }
  await portal.as('PATIENT', { name: 'line-patient', options }, async (visited) => {
    const bills = (page: Page) => page.getByRole('list', { name: 'Bills' }).getByRole('listitem').first().waitFor()
    const asked = await cost(visited, '/dashboard', bills)
    expect(asked.length).toBeLessThanOrEqual(9)
    expect(bytesOf(asked)).toBeLessThan(220_000)
    expect(asked.filter(({ path }) => /grid-table|chart|analytics/.test(path))).toEqual([])
  })
  await visit(portal.browser, 'line-sign-in', { isNew: true }, async (visited) => {
    const asked = await cost(visited, '/login', (page) => page.getByLabel('Email').waitFor())
    // Behind what is drawn come the rules that the form is checked by, with what they share with other screens.
    const drawn = asked.filter(({ path }) => !/\/(rules|more|shell)-/.test(path))
    expect(drawn.length).toBeLessThanOrEqual(3)
    expect(bytesOf(drawn)).toBeLessThan(160_000)
  })
  await visit(portal.browser, 'line-enrolment', { isNew: true }, async (visited) => {
    const asked = await cost(visited, '/enrol/application', (page) => page.getByLabel('First name').waitFor())
    expect(asked.length).toBeLessThanOrEqual(9)
    expect(bytesOf(asked)).toBeLessThan(293_000)
  })
  await portal.as('FINANCE', { name: 'line-report', options: { isNew: true } }, async (visited) => {
    const rows = (page: Page) => page.locator('.ag-row').first().waitFor()
    const asked = await cost(visited, '/payments/consolidated_report', rows)
    expect(asked.length).toBeLessThanOrEqual(19)
    expect(bytesOf(asked)).toBeLessThan(470_000)
    expect(asked.filter(({ path }) => path.includes('grid-table')).length).toBe(1)
  })
})

test('the first rows of a list are read, and opened by a click, before its grid is here', async () => {
  await portal.as('FINANCE', { name: 'first-rows', options: { isNew: true } }, async ({ page, context, problems }) => {
    let comes = () => {}
    const held = new Promise<void>((resolve) => (comes = resolve))
    await context.route('**/grid-table-*', async (route) => {
      await held
      await route.continue()
    })
    const line = await lineOf(await context.newCDPSession(page))
    await page.goto(`${portal.url}/payments/consolidated_report`, { waitUntil: 'commit' })
    const rows = page.locator('[data-first-rows] tbody tr')
    await rows.first().waitFor()
    const asked = [...line.values()]
    expect(asked.length).toBeLessThanOrEqual(16)
    expect(bytesOf(asked)).toBeLessThan(286_000)
    const number = (await rows.first().locator('td').nth(1).textContent()) ?? ''
    expect(number).toMatch(/^TRX-/)
    // Whoever hears the page moves in the grid alone.
    expect(await page.getByRole('region', { name: 'Billings', exact: true }).getByRole('row').count()).toBe(0)
    expect(await page.getByRole('status').filter({ hasText: 'Loading Billings' }).count()).toBe(1)
    expect(await axeProblems(page)).toEqual([])
    await rows.first().click()
    await page.getByRole('dialog').getByText(number).first().waitFor()
    await page.goBack()
    comes()
    await page.locator('.ag-row').filter({ hasText: number }).first().waitFor()
    expect(await rows.count()).toBe(0)
    expect(problems).toEqual([])
  })
})

test.each(['light', 'dark'] as const)(
  'the page is painted before a script or a sheet is here, in %s',
  async (colorScheme) => {
    await visit(
      portal.browser,
      `first-paint-${colorScheme}`,
      { colorScheme, isNew: true },
      async ({ page, context }) => {
        // Held up for as long as the test looks.
        await context.route('**/assets/**', () => undefined)
        await page.goto(`${portal.url}/login`, { waitUntil: 'commit' })
        const first = page.getByText('Loading the portal')
        await first.waitFor()
        await page.getByText('Cancer Health Fund').waitFor()
        await expect
          .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
          .toBe(1)
        const background = await first.locator('..').evaluate((frame) => getComputedStyle(frame).backgroundColor)
        expect(background).toBe(colorScheme === 'dark' ? 'rgb(22, 25, 28)' : 'rgb(255, 255, 255)')
      },
    )
  },
)
