import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from './portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const NOT_LOADED = 'This could not be loaded.'

test('a screen whose code cannot be fetched says so in its place, asks no more by itself, and comes with Retry', async () => {
  await portal.as('SUPPORT', { name: 'not-loaded-screen', at: '/dashboard' }, async ({ page, context, problems }) => {
    await page.waitForLoadState('networkidle')
    const before = problems.length
    await context.route('**/*', (route) => route.abort('connectionrefused'))
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Transactions' }).click()
    await page.getByText(NOT_LOADED).waitFor()
    expect(new URL(page.url()).pathname).toBe('/superadmin/transactions')
    expect(await menu.getByRole('link', { name: 'Dashboard' }).isVisible()).toBe(true)
    expect(problems.length - before).toBeLessThan(40)
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await page.getByText(NOT_LOADED).waitFor()
    await context.unroute('**/*')
    // The try before may still be under way, find the server there, and load the page anew.
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Retry' })
      .click({ timeout: 5_000 })
      .catch(() => undefined)
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor()
    // With its looks: a stylesheet that failed once is fetched again too.
    expect(
      await page.evaluate(() =>
        [...document.querySelectorAll('link[rel=stylesheet]')].every(
          (link) => (link as HTMLLinkElement).sheet !== null,
        ),
      ),
    ).toBe(true)
  })
})

test('a search that cannot be fetched says so in a toast, and opens once it can', async () => {
  await portal.as('FINANCE', { name: 'not-loaded-search', at: '/dashboard' }, async ({ page, context }) => {
    await page.waitForLoadState('networkidle')
    await context.route('**/*', (route) => route.abort('connectionrefused'))
    await page.keyboard.press('Control+k')
    await page.getByText('The search could not be loaded.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await context.unroute('**/*')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
  })
})

test('a detail that cannot be fetched leaves its list as it is', async () => {
  await portal.as('AUDITOR', { name: 'not-loaded-detail' }, async ({ page, context }) => {
    await page.goto(`${portal.url}/superadmin/transactions`)
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor()
    await page.waitForLoadState('networkidle')
    await context.route('**/*', (route) => route.abort('connectionrefused'))
    // As a row does on a click: the address below the list's, without loading the page.
    await page.evaluate(() => {
      history.pushState({}, '', '/superadmin/transactions/0197')
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    })
    await page.getByText('This could not be loaded.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/superadmin/transactions/0197')
  })
})

test('a page whose person never comes says so after a minute rather than wait for good, and comes with Retry', async () => {
  await portal.as('AUDITOR', { name: 'never-answered' }, async ({ page, context }) => {
    await context.route('**/api/users/profile', () => undefined)
    await page.clock.install()
    await page.goto(`${portal.url}/dashboard`, { waitUntil: 'commit' })
    // What the page shows by itself is gone once the app asks.
    await page.locator('#first').waitFor({ state: 'detached' })
    await page.clock.runFor(60_000)
    await page.getByText('A possible network error occured.').waitFor()
    await context.unroute('**/api/users/profile')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect
      .poll(async () => {
        await page.clock.runFor(100)
        return page.getByRole('heading', { level: 1, name: 'Dashboard' }).count()
      })
      .toBe(1)
  })
})

test('whoever comes after a visit that held the clock has a page whose time goes on', async () => {
  await portal.as('AUDITOR', { name: 'clock-held' }, async ({ page }) => {
    await page.clock.install()
    await page.goto(`${portal.url}/login`)
    await page.clock.pauseAt(Date.now() + 60_000)
  })
  await portal.as('AUDITOR', { name: 'clock-free', at: '/dashboard' }, async ({ page }) => {
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })
})
