import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { personOf } from '#tests/support/demo-app.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const detail = (page: Page) => page.getByRole('dialog', { name: 'Roles of a person' })
const nameOf = (role: string) => `${personOf(role).firstName} ${personOf(role).lastName}`

test('the head of a hospital finds somebody, gives a role by keyboard, and reads who did it', async () => {
  await portal.as('COE_ADMIN', { name: 'user-roles', at: '/dashboard' }, async ({ page, problems }) => {
    await page.getByRole('link', { name: 'Roles of people' }).first().click()
    await page.getByLabel('E-mail, phone or name').fill('x')
    await page.keyboard.press('Enter')
    await page.getByText('Type at least two characters').waitFor()
    await page.getByLabel('E-mail, phone or name').fill(personOf('FINANCE').email)
    await page.keyboard.press('Enter')
    await page.getByText('No one found').waitFor()
    await page.getByLabel('E-mail, phone or name').fill(personOf('DOCTOR').email)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: nameOf('DOCTOR') }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'user-roles-found')
    await page.getByRole('link', { name: nameOf('DOCTOR') }).click()
    const mdt = detail(page).getByRole('checkbox', { name: 'Multidisciplinary team (MDT)' })
    await mdt.focus()
    await page.keyboard.press('Space')
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'user-roles')
    await detail(page).getByRole('button', { name: 'Change roles' }).click()
    const asking = page.getByRole('dialog', { name: 'Change roles' })
    await asking.getByText(`Change the roles of ${nameOf('DOCTOR')}?`).waitFor()
    await asking.getByText('Gets: Multidisciplinary team (MDT).').waitFor()
    await keepPicture(page, 'user-roles-confirm')
    await asking.getByRole('button', { name: 'Change roles' }).click()
    await page.getByText('User roles updated successfully').waitFor()
    await detail(page).getByRole('tab', { name: 'History' }).click()
    await detail(page).getByText('Roles changed from Doctor to Doctor, Multidisciplinary team (MDT)').waitFor()
    expect(problems).toEqual([])
  })
})

test('none is refused; what somebody else has changed is told, shown, and begun from', async () => {
  const { userId } = personOf('PHARMACIST')
  await portal.as('SUPER_ADMIN', { name: 'user-roles-meanwhile', at: `/users/roles/${userId}` }, async ({ page }) => {
    const box = (name: string) => detail(page).getByRole('checkbox', { name })
    await box('Pharmacist').uncheck()
    await detail(page).getByRole('button', { name: 'Change roles' }).click()
    await detail(page).getByText('You must select at least one role.').waitFor()
    await box('Doctor').check()
    await detail(page).getByRole('button', { name: 'Change roles' }).click()
    const cmd = await portal.demo.as('COE_ADMIN')
    const roles = ['PHARMACIST', 'SOCIAL_WORKER'].map(roleIdOf)
    await cmd.patch(`/api/users/${userId}/roles`, { roles })
    await page.getByRole('dialog', { name: 'Change roles' }).getByRole('button', { name: 'Change roles' }).click()
    await detail(page).getByText("Someone else changed this person's roles. Check them again.").waitFor()
    await expect.poll(() => box('Social worker').isChecked()).toBe(true)
    expect([await box('Pharmacist').isChecked(), await box('Doctor').isChecked()]).toEqual([true, false])
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'user-roles-meanwhile')
  })
})

test('nobody changes their own roles, nor gives what their roles may not', async () => {
  const own = personOf('SUPER_ADMIN').userId
  await portal.as('SUPER_ADMIN', { name: 'user-roles-own', at: `/users/roles/${own}` }, async ({ page }) => {
    await detail(page).getByText('You cannot change your own roles.').waitFor()
  })
  const head = personOf('COE_ADMIN').userId
  await portal.as('COE_ADMIN', { name: 'user-roles-head', at: `/users/roles/${head}` }, async ({ page }) => {
    await detail(page).getByText('You cannot change your own roles.').waitFor()
  })
})

test('whoever lost a right while a page stood open is offered it no longer, once it was refused', async () => {
  const { userId } = personOf('FUND_ADMIN', 2)
  const at = '/fmoh/finance-and-accounting/funds'
  await portal.as('FUND_ADMIN', { name: 'lost-right', second: 2, at }, async ({ page }) => {
    const credit = page.getByRole('button', { name: 'Credit the pool' })
    await credit.click()
    await (await portal.demo.as('SUPER_ADMIN')).patch(`/api/users/${userId}/roles`, { roles: [roleIdOf('AUDITOR')] })
    await page.getByRole('textbox', { name: 'Benefactor' }).fill('Savannah Telecoms Foundation')
    await page.getByLabel('Amount').fill('5000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Credit pool' }).click()
    // The refusal stays where it is read; behind it nothing offers what would be refused again.
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await expect.poll(() => credit.count()).toBe(0)
    await page.getByRole('link', { name: 'Trial balance' }).first().waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Money received by the fund').waitFor()
  })
})

test.each([
  [360, 'light'],
  [360, 'dark'],
  [768, 'light'],
] as const)('it fits %i px, %s', async (width, colorScheme) => {
  const options = { viewport: { width, height: 740 }, colorScheme }
  const name = `user-roles-${width}-${colorScheme}`
  await portal.as('SUPER_ADMIN', { name, options, at: '/users/roles' }, async ({ page }) => {
    await page.getByLabel('E-mail, phone or name').fill(personOf('DOCTOR').lastName)
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'People found' }).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `${name}-found`)
    await page.getByRole('link', { name: nameOf('DOCTOR') }).click()
    await detail(page).getByRole('checkbox', { name: 'Doctor' }).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, name)
  })
})
