import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const cell = (page: Page, role: string, right: string) =>
  page.getByRole('checkbox', { name: `${role}: ${right}`, exact: true })
const detail = (page: Page) => page.getByRole('dialog', { name: 'Role', exact: true })

test('an administrator gives and takes a right in the matrix, by keyboard, told how many people it is about', async () => {
  await portal.as('SUPER_ADMIN', { name: 'roles', at: '/dashboard' }, async ({ page, problems }) => {
    await page.getByRole('link', { name: 'Roles and permissions' }).first().click()
    const grid = page.getByRole('grid', { name: 'Roles and their rights' })
    await grid.waitFor()
    await keepPicture(page, 'roles-matrix')
    expect(await axeProblems(page)).toEqual([])
    // One stop of Tab leads into the grid; the arrows, Home and End move in it.
    expect(await grid.locator('button[tabindex="0"]').count()).toBe(1)
    await page.getByLabel('Right', { exact: true }).fill('raw events')
    await page.getByText('1 right', { exact: true }).waitFor()
    await page.getByLabel('Right', { exact: true }).fill('list of hospitals')
    await cell(page, 'Auditor', 'see the list of hospitals').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect(await grid.locator('button:focus').getAttribute('data-at')).toBe('0:0')
    const asked = cell(page, 'Help desk', 'see the list of hospitals')
    expect(await asked.getAttribute('aria-checked')).toBe('false')
    await asked.focus()
    await page.keyboard.press('Space')
    const giving = page.getByRole('dialog', { name: 'Give a right to a role' })
    await giving.getByText('2 people have this role.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'roles-give')
    await giving.getByRole('button', { name: 'Give right' }).click()
    await page.getByText('Permission has been attached to role.').waitFor()
    await expect.poll(() => asked.getAttribute('aria-checked')).toBe('true')
    expect(await asked.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const taking = page.getByRole('dialog', { name: 'Take a right from a role' })
    await taking
      .getByText(/It takes effect at their next click\. People who have this right through another role keep it\./)
      .waitFor()
    await keepPicture(page, 'roles-take')
    await taking.getByRole('button', { name: 'Take right' }).click()
    await page.getByText('Permission has been detached from the role.').waitFor()
    await expect.poll(() => asked.getAttribute('aria-checked')).toBe('false')
    expect(problems).toEqual([])
  })
})

test('a right that the role cannot have is refused in the dialog; one’s own role cannot be changed, and says so', async () => {
  await portal.as('SUPER_ADMIN', { name: 'roles-refused', at: '/roles' }, async ({ page }) => {
    await cell(page, 'Finance', 'recommend payments').click()
    const giving = page.getByRole('dialog', { name: 'Give a right to a role' })
    await giving.getByRole('button', { name: 'Give right' }).click()
    await giving.getByText(/One role cannot hold two steps of the payment chain/).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await giving.getByRole('button', { name: 'Cancel' }).click()
    const own = page.getByRole('checkbox', { name: /^Super administrator: see patients\./ })
    expect(await own.getAttribute('aria-disabled')).toBe('true')
    await own.click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

test('a role is created, found with its holders, parents and history, put under another, and deleted', async () => {
  await portal.as('SUPER_ADMIN', { name: 'role-life', at: '/roles?view=roles' }, async ({ page }) => {
    await keepPicture(page, 'roles-list')
    await page.getByRole('button', { name: 'Create role' }).click()
    const creating = page.getByRole('dialog', { name: 'Create a role' })
    await creating.getByLabel('Name').fill('Tumour board')
    await page.keyboard.press('Enter')
    await creating.getByText('Choose what its holders see, or a parent role').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'role-create')
    await creating.getByLabel('What its holders see').click()
    await page.getByRole('option', { name: 'Their own hospital' }).click()
    await creating.getByRole('button', { name: 'Create role' }).click()
    await creating.getByText('Use capitals and underscores, like TUMOUR_BOARD').waitFor()
    await creating.getByLabel('Name').fill('TUMOUR_BOARD')
    await creating.getByRole('button', { name: 'Create role' }).click()
    await creating.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Tumour board' }).click()
    await detail(page).getByText('This role has no rights yet.').waitFor()
    await detail(page).getByRole('tab', { name: 'Parents' }).click()
    await detail(page).getByRole('button', { name: 'Attach parent' }).click()
    await detail(page).getByText('You must select a role').waitFor()
    await detail(page).getByLabel('Parent role').fill('Head of')
    await page.getByRole('option', { name: 'Head of hospital (CMD)' }).click()
    await detail(page).getByRole('button', { name: 'Attach parent' }).click()
    await page.getByText('Parent attached to role').waitFor()
    await detail(page).getByRole('button', { name: 'Detach Head of hospital (CMD)' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'role-parents')
    await detail(page).getByRole('button', { name: 'Detach Head of hospital (CMD)' }).click()
    await page.getByText('Parent dettached from role').waitFor()
    await detail(page).getByText('No parent is attached').waitFor()
    await detail(page).getByRole('tab', { name: 'People' }).click()
    await detail(page).getByText('No one has this role').waitFor()
    await detail(page).getByRole('tab', { name: 'History' }).click()
    await detail(page).getByText('Parent attached: Head of hospital (CMD)').waitFor()
    await detail(page).getByText('Created as Tumour board').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'role-history')
    await detail(page).getByRole('button', { name: 'Delete role' }).click()
    const deleting = page.getByRole('dialog', { name: 'Delete role' })
    await deleting.getByText('No one has this role.').waitFor()
    await deleting.getByRole('button', { name: 'Delete role' }).click()
    await page.getByText('The role has been deleted').waitFor()
    await detail(page).getByText('Yes, see the history').waitFor()
  })
})

test('a role in use is not deleted: the dialog names who holds it', async () => {
  await portal.as('SUPER_ADMIN', { name: 'role-in-use', at: '/roles' }, async ({ page }) => {
    const { demo } = portal
    const admin = await demo.as('SUPER_ADMIN')
    await admin.post('/api/roles', { role: 'WARD_CLERK', parentRole: roleIdOf('COE_ADMIN') })
    const cmd = await demo.as('COE_ADMIN')
    const { person } = await demo.as('PHARMACIST')
    await cmd.patch(`/api/users/${person.userId}/roles`, { roles: [roleIdOf('PHARMACIST'), roleIdOf('WARD_CLERK')] })
    await page.goto(`${portal.url}/roles/${roleIdOf('WARD_CLERK')}`)
    await detail(page).getByRole('tab', { name: 'People' }).click()
    await detail(page).getByText(`${person.firstName} ${person.lastName}`).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'role-people')
    await detail(page).getByRole('button', { name: 'Delete role' }).click()
    const deleting = page.getByRole('dialog', { name: 'Delete role' })
    await deleting.getByText(`1 person has this role: ${person.firstName} ${person.lastName}.`).waitFor()
    await deleting.getByRole('button', { name: 'Delete role' }).click()
    await deleting.getByText('This role is in use: 1 person has it').waitFor()
    await keepPicture(page, 'role-in-use')
  })
})

test('what somebody else changed meanwhile is told, and nothing is lost', async () => {
  const { demo } = portal
  const other = await demo.as('SUPER_ADMIN', 2)
  await other.post('/api/roles', { role: 'PASSING', reach: 'all' })
  await portal.as('SUPER_ADMIN', { name: 'roles-meanwhile', at: '/roles' }, async ({ page }) => {
    const right = 'see the list of hospitals'
    await cell(page, 'Passing', right).click()
    const giving = page.getByRole('dialog', { name: 'Give a right to a role' })
    await other.post(`/api/roles/${roleIdOf('PASSING')}/permissions/VIEW_COE`, {})
    await giving.getByRole('button', { name: 'Give right' }).click()
    await giving.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: `Passing: ${right}`, checked: true }).waitFor()
    await cell(page, 'Passing', 'see services').click()
    await other.delete(`/api/roles/${roleIdOf('PASSING')}`)
    await giving.getByRole('button', { name: 'Give right' }).click()
    await giving.getByText('Role not found').waitFor()
  })
})

test('a permission of the installation’s own is added, and says that it opens nothing', async () => {
  await portal.as('SUPER_ADMIN', { name: 'permissions', at: '/roles?view=permissions' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Add permission' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a permission' })
    await adding.getByLabel('Name').fill('VIEW_COE')
    await page.keyboard.press('Enter')
    await adding.getByText('This is already a permission of the portal').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'permission-add')
    await adding.getByLabel('Name').fill('VIEW_WARD')
    await adding.getByLabel('What it lets people do').fill('see the ward')
    await page.keyboard.press('Enter')
    await adding.waitFor({ state: 'detached' })
    const own = page.getByRole('listitem').filter({ hasText: 'VIEW_WARD' })
    await own.getByText('opens menu items only').waitFor()
    await own.getByText('No role has this').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'permissions')
  })
})

