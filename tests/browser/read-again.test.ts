import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from './portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

/** What is read from now on, by path; not the support line, which each page asks for once it is quiet. */
function reads(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isRead = request.method() === 'GET' && pathname.startsWith('/api/')
    if (isRead && pathname !== '/api/support_line') paths.push(pathname)
  })
  return paths
}

test('after a command all that is on the screen is read again once, the rest when it is next shown', async () => {
  await portal.as('FUND_ADMIN', { name: 'read-again', at: '/dashboard' }, async ({ page, problems }) => {
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Pool and allocations' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pool and allocations' }).waitFor()
    await page.getByRole('region', { name: 'Movements of funds' }).getByText('No data available').waitFor()
    await page.getByRole('button', { name: 'Credit the pool' }).click()
    await page.getByRole('textbox', { name: 'Benefactor' }).fill('Ada Foundation')
    await page.getByLabel('Amount').fill('1000')
    await page.getByRole('button', { name: 'Continue' }).click()
    const after = reads(page)
    await page.getByRole('button', { name: 'Credit pool' }).click()
    await page.getByRole('gridcell', { name: 'Ada Foundation' }).waitFor()
    await page.waitForLoadState('networkidle')
    // No list of what a credit changes has said so: the person and the menu are on the screen as well.
    expect(after.toSorted()).toEqual([
      '/api/fundings',
      '/api/fundings/totals',
      '/api/funds',
      '/api/notification/fundings',
      '/api/uimenu',
      '/api/users/profile',
    ])
    after.length = 0
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await expect.poll(() => after.some((path) => path.startsWith('/api/analytics'))).toBe(true)
    expect(after.filter((path) => path.startsWith('/api/fund'))).toEqual([])
    expect(problems).toEqual([])
  })
})
