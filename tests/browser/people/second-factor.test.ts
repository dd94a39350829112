import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handle } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { codeAt } from '#commands/people/second-factor/totp.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { axeProblems, keepPicture, type Look, sidewaysScroll, tabTo, visit } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { command } from '#tests/support/command.ts'
import { personOf } from '#tests/support/demo-app.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const PHONE: Look = { viewport: { width: 360, height: 740 } }
const now = () => portal.demo.context.now()
const isGood = async (page: Page, name: string) => {
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await keepPicture(page, name)
}
/** The key as it stands beside the picture, which has been drawn. */
async function secretOn(page: Page): Promise<string> {
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  return (await page.getByRole('group', { name: 'Key' }).innerText()).replaceAll(/\s/g, '')
}
async function password(page: Page, email: string): Promise<void> {
  await page.goto(`${portal.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
}
const atHome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

test(
  'somebody sets up their phone, signs in by its codes and by a recovery code, and removes it',
  { timeout: 180_000 },
  async () => {
    const { email } = personOf('ANALYST')
    let [secret, recovery] = ['', '']
    await portal.as('ANALYST', { name: 'factor-on', at: '/users/profile', options: PHONE }, async ({ page }) => {
      await page.getByRole('link', { name: 'Second factor' }).click()
      await page.getByText('Not yet').waitFor()
      await isGood(page, 'second-factor-off')
      await page.getByRole('button', { name: 'Set up' }).click()
      secret = await secretOn(page)
      await page.keyboard.press('Enter')
      await page.getByText('Enter the six digits from your app').waitFor()
      await page.getByLabel('Code from the app').fill('000000')
      await page.keyboard.press('Enter')
      await page.getByText('The code is wrong or was already used').waitFor()
      await isGood(page, 'second-factor-setting-up')
      const code = page.getByLabel('Code from the app')
      expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
      await code.fill(codeAt(secret, now()))
      await page.keyboard.press('Enter')
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
      await codes.first().waitFor()
      expect(await codes.count()).toBe(10)
      recovery = await codes.first().innerText()
      await isGood(page, 'second-factor-recovery-codes')
      await page.getByRole('button', { name: 'I have saved them' }).click()
      await page.getByRole('button', { name: 'New recovery codes' }).waitFor()
      await isGood(page, 'second-factor-on')
    })
    await visit(portal.browser, 'factor-sign-in', { ...PHONE, colorScheme: 'dark' }, async ({ page }) => {
      await password(page, email)
      const code = page.getByLabel('Code from the app')
      await code.waitFor()
      await isGood(page, 'second-step-dark')
      await code.fill('000000')
      await page.keyboard.press('Enter')
      await page.getByText('The code is wrong or was already used').waitFor()
      await code.fill(codeAt(secret, now() + 30_000))
      await page.keyboard.press('Enter')
      await atHome(page)
    })
    await visit(portal.browser, 'factor-recovery', {}, async ({ page }) => {
      await password(page, email)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(recovery)
      await isGood(page, 'second-step-recovery')
      await page.keyboard.press('Enter')
      await atHome(page)
      await page.goto(`${portal.url}/users/second-factor`)
      await page.getByText('9', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Remove' }).click()
      await page.getByLabel('Code from the app').fill(recovery)
      await page.keyboard.press('Enter')
      await page.getByText('The code is wrong or was already used').waitFor()
      await isGood(page, 'second-factor-removing')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await isGood(page, 'second-factor-on-desk')
    })
  },
)

test('by keyboard alone a phone is set up, on a tablet in the dark, and other recovery codes are made', async () => {
  const options: Look = { viewport: { width: 768, height: 1024 }, colorScheme: 'dark' }
  await portal.as('PHARMACIST', { name: 'factor-keys', at: '/users/second-factor', options }, async ({ page }) => {
    const code = page.getByLabel('Code from the app')
    const hasFocus = (one: ReturnType<Page['locator']>) => one.evaluate((element) => element === document.activeElement)
    await page.getByText('Not yet').waitFor()
    await tabTo(page, /^Set up$/)
    await page.keyboard.press('Enter')
    await secretOn(page)
    await tabTo(page, /^Cancel$/)
    await page.keyboard.press('Enter')
    // Back where it was.
    await page.getByText('Not yet').waitFor()
    expect(await hasFocus(page.getByRole('button', { name: 'Set up' }))).toBe(true)
    await page.keyboard.press('Enter')
    const secret = await secretOn(page)
    await isGood(page, 'second-factor-768-dark')
    await page.keyboard.type(codeAt(secret, now()))
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await isGood(page, 'second-factor-codes-768-dark')
    expect(await hasFocus(page.getByRole('button', { name: 'I have saved them' }))).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText('10', { exact: true }).waitFor()
    await tabTo(page, /^New recovery codes$/)
    await page.keyboard.press('Enter')
    await code.waitFor()
    await page.keyboard.type(codeAt(secret, now() + 30_000))
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  })
})

test('where it is demanded it is set up while signing in, on a phone', { timeout: 180_000 }, async () => {
  await portal.as('SUPER_ADMIN', { name: 'factor-demand', at: '/superadmin/site-settings' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Edit Second factor' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit the second factor' })
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Yes' }).click()
    await isGood(page, 'second-factor-setting')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /Second factor.*Yes/ }).waitFor()
  })
  await visit(portal.browser, 'factor-demanded', PHONE, async ({ page }) => {
    await password(page, personOf('DFA').email)
    await page.getByRole('heading', { level: 1, name: 'Set up your phone' }).waitFor()
    const secret = await secretOn(page)
    await isGood(page, 'second-step-setting-up')
    await page.getByLabel('Code from the app').fill(codeAt(secret, now()))
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await isGood(page, 'second-step-recovery-codes')
    await page.getByRole('button', { name: 'I have saved them, continue' }).click()
    await atHome(page)
  })
})

test('a lost phone is reset by two administrators', { timeout: 180_000 }, async () => {
  const { userId, firstName, lastName } = personOf('NCCP')
  const enrolment = {
    userId,
    enrolmentId: newId(now()),
    secret: 'JBSWY3DPEHPK3PXP',
    recovery: ['0'.repeat(64)],
    pepper: 1,
  }
  await handle(
    portal.demo.context.handler,
    secondFactor,
    userId,
    command('EnrolSecondFactor', enrolment, { by: userId }),
  )
  const at = `/users/roles/${userId}`
  const detail = (page: Page) => page.getByRole('dialog', { name: 'Roles of a person' })
  await portal.as('SUPER_ADMIN', { name: 'factor-ask', at, options: PHONE }, async ({ page }) => {
    await detail(page).getByText(`${firstName} ${lastName}`).waitFor()
    await detail(page).getByRole('tab', { name: 'Second factor' }).click()
    await detail(page).getByRole('button', { name: 'Phone lost: reset' }).click()
    const asking = page.getByRole('dialog', { name: 'Reset the second factor' })
    await asking.getByLabel('How did you check who this person is?').fill('Called them on the number that we have')
    await isGood(page, 'second-factor-asking-reset')
    await asking.getByRole('button', { name: 'Ask for the reset' }).click()
    await detail(page).getByText('Another administrator must confirm it.').waitFor()
    await isGood(page, 'second-factor-reset-asked')
  })
  await portal.as('NCCP', { name: 'factor-told', at: '/users/second-factor', options: PHONE }, async ({ page }) => {
    await page.getByRole('button', { name: 'Stop: I have my phone' }).waitFor()
    await isGood(page, 'second-factor-stop-reset')
  })
  await portal.as('SUPER_ADMIN', { name: 'factor-confirm', second: 2, at: '/dashboard' }, async ({ page }) => {
    // The home has it, and the bell leads to where it is confirmed.
    const home = page.getByRole('region', { name: 'Lost phones to confirm' })
    await home.getByRole('link', { name: `${firstName} ${lastName}` }).waitFor()
    await isGood(page, 'second-factor-home')
    await page.getByRole('button', { name: 'Notices, 1 unread' }).click()
    await page.getByRole('menuitem', { name: `Phone of ${firstName} ${lastName}: ` }).click()
    await detail(page).getByRole('button', { name: 'Confirm the reset' }).click()
    await isGood(page, 'second-factor-confirming')
    await page
      .getByRole('dialog', { name: 'Confirm the reset' })
      .getByRole('button', { name: 'Reset', exact: true })
      .click()
    await detail(page).getByText('Not yet').waitFor()
  })
})
