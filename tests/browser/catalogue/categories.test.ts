import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const LONG = 'Rehabilitation, physiotherapy and supportive care after surgery of head, neck, breast and abdomen'
const open = async (page: Page, path = '/category') => {
  await page.goto(`${portal.url}${path}`)
  await page.getByRole('heading', { level: 1, name: 'Service categories' }).waitFor()
  await cell(page, 'Consultation').waitFor()
}
/** On a phone it is the button of a card. */
const cell = (page: Page, name: string) =>
  page.getByRole('gridcell', { name, exact: true }).or(page.getByRole('button', { name, exact: true }))

test('an administrator adds, renames and deletes a category by keyboard, and reads who did what', async () => {
  await portal.as('SUPER_ADMIN', { name: 'categories', at: '/dashboard' }, async ({ page, problems }) => {
    await page.getByRole('link', { name: 'Service categories' }).first().click()
    await cell(page, 'Consultation').waitFor()
    await page.getByText('8 rows').waitFor()
    await keepPicture(page, 'categories')

    await page.getByRole('button', { name: 'Add category' }).focus()
    await page.keyboard.press('Enter')
    const adding = page.getByRole('dialog', { name: 'Add a category' })
    await adding.getByLabel('Category name').fill('surgery')
    await page.keyboard.press('Tab')
    await page.keyboard.type('PHYS')
    await page.keyboard.press('Enter')
    await adding.getByText('This category already exists').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'category-refused')
    await adding.getByLabel('Category name').fill('Physiotherapy')
    await page.keyboard.press('Enter')
    await adding.waitFor({ state: 'detached' })
    await cell(page, 'Physiotherapy').waitFor()
    await page.getByText('9 rows').waitFor()

    await page.getByRole('button', { name: 'Edit Physiotherapy' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit category' })
    await editing.getByLabel('Category name').fill(LONG)
    await editing.getByRole('button', { name: 'Save category' }).click()
    await cell(page, LONG).click()
    const detail = page.getByRole('dialog', { name: 'Category' })
    await detail.getByText('No service is in this category.').waitFor()
    await detail.getByRole('tab', { name: 'History' }).click()
    await detail.getByText(`Renamed to ${LONG} (PHYS)`).waitFor()
    await detail.getByText('Added as Physiotherapy (PHYS)').click()
    await detail.getByLabel('Raw event').getByText('"CategoryAdded"').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'category-history')
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: `Delete ${LONG}` }).click()
    const deleting = page.getByRole('dialog', { name: 'Delete category' })
    await deleting.getByText(`Delete the category ${LONG} (PHYS)?`).waitFor()
    await keepPicture(page, 'category-delete')
    await deleting.getByRole('button', { name: 'Delete category' }).click()
    await deleting.waitFor({ state: 'detached' })
    await page.getByText('8 rows').waitFor()
    // A refusal that was expected is an answer 422, which the browser counts as an error of the page.
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  })
})

test('why a category cannot be deleted stands in the dialog', async () => {
  await portal.as('SUPER_ADMIN', { name: 'category-in-use' }, async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Delete Surgery' }).click()
    const deleting = page.getByRole('dialog', { name: 'Delete category' })
    await deleting.getByRole('button', { name: 'Delete category' }).click()
    await deleting.getByText('The category has 10 services and cannot be deleted').waitFor()
    expect(await axeProblems(page)).toEqual([])
  })
})

test('who may only see has no buttons, and an empty search says so', async () => {
  await portal.as('AUDITOR', { name: 'categories-read' }, async ({ page }) => {
    await open(page)
    expect(await page.getByRole('button', { name: /^(Add category|Edit |Delete )/ }).count()).toBe(0)
    await page.getByLabel('Category name or code').fill('nothing like it')
    await page.getByText('No category matches. Check the name, code or role.').waitFor()
    await keepPicture(page, 'categories-empty')
  })
})

test.each(['light', 'dark'] as const)('the list and a category fit a phone of 360 px, %s', async (colorScheme) => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme }
  await portal.as('SUPER_ADMIN', { name: `categories-phone-${colorScheme}`, options }, async ({ page }) => {
    await open(page)
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `categories-phone-${colorScheme}`)
    await cell(page, 'Consultation').click()
    const detail = page.getByRole('dialog', { name: 'Category' })
    await detail.getByText('Genetic counselling').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `category-phone-${colorScheme}`)
  })
})
