import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ministry, ministryOf } from '#tests/api/money/payments/ministry.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
let ministry: Ministry
beforeAll(async () => {
  portal = await startPortal()
  ministry = await ministryOf(portal.demo, portal.url)
  for (const quantity of [1, 2, 3]) await ministry.billServices(quantity)
  await ministry.billServices(2, 2)
})
afterAll(() => portal.end())

const REPORT = '/payments/consolidated_report'

test.each(['light', 'dark'] as const)(
  'on a phone a list is cards, the first of them on the first screen, in %s',
  async (colorScheme) => {
    const options = { viewport: { width: 360, height: 740 }, colorScheme }
    await portal.as('FINANCE', { name: `cards-${colorScheme}`, at: REPORT, options }, async ({ page, problems }) => {
      const cards = page.getByRole('table', { name: 'Billings' }).getByRole('row').filter({ hasText: 'TRX-' })
      await cards.first().waitFor()
      const box = await cards.first().boundingBox()
      expect((box?.y ?? 740) + (box?.height ?? 0)).toBeLessThanOrEqual(740)
      await cards.first().getByText('BILLED').waitFor()
      expect(await cards.first().innerText()).toMatch(/\d\d,\d{3}\.\d\d/)
      expect(await sidewaysScroll(page)).toBe(0)
      expect(await axeProblems(page)).toEqual([])
      await keepPicture(page, `cards-${colorScheme}`)
      // Filters and tools are behind one button.
      expect(await page.getByRole('button', { name: 'CSV' }).isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Filters and tools' }).click()
      await page.getByRole('button', { name: 'CSV' }).waitFor()
      await page.getByLabel('Transaction or CHF ID').waitFor()
      await page.getByRole('button', { name: 'Filters and tools' }).click()
      // Of the header 56 px stay.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      const header = await page.locator('header').boundingBox()
      expect((header?.y ?? 0) + (header?.height ?? 0)).toBeLessThanOrEqual(56)
      await cards.first().getByRole('checkbox').check()
      const bar = page.getByRole('region', { name: 'Selected rows' })
      await bar.getByRole('button', { name: 'Initiate', exact: true }).click()
      const confirm = page.getByRole('dialog').getByRole('button', { name: /^Initiate 1/ })
      await confirm.waitFor()
      const end = await confirm.boundingBox()
      expect((end?.y ?? 740) + (end?.height ?? 0)).toBeLessThanOrEqual(740)
      await keepPicture(page, `cards-preflight-${colorScheme}`)
      expect(problems).toEqual([])
    })
  },
)

test('a dialog confirms in view on a small laptop, and names last what is left out', async () => {
  for (let bills = 0; bills < 12; bills += 1) await ministry.billServices(1)
  const options = { viewport: { width: 1280, height: 720 } }
  await portal.as('FINANCE', { name: 'dialog-720', at: REPORT, options }, async ({ page }) => {
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await bar.getByRole('button', { name: 'Initiate', exact: true }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: /^Initiate \d+/ })
    await confirm.waitFor()
    const end = await confirm.boundingBox()
    expect((end?.y ?? 720) + (end?.height ?? 0)).toBeLessThanOrEqual(720)
    await keepPicture(page, 'dialog-720')
  })
})

test('the styles of grids stay in the page from the first list to the next', async () => {
  await portal.as('FINANCE', { name: 'grid-styles', at: REPORT }, async ({ page }) => {
    await page.locator('.ag-row').first().waitFor()
    await page.evaluate(() => {
      Reflect.set(window, 'lost', 0)
      Reflect.set(window, 'moved', 0)
      // Who wants no motion sees no step between two looks of a thing either.
      document.addEventListener('transitionrun', () =>
        Reflect.set(window, 'moved', Number(Reflect.get(window, 'moved')) + 1),
      )
      new MutationObserver((changes) => {
        for (const { removedNodes } of changes)
          for (const node of removedNodes)
            if (node instanceof HTMLStyleElement && 'agCss' in node.dataset)
              Reflect.set(window, 'lost', Number(Reflect.get(window, 'lost')) + 1)
      }).observe(document.head, { childList: true })
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /Consolidated/ })
      .click()
    await page.locator('.ag-row').first().waitFor()
    expect(await page.evaluate(() => [Reflect.get(window, 'lost'), Reflect.get(window, 'moved')])).toEqual([0, 0])
  })
})

test.each(['/', '/login', '/enrol', '/recover/password'])('on a phone all targets of %s are 44 px', async (path) => {
  const options = { viewport: { width: 360, height: 740 } }
  await portal.as('COE_STAFF', { name: `targets${path}`, options }, async ({ page }) => {
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${portal.url}${path}`)
    await page.getByRole('heading').first().waitFor()
    expect(await smallTargets(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  })
})

test('on a phone all targets of billing are 44 px', async () => {
  const options = { viewport: { width: 360, height: 740 } }
  await portal.as('COE_STAFF', { name: 'targets-billing', at: '/coestaff/billing', options }, async ({ page }) => {
    await page.getByRole('button', { name: 'Find patient' }).waitFor()
    expect(await smallTargets(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  })
})

/** What can be pressed and is lower than a thumb, but for links within a sentence and what is hidden until it has the focus. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=checkbox], [type=radio])')]
      .filter((one) => one.closest('p') === null && one.checkVisibility() && one.getBoundingClientRect().top >= 0)
      .filter((one) => one.getBoundingClientRect().height < 44)
      .map((one) => `${one.textContent ?? ''} ${one.outerHTML.slice(0, 80)}`),
  )
