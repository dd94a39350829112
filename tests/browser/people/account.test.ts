import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { axeProblems, fillSignIn, sidewaysScroll, tabTo, visit } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { command } from '#tests/support/command.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { lasts } from '#tests/browser/lasts.ts'
import { mailedTo } from './mailed-code.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const GOOD = 'Ward-seven-kettle-9'

const isGood = async (page: Page) => {
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
}
const pathOf = (page: Page) => decodeURIComponent(new URL(page.url()).pathname)
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

test('a forgotten password: e-mail, code, new password, sign-in', { timeout: 180_000 }, async () => {
  const { email } = personOf('ANALYST')
  const viewport = { width: 360, height: 740 }
  await visit(portal.browser, 'recovery', { viewport }, async ({ page }) => {
    await page.clock.install()
    await page.goto(`${portal.url}/login`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.waitForURL('**/recover/password')
    await press(page, 'Send the code')
    await page.getByText('Please provide a valid email').waitFor()
    await isGood(page)
    await page.getByLabel('Email').fill(email)
    await press(page, 'Send the code')
    await page.waitForURL(`**/recover/password/${encodeURIComponent(email)}`)
    expect(pathOf(page), 'none -> enter e-mail -> code sent').toBe(`/recover/password/${email}`)
    await press(page, 'Verify')
    await page.getByText('Please provide a valid code').waitFor()
    await page.getByLabel('Code', { exact: true }).fill('AAAAAA')
    await press(page, 'Verify')
    await page.getByText('The code is wrong or has expired').waitFor()
    await isGood(page)
    await page.getByLabel('Code', { exact: true }).fill((await mailedTo(portal.demo, email)).toLowerCase())
    await press(page, 'Verify')
    await page.getByText('Verification successful').waitFor()
    await page.waitForURL(`**/password/change/${encodeURIComponent(email)}`)
    expect(pathOf(page), 'code sent -> enter code -> code verified').toBe(`/password/change/${email}`)
    await page.getByRole('textbox', { name: 'New password' }).fill('lower-case-only')
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(GOOD)
    await press(page, 'Change password')
    await page.getByText('Must contain at least one number and one uppercase and lowercase letter').waitFor()
    await page.getByRole('textbox', { name: 'New password' }).fill(`${GOOD}0`)
    await press(page, 'Change password')
    await page.getByText('Do not Match').waitFor()
    await isGood(page)
    await page.getByRole('textbox', { name: 'New password' }).fill(GOOD)
    await lasts(page, '5 s', () => press(page, 'Change password'), {
      said: page.getByText('Password reset successfull. Please login to continue').first(),
      isOver: async () => pathOf(page) === '/login',
    })
    expect(pathOf(page), 'code verified -> new password -> reset, redirect to /login').toBe('/login')
    await fillSignIn(page, email, GOOD)
    await page.waitForURL('**/dashboard')
  })
})

test('a forgotten password by keyboard alone, to the first page behind the sign-in', { timeout: 180_000 }, async () => {
  const { email } = personOf('SOCIAL_WORKER')
  await visit(portal.browser, 'recovery-keys', {}, async ({ page }) => {
    const enter = async (text: string) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await page.goto(`${portal.url}/login`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await tabTo(page, /^Forgot your password/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/recover/password')
    await page.getByLabel('Email').waitFor()
    await enter(email)
    await page.waitForURL(`**/recover/password/${encodeURIComponent(email)}`)
    await page.getByLabel('Code', { exact: true }).waitFor()
    await enter(await mailedTo(portal.demo, email))
    await page.waitForURL(`**/password/change/${encodeURIComponent(email)}`)
    await page.getByRole('textbox', { name: 'New password' }).waitFor()
    await page.keyboard.type(GOOD)
    await tabTo(page, /^Confirm password/)
    await enter(GOOD)
    await page.waitForURL('**/login', { timeout: 10_000 })
    await page.getByLabel('Email').waitFor()
    await page.keyboard.type(email)
    await tabTo(page, /^Password/)
    await enter(GOOD)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })
})

test(
  'an e-mail is verified by its code, and the wait for another one outlives a reload',
  { timeout: 180_000 },
  async () => {
    const { context } = portal.demo
    const email = 'not.yet@example.org'
    const about = { firstName: 'Ada', lastName: 'Obi', phoneNumber: '08012345678', emailVerified: false }
    await registerUser(
      context,
      command('RegisterUser', {
        ...{ userId: newId(context.now()), email, ...about },
        ...{ roles: [roleIdOf('ANALYST')], granter: 'system' as const },
      }),
    )
    await visit(portal.browser, 'verification', {}, async ({ page }) => {
      await page.clock.install()
      await page.goto(`${portal.url}/login`)
      await page.getByRole('link', { name: 'Verify your e-mail' }).click()
      await page.waitForURL('**/auth/email-verification/resend-email')
      const send = page.getByRole('button', { name: 'Send the code' })
      await page.getByLabel('Email').fill('not.yet')
      expect(await send.isDisabled()).toBe(true)
      await page.getByLabel('Email').blur()
      await page.getByText('Invalid email address').waitFor()
      await isGood(page)
      await page.getByLabel('Email').fill(email)
      await send.click()
      await page.waitForURL(`**/auth/verify-email/${encodeURIComponent(email)}`)
      const again = page.getByRole('button', { name: /^Another code in 2:\d\d$/ })
      await again.waitFor()
      await page.reload()
      await again.waitFor()
      expect(await again.isDisabled()).toBe(true)
      await isGood(page)
      const code = await mailedTo(portal.demo, email)
      // Where the e-mail is typed too.
      await page.goto(`${portal.url}/auth/email-verification`)
      await page.getByLabel('Email').fill(email)
      await isGood(page)
      await page.getByLabel('Code', { exact: true }).fill(code)
      await lasts(page, '3 s', () => press(page, 'Verify'), {
        said: page.getByText('Your email is now verified. Redirecting to login in 3 seconds').first(),
        isOver: async () => pathOf(page) === '/login',
      })
    })
  },
)

test('the own password is changed in the profile, which says since when', { timeout: 180_000 }, async () => {
  const { email } = personOf('AUDITOR')
  await visit(portal.browser, 'own-password', {}, async ({ page }) => {
    await page.clock.install()
    await page.goto(`${portal.url}/login`)
    await fillSignIn(page, email, DEMO_PASSWORD)
    await page.waitForURL('**/dashboard')
    await page.goto(`${portal.url}/users/profile`)
    await page.getByText('Not yet').waitFor()
    await press(page, 'Change password')
    await page.getByRole('textbox', { name: 'New password' }).fill('short')
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('other')
    await press(page, 'Change password')
    await page.getByText('Must be at least 8 or more characters').waitFor()
    await page.getByRole('textbox', { name: 'New password' }).fill(GOOD)
    await press(page, 'Change password')
    await page.getByText('Do not Match').waitFor()
    await isGood(page)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(GOOD)
    const edit = page.getByRole('button', { name: 'Edit profile' })
    await lasts(page, '5 s', () => press(page, 'Change password'), {
      said: page.getByText('Password Change successful').first(),
      isOver: async () => (await edit.count()) === 1,
    })
    expect(await page.getByText('Not yet').count()).toBe(0)
  })
})
