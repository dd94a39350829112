import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems, keepPicture, sidewaysScroll, visit } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

test('an administrator sets the number of the support line, which every header and paper then has', async () => {
  await portal.as('SUPER_ADMIN', { name: 'settings', at: '/superadmin/site-settings' }, async ({ page }) => {
    await page.getByRole('row', { name: /Support line.*Not set/ }).waitFor()
    await page.getByRole('button', { name: 'Edit Support line' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit the support line' })
    await dialog.getByLabel('Phone number').fill('0800')
    await page.keyboard.press('Enter')
    await dialog.getByText('Phone number must be 11 digits').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'support-line-refused')
    await dialog.getByLabel('Phone number').fill('08000000100')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Site setting updated').waitFor()
    await page.getByRole('row', { name: /0800 000 0100/ }).waitFor()
    await page.getByRole('link', { name: 'Support line' }).click()
    const detail = page.getByRole('dialog', { name: 'Site setting' })
    await detail.getByText('Set to 08000000100').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'site-setting')
  })
  for (const colorScheme of ['light', 'dark'] as const) {
    const look = { colorScheme, viewport: { width: 360, height: 740 }, isNew: true }
    await visit(portal.browser, `support-line-${colorScheme}`, look, async ({ page }) => {
      await page.goto(`${portal.url}/login`)
      const call = page.getByRole('link', { name: '0800 000 0100' })
      await call.waitFor()
      expect(await call.getAttribute('href')).toBe('tel:08000000100')
      expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      expect(await sidewaysScroll(page)).toBe(0)
      // Nothing of the header lies over the fund's name.
      const name = page.getByRole('banner').getByRole('link', { name: 'Cancer Health Fund' })
      expect(await name.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0)
      expect(await axeProblems(page)).toEqual([])
      await keepPicture(page, `support-line-${colorScheme}`)
      await page.emulateMedia({ media: 'print' })
      await page.getByText('Support line 0800 000 0100, Mon-Fri 8:00am-5:00pm').waitFor()
    })
  }
  const staff = { name: 'support-line-staff', at: '/dashboard', options: { isNew: true } }
  await portal.as('FINANCE', staff, async ({ page }) => {
    await page.getByRole('banner').getByRole('link', { name: '0800 000 0100' }).waitFor()
    await keepPicture(page, 'support-line-staff')
  })
})

test('the funding cap and the shares are set by whoever administers the site', async () => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  await portal.as('SUPER_ADMIN', { name: 'cap', at: '/superadmin/site-settings', options }, async ({ page }) => {
    await page.getByRole('button', { name: 'Edit Funding cap (NGN)' }).click()
    const cap = page.getByRole('dialog', { name: 'Edit the funding cap' })
    await cap.getByLabel('Funding cap').fill('2500000')
    await cap.getByRole('row', { name: 'Funding cap NGN 2,000,000.00 NGN 2,500,000.00' }).waitFor()
    await page.keyboard.press('Enter')
    await cap.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Funding cap.*2,500,000\.00/ }).waitFor()
    await page.getByRole('button', { name: "Edit Bank's share (%)" }).click()
    const shares = page.getByRole('dialog', { name: 'Edit the shares' })
    await shares.getByLabel("Bank's share (%)").fill('2')
    await page.keyboard.press('Enter')
    await shares.getByText('The shares must add up to 100 percent').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'shares-360-dark')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    await keepPicture(page, 'shares')
    await shares.getByLabel("Hospital's share (%)").fill('84')
    await page.keyboard.press('Enter')
    await shares.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Bank's share.*2\.00/ }).waitFor()
    await keepPicture(page, 'settings')
  })
})

test('another limit for a second person is proposed by one administrator and confirmed by another', async () => {
  await portal.as('SUPER_ADMIN', { name: 'limit', at: '/superadmin/site-settings' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Edit Second person above (NGN)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Propose another amount' })
    await dialog.getByLabel('Second person above').fill('60000000')
    await dialog.getByRole('button', { name: 'Ask for confirmation' }).click()
    await dialog.getByText('Enter a reason').waitFor()
    await dialog.getByLabel('Reason').fill('Prices have risen')
    await dialog.getByRole('row', { name: 'Second person above NGN 50,000,000.00 NGN 60,000,000.00' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'limit-proposed')
    await dialog.getByRole('button', { name: 'Ask for confirmation' }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('row', { name: /Second person above.*50,000,000\.00/ })
    await row.getByText('A second person must confirm 60,000,000.00').waitFor()
    await page.getByRole('link', { name: 'Review Second person above (NGN)' }).click()
    const detail = page.getByRole('dialog', { name: 'Site setting' })
    expect(await detail.getByRole('button', { name: 'Confirm', exact: true }).isDisabled()).toBe(true)
    await detail.getByRole('button', { name: 'Withdraw', exact: true }).waitFor()
  })
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  await portal.as('SUPER_ADMIN', { name: 'limit-2', second: 2, at: '/dashboard', options }, async ({ page }) => {
    await page.getByRole('link', { name: /Second person above.*60,000,000\.00 instead of 50,000,000\.00/ }).click()
    const detail = page.getByRole('dialog', { name: 'Site setting' })
    await detail.getByText('NGN 60,000,000.00').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'limit-waiting-360-dark')
    await detail.getByRole('button', { name: 'Confirm', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Confirm the new amount' })
    await asked.getByText('Confirm the change from NGN 50,000,000.00 to NGN 60,000,000.00?').waitFor()
    await asked.getByRole('button', { name: 'Confirm', exact: true }).click()
    await detail.getByText('Changed from 50,000,000.00 to 60,000,000.00').waitFor()
    await page.getByText('The new amount has been confirmed').waitFor()
    expect(await detail.getByRole('button', { name: 'Confirm', exact: true }).count()).toBe(0)
  })
})

test('until one is set a header has the hours alone', async () => {
  const other = await startPortal()
  try {
    await visit(other.browser, 'no-support-line', { isNew: true }, async ({ page }) => {
      const answered = page.waitForResponse(/\/api\/support_line$/)
      await page.goto(`${other.url}/login`)
      await answered
      const banner = page.getByRole('banner')
      await banner.getByText('Mon-Fri 8:00am-5:00pm').waitFor()
      expect(await banner.getByRole('link').count()).toBe(1)
    })
  } finally {
    await other.end()
  }
})
