import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { demoPatient } from '#tests/api/money/billing/hospital.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

/** On a phone it is the button of a card. */
const cell = (page: Page, name: string) =>
  page.getByRole('gridcell', { name, exact: true }).or(page.getByRole('button', { name, exact: true }))
const open = async (page: Page) => {
  await page.goto(`${portal.url}/category`)
  await page.getByRole('heading', { level: 1, name: 'Service categories' }).waitFor()
  await cell(page, 'Consultation').waitFor()
}
const rolesOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Roles of ${name}` })

/** Chooses a role by typing, as somebody without a mouse does. */
async function attach(page: Page, category: string, role: string) {
  const dialog = rolesOf(page, category)
  const choice = dialog.getByRole('combobox', { name: 'Role' })
  await choice.focus()
  await page.keyboard.type(role)
  await page.getByRole('option', { name: role, exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Attach role' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: `Detach ${role}` }).waitFor()
}

test('a role is attached and detached by keyboard; the list is narrowed to it, and the history tells of both', async () => {
  await portal.as('SUPER_ADMIN', { name: 'category-roles' }, async ({ page, problems }) => {
    await open(page)
    await page.getByRole('button', { name: 'Roles of Surgery' }).focus()
    await page.keyboard.press('Enter')
    const dialog = rolesOf(page, 'Surgery')
    await dialog.getByText('No role is attached.').waitFor()
    await dialog.getByRole('button', { name: 'Attach role' }).click()
    await dialog.getByText('You must select a role').waitFor()
    await attach(page, 'Surgery', 'Doctor')
    await attach(page, 'Surgery', 'Social worker')
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'category-roles')
    await dialog.getByRole('button', { name: 'Detach Social worker' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Detach Social worker' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await cell(page, 'Doctor').waitFor()

    const filter = page.getByRole('search', { name: 'Filter' })
    await filter.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Doctor', exact: true }).click()
    await page.getByText('1 row', { exact: true }).waitFor()
    await keepPicture(page, 'categories-of-a-role')
    await cell(page, 'Surgery').click()
    const detail = page.getByRole('dialog', { name: 'Category' })
    await detail.getByText('Doctor', { exact: true }).waitFor()
    await detail.getByRole('tab', { name: 'History' }).click()
    await detail.getByText('Role detached: Social worker').waitFor()
    await detail.getByText('Role attached: Doctor').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'category-roles-history')
    expect(problems).toEqual([])
  })
})

test('who bills is offered the services of the categories of their roles, and no others', async () => {
  const services = async (role: string) => {
    let names: string[] = []
    await portal.as(role, { name: `offered-${role}` }, async ({ page }) => {
      await page.goto(`${portal.url}/coestaff/billing?patient=${demoPatient()}`)
      const search = page.getByRole('combobox', { name: 'Service' })
      await search.fill('consultation')
      await page.getByRole('option').first().waitFor()
      await search.fill('surgery')
      await page.getByRole('option').or(page.getByText('No service matches')).first().waitFor()
      names = await page.getByRole('option').allInnerTexts()
      await keepPicture(page, `offered-to-${role.toLowerCase()}`)
    })
    return names
  }
  // The test before has left Surgery to doctors.
  expect(await services('DOCTOR')).not.toEqual([])
  expect(await services('COE_STAFF')).toEqual([])
})

test('why a role cannot be attached stands in the dialog', async () => {
  await portal.as('SUPER_ADMIN', { name: 'category-role-refused' }, async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Roles of Imaging' }).click()
    const dialog = rolesOf(page, 'Imaging')
    await dialog.getByText('No role is attached.').waitFor()
    await page.route('**/roles/*', (route) =>
      route.fulfill({ status: 404, contentType: 'application/json', body: '{"message":"Category not found"}' }),
    )
    const choice = dialog.getByRole('combobox', { name: 'Role' })
    await choice.click()
    await page.getByRole('option', { name: 'Doctor', exact: true }).click()
    await dialog.getByRole('button', { name: 'Attach role' }).click()
    await dialog.getByRole('alert').getByText('Category not found').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'category-role-refused')
  })
})

test.each(['light', 'dark'] as const)('the roles of a category fit a phone of 360 px, %s', async (colorScheme) => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme }
  await portal.as('SUPER_ADMIN', { name: `category-roles-phone-${colorScheme}`, options }, async ({ page }) => {
    await open(page)
    const button = page.getByRole('button', { name: 'Roles of Consultation' })
    await button.waitFor()
    await keepPicture(page, `categories-acts-phone-${colorScheme}`)
    await button.click()
    if (colorScheme === 'light') {
      await attach(page, 'Consultation', 'Hospital staff')
      await attach(page, 'Consultation', 'Doctor')
    }
    await rolesOf(page, 'Consultation').getByRole('button', { name: 'Detach Doctor' }).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `category-roles-phone-${colorScheme}`)
  })
})
