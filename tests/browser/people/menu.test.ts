import { afterAll, beforeAll, expect, test } from 'vitest'
import { handle } from '#commands/handle.ts'
import { menuItemIdOf } from '#commands/people/menu/menu-item-id.ts'
import { menu } from '#domain/people/menu/menu.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { command } from '#tests/support/command.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

test('an administrator adds an item by keyboard, moves it, previews it as a role, and deletes it', async () => {
  await portal.as('SUPER_ADMIN', { name: 'menu', at: '/dashboard' }, async ({ page, problems }) => {
    await page.getByRole('link', { name: 'Menu', exact: true }).first().click()
    await page.getByRole('row', { name: /Trial balance/ }).waitFor()
    await page.getByRole('cell', { name: "read the ledger, every wallet's movements" }).first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'menu')
    await page.getByRole('button', { name: 'Add menu item' }).focus()
    await page.keyboard.press('Enter')
    const adding = page.getByRole('dialog', { name: 'Add a menu item' })
    await adding.getByLabel('Menu name').fill('Bills of today')
    await adding.getByLabel('Link').fill('https://elsewhere.example')
    await page.keyboard.press('Enter')
    await adding.getByText('Start the link with /, and use the address of a screen').waitFor()
    await adding.getByText('A menu icon is required').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'menu-add')
    await adding.getByLabel('Link').fill('/no/such/screen')
    await adding.getByRole('button', { name: 'Add menu item' }).click()
    await adding.getByText('No screen of the portal has this address').waitFor()
    await adding.getByLabel('Link').fill('/superadmin/transactions?today')
    await adding.getByLabel('Permission').fill('transactions of all')
    await page.getByRole('option', { name: 'see the transactions of all hospitals' }).click()
    await adding.getByLabel('Icon').click()
    await page.getByRole('option', { name: 'report', exact: true }).click()
    await adding.getByRole('button', { name: 'Add menu item' }).click()
    await adding.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Bills of today/ }).waitFor()

    await page.getByRole('button', { name: 'Move Bills of today' }).click()
    const moving = page.getByRole('dialog', { name: 'Move Bills of today' })
    await moving.getByLabel('Order').fill('first')
    await page.keyboard.press('Enter')
    await moving
      .getByText(/Order|number/i)
      .first()
      .waitFor()
    await moving.getByLabel('Group').click()
    await page.getByRole('option', { name: 'Reports' }).click()
    await moving.getByLabel('Order').fill('1')
    await moving.getByRole('button', { name: 'Move item' }).click()
    await page.getByText('The menu item has been moved').waitFor()
    await page.getByRole('link', { name: 'Bills of today' }).last().click()
    const detail = page.getByRole('dialog', { name: 'Menu item' })
    await detail.getByText('Moved to Reports, at 1').waitFor()
    await detail.getByText(/Added as Bills of today to Work/).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'menu-item')
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: 'Preview as a role' }).click()
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Auditor' }).click()
    const shown = page.getByRole('group', { name: 'Menu of Auditor' })
    const reports = shown.getByRole('region', { name: 'Reports' }).getByRole('listitem')
    await expect.poll(async () => (await reports.allTextContents())[0]?.trim()).toBe('Bills of today')
    expect(await shown.getByText('Roles and permissions').count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'menu-preview')

    await page.getByRole('tab', { name: 'Items' }).click()
    await page.getByRole('button', { name: 'Delete Bills of today' }).click()
    const deleting = page.getByRole('dialog', { name: 'Delete menu item' })
    await deleting.getByText('Delete Bills of today from the menu?').waitFor()
    await deleting.getByRole('button', { name: 'Delete item' }).click()
    await page.getByText('The menu item has been deleted').waitFor()
    await page.getByRole('row', { name: /Bills of today/ }).waitFor({ state: 'detached' })
    // A link to it, kept or in a history, says what became of it.
    await page.goto(`${portal.url}/uimenu/${menuItemIdOf('/superadmin/transactions?today')}`)
    await detail.getByText('Yes, see the history').waitFor()
    await detail.getByText('Removed', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })
})

test('the preview of a role is what a person of that role is shown', async () => {
  const menuOf = async (role: string) =>
    (await (await portal.demo.as(role)).get('/api/uimenu')).json<{ data: { name: string }[] }>().data
  await portal.as('SUPER_ADMIN', { name: 'menu-as', at: '/uimenu?view=preview' }, async ({ page }) => {
    for (const [role, name] of [
      ['PATIENT', 'Patient'],
      ['COE_ADMIN', 'Head of hospital (CMD)'],
      ['FINANCE', 'Finance'],
    ] as const) {
      await page.getByRole('combobox', { name: 'Role' }).click()
      await page.getByRole('option', { name, exact: true }).click()
      const items = page.getByRole('group', { name: `Menu of ${name}` }).getByRole('listitem')
      await items.first().waitFor()
      const shown = (await items.allTextContents()).map((text) => text.trim())
      expect(shown.toSorted()).toEqual((await menuOf(role)).map((entry) => entry.name).toSorted())
    }
  })
})

test.each([
  [360, 'light'],
  [360, 'dark'],
  [768, 'light'],
] as const)('the menu fits %i px, %s', async (width, colorScheme) => {
  const options = { viewport: { width, height: 740 }, colorScheme }
  const name = `menu-${width}-${colorScheme}`
  await portal.as('SUPER_ADMIN', { name, options, at: '/uimenu' }, async ({ page }) => {
    await page.getByRole('row', { name: /Trial balance/ }).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    const table = page.getByRole('region', { name: 'Menu items' })
    // Beside what scrolls, the pinned buttons would cover the last columns.
    expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, name)
    await page.getByRole('tab', { name: 'Preview as a role' }).click()
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Doctor' }).click()
    await page.getByRole('group', { name: 'Menu of Doctor' }).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `${name}-preview`)
  })
})

test('an entry of 200 letters takes two lines of the side menu, and says all in its title', async () => {
  const longest = 'Reports of the quarter '.repeat(9).slice(0, 200).trim()
  const link = '/superadmin/transactions?longest'
  const item = { group: 'Work', order: 1, name: longest, link, icon: 'report', permission: null } as const
  const menuItemId = menuItemIdOf(link)
  const adding = command('AddMenuItem', { menuItemId, ...item, category: 'side_menu' })
  await handle(portal.demo.context.handler, menu, menuItemId, adding)
  const options = { viewport: { width: 1280, height: 800 } }
  await portal.as('SUPER_ADMIN', { name: 'menu-longest', options, at: '/uimenu' }, async ({ page }) => {
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: longest })
    await entry.waitFor()
    expect(await entry.evaluate((shown) => shown.clientHeight)).toBeLessThan(60)
    expect(await entry.getByTitle(longest).count()).toBe(1)
    await keepPicture(page, 'menu-longest')
  })
})

test('where the server cannot tell the menu, what the permissions open stands in it, until it can', async () => {
  await portal.as('COE_STAFF', { name: 'menu-fallback' }, async ({ page, context }) => {
    const entries = async () => {
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      await links.first().waitFor()
      return links.allTextContents()
    }
    await context.route('**/api/uimenu', (route) => route.fulfill({ status: 503, json: { message: 'Not now' } }))
    await page.goto(`${portal.url}/dashboard`)
    expect(await entries()).toEqual([
      ...['Dashboard', 'Billing', 'Billing record', 'Invoices', 'Transaction disputes', 'Services'],
    ])
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })
})
