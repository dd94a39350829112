import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Ministry, ministryOf } from '#tests/api/money/payments/ministry.ts'
import { axeProblems, keepPicture, sidewaysScroll } from './kit.ts'
import { type Portal, startPortal } from './portal.ts'

let portal: Portal
let ministry: Ministry
let owner: pg.Client

/** The transactions stand still from the second bill on. */
beforeAll(async () => {
  portal = await startPortal()
  const { demo } = portal
  ministry = await ministryOf(demo, portal.url)
  owner = new pg.Client(demo.database.ownerUrl)
  await owner.connect()
  await ministry.billServices(1)
  const appRole = pg.escapeIdentifier(new URL(demo.database.appUrl).username)
  await owner.query(`revoke insert, update, delete on transaction from ${appRole}`)
  await ministry.billServices(2)
  // Health looks by itself: an answer of the moment before knows nothing of the stop yet.
  const auditor = await demo.as('AUDITOR')
  const isTold = async () => 'shown_until' in (await auditor.get('/api/transactions')).json<object>()
  await vi.waitUntil(isTold, { timeout: 60_000, interval: 100 })
})
afterAll(async () => {
  await owner.end()
  await portal.end()
})

const BANNER = /Figures as at \d+-\d+-\d{4} \d\d:\d\d: transactions\. Later entries are saved and will appear\./
const SCHEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 360] as const

test.each(SCHEMES.flatMap((scheme) => WIDTHS.map((width) => ({ scheme, width }))))(
  'a list of a stopped read model says up to when it shows, at $width px in $scheme',
  async ({ scheme, width }) => {
    const name = `shown-until-${width}-${scheme}`
    const options = { colorScheme: scheme, viewport: { width, height: 800 } }
    await portal.as('SUPER_ADMIN', { name, options }, async ({ page }) => {
      await page.goto(`${portal.url}/superadmin/transactions`)
      await page.getByText(BANNER).waitFor()
      await page.getByRole('grid').or(page.getByRole('table')).first().waitFor()
      expect(await page.getByText(BANNER).count()).toBe(1)
      expect(await sidewaysScroll(page)).toBe(0)
      expect(await axeProblems(page)).toEqual([])
      await keepPicture(page, name)
      await page.goto(`${portal.url}/users/profile`)
      await page.getByRole('heading', { level: 1, name: 'My profile' }).waitFor()
      expect(await page.getByText(BANNER).count()).toBe(0)
    })
  },
)

test('a bill just made is said to be saved and not shown yet, and can be looked for again', async () => {
  await portal.as('COE_STAFF', { name: 'not-shown-yet' }, async ({ page }) => {
    await page.goto(`${portal.url}/coestaff/billing`)
    await billSomething(page)
    await page.getByText(/It is saved, but not everything shows it yet: transactions/).waitFor()
    await page.getByRole('link', { name: 'Open the bill' }).click()
    await page.getByText('It is saved but not shown here yet.').waitFor()
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    expect(await page.getByText('Give this reference to support').count()).toBe(0)
    await keepPicture(page, 'not-shown-yet')
  })
})

test('a CSV of a list that stands still says up to when it shows, and the list of today when it can be asked again', async () => {
  await portal.as('SUPER_ADMIN', { name: 'csv-shown-until' }, async ({ page }) => {
    await page.goto(`${portal.url}/superadmin/transactions`)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(file.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.csv$/)
    await page.getByText(/^CSV of Transactions\. Figures as at /).waitFor()
    const head = await portal.demo.context.eventLog.head()
    await page.goto(`${portal.url}/superadmin/transactions?as_of=position:${head}`)
    await page
      .getByRole('button', { name: /^Retry in \d+ s$/ })
      .first()
      .waitFor()
    expect(await page.getByText('Give this reference to support').count()).toBe(0)
  })
})

async function billSomething(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Patient' }).fill('ngozi')
  await page.getByRole('button', { name: 'Find patient' }).click()
  await page.getByRole('button', { name: 'Select Ngozi Okonkwo' }).click()
  await page.getByRole('combobox', { name: 'Service' }).click()
  await page.getByRole('option', { name: /Oncology consultation, first visit/ }).click()
  await page.getByLabel('Quantity', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Add service' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Complete billing' }).click()
}