test.each(['light', 'dark'] as const)('matrix, lists and a role fit a phone of 360 px, %s', async (colorScheme) => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme }
  const name = `roles-phone-${colorScheme}`
  await portal.as('SUPER_ADMIN', { name, options, at: '/roles' }, async ({ page }) => {
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Doctor' }).click()
    await cell(page, 'Doctor', 'bill drugs').waitFor()
    expect(await page.getByRole('columnheader').count()).toBe(2)
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `${name}-matrix`)
    for (const tab of ['Permissions', 'Roles']) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('list', { name: tab }).waitFor()
      expect(await sidewaysScroll(page)).toBe(0)
      expect(await axeProblems(page)).toEqual([])
      await keepPicture(page, `${name}-${tab.toLowerCase()}`)
    }
    await page.getByRole('link', { name: 'Doctor', exact: true }).click()
    await detail(page).getByRole('button', { name: 'Take the right to bill services' }).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `${name}-role`)
  })
})

test.each([
  [768, 'light'],
  [1280, 'dark'],
] as const)('the matrix stands at %i px, %s', async (width, colorScheme) => {
  const options = { viewport: { width, height: 900 }, colorScheme }
  await portal.as('SUPER_ADMIN', { name: `roles-${width}`, options, at: '/roles' }, async ({ page }) => {
    await page.getByRole('grid', { name: 'Roles and their rights' }).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `roles-${width}-${colorScheme}`)
  })
})

test('a role of 100 letters without a blank stands in a heading no higher than the others', async () => {
  const role = 'X'.repeat(100)
  const admin = await portal.demo.as('SUPER_ADMIN')
  expect((await admin.post('/api/roles', { role, description: 'Long', reach: 'all' })).statusCode).toBe(200)
  const options = { viewport: { width: 1280, height: 900 } }
  await portal.as('SUPER_ADMIN', { name: 'roles-longest', options, at: '/roles' }, async ({ page }) => {
    const grid = page.getByRole('grid', { name: 'Roles and their rights' })
    const heading = grid.getByRole('columnheader', { name: /X{50}/i })
    await heading.scrollIntoViewIfNeeded()
    expect(await heading.evaluate((shown) => shown.clientHeight)).toBeLessThan(220)
    // All of its letters stand within it.
    expect(await heading.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBeLessThanOrEqual(0)
    // A short name's column stays as narrow as its box.
    const short = grid.getByRole('columnheader', { name: 'Analyst' })
    expect(await short.evaluate((shown) => shown.clientWidth)).toBeLessThan(60)
    await keepPicture(page, 'roles-longest')
  })
})
