import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit } from './kit.ts'
import { type Portal, startPortal } from './portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

/** Presses it, and lets go once the page has drawn what that says: where it was pressed, it still is. */
async function pressSlowly(page: Page, button: Locator) {
  const place = await button.boundingBox()
  if (place === null) throw new Error('There is no such button')
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  await page.mouse.down()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  // Pressed, it sinks by a pixel itself.
  expect(Math.abs(((await button.boundingBox())?.y ?? 0) - place.y)).toBeLessThanOrEqual(1)
  await page.mouse.up()
}

test.each([
  ['SUPER_ADMIN', '/uimenu', 'Add menu item', 'Menu name', 'A menu name is required'],
  ['SUPER_ADMIN', '/category', 'Add category', 'Category name', 'A category name is required'],
  ['FUND_ADMIN', '/fmoh/finance-and-accounting/funds', 'Credit the pool', 'Benefactor', 'A benefactor is required'],
])('%s leaves a field of a form at %s: what that says pushes no button away', async (role, at, opens, label, said) => {
  await portal.as(role, { name: `leaving${at.replaceAll('/', '-')}`, at }, async ({ page }) => {
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: label })
    const open = async () => {
      await page.getByRole('button', { name: opens }).click()
      await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await open()
    await dialog.getByRole('heading').click()
    await dialog.getByText(said).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await open()
    await pressSlowly(page, dialog.getByRole('button', { name: 'Cancel' }))
    await dialog.waitFor({ state: 'detached' })
  })
})

test('nor does it below a sign-in, nor a day that is none beside a period', async () => {
  await visit(portal.browser, 'leaving-sign-in', {}, async ({ page }) => {
    await page.goto(`${portal.url}/login`)
    await page.getByLabel('Email').focus()
    await pressSlowly(page, page.getByRole('link', { name: 'Forgot your password?' }))
    await page.waitForURL('**/recover/password')
  })
  await portal.as('AUDITOR', { name: 'leaving-day', at: '/superadmin/transactions' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Period' }).click()
    await page.getByRole('textbox', { name: 'From' }).fill('99')
    await pressSlowly(page, page.getByRole('button', { name: 'This month' }))
    await page.waitForURL(/from=\d{4}-\d\d-01/)
  })
})
