import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CapFailed, localRegistry } from '#api/people/cap/cap-registry.ts'
import { CAP_PATIENTS } from '#scripts/demo/people/cap-patients.ts'
import { axeProblems, fillSignIn, sidewaysScroll, visit } from '#tests/browser/kit.ts'
import { bytesOf, lineOf } from '#tests/browser/line.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { mailedTo } from './mailed-code.ts'

const known = localRegistry(CAP_PATIENTS)
let isAway = false
const [hadiza] = CAP_PATIENTS

let portal: Portal
beforeAll(async () => {
  const away = () => Promise.reject(new CapFailed('away', 'a test'))
  portal = await startPortal({
    cap: { patient: (id) => (isAway ? away() : known.patient(id)), hasAccount: known.hasAccount },
  })
})
afterAll(() => portal.end())

const GOOD = 'Ward-seven-kettle-9'

const isGood = async (page: Page) => {
  // The header stays as one scrolls: nothing is to stand half below it.
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
}
const pathOf = (page: Page) => new URL(page.url()).pathname
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

test(
  'somebody on CAP enrols on a phone, from the first page to their first sign-in',
  { timeout: 240_000 },
  async () => {
    if (hadiza === undefined) throw new Error('CAP knows nobody')
    const { patientId, email, dateOfBirth } = hadiza
    const look = { viewport: { width: 360, height: 740 }, isNew: true }
    await visit(portal.browser, 'enrolment', look, async ({ page, context, quiet }) => {
      const asked = await lineOf(await context.newCDPSession(page))
      await page.goto(portal.url)
      await page.getByRole('region', { name: 'Partner hospitals' }).getByRole('listitem').nth(5).waitFor()
      await isGood(page)
      await page.getByRole('link', { name: 'Start Here' }).click()
      await page.waitForURL('**/enrol')
      await page.getByLabel('Yes').check()
      await press(page, 'Verify')
      await page.getByText('Please provide your CAP patient ID, phone number or email').waitFor()
      await page.getByLabel('CAP patient ID, phone number or email').fill(patientId)
      await page.getByRole('textbox', { name: 'Date of birth' }).fill('1-1-1999')
      await press(page, 'Verify')
      await page.getByText('Invalid CAP Patient ID/Phone Number/Email provided').waitFor()
      await isGood(page)
      const [year, month, day] = dateOfBirth.split('-').map(Number)
      await page.getByRole('textbox', { name: 'Date of birth' }).fill(`${day}-${month}-${year}`)
      isAway = true
      await press(page, 'Verify')
      await page.getByText('CAP cannot be reached now. You can continue without it.').waitFor()
      await page.getByRole('button', { name: 'Continue without CAP' }).waitFor()
      await isGood(page)
      isAway = false
      await press(page, 'Verify')
      await page.waitForURL('**/enrol/application')
      expect(pathOf(page), 'none -> answer CAP question -> CAP answered').toBe('/enrol/application')
      await page.getByText(`Filled in from your CAP account ${patientId}`).waitFor()
      expect(await page.getByLabel('First name').inputValue()).toBe(hadiza.firstName)
      await expect.poll(() => page.getByRole('combobox', { name: 'Hospital' }).inputValue()).toMatch(/Zaria/)
      await press(page, 'Continue to review')
      await page.getByText('Please choose an ID type').waitFor()
      await page.getByText('Please enter a valid ID card number').waitFor()
      await page.getByText('Password must be 8 characters or more!').waitFor()
      await isGood(page)
      await choose(page, 'ID type', "Voter's card")
      await page.getByLabel('ID number').fill('A12345')
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill(GOOD)
      await page.getByRole('textbox', { name: 'Confirm password' }).fill('other')
      await press(page, 'Continue to review')
      await page.getByText('Passwords do not match!').waitFor()
      await page.getByRole('textbox', { name: 'Confirm password' }).fill(GOOD)
      await press(page, 'Continue to review')
      await page.waitForURL('**/enrol/reviewApplication')
      expect(pathOf(page), 'CAP answered -> pre-enrol form -> review').toBe('/enrol/reviewApplication')
      await page.getByText("Voter's card").waitFor()
      await isGood(page)
      // Loaded again, all is there but the password.
      await page.reload()
      await page.waitForURL('**/enrol/application')
      expect(await page.getByLabel('ID number').inputValue()).toBe('A12345')
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill(GOOD)
      await page.getByRole('textbox', { name: 'Confirm password' }).fill(GOOD)
      await press(page, 'Continue to review')
      const confirm = page.getByRole('button', { name: 'Confirm and register' })
      await page.getByLabel('I have read and accept the terms').waitFor()
      expect(await confirm.isDisabled()).toBe(true)
      await page.getByLabel('I have read and accept the terms').check()
      await confirm.click()
      await page.waitForURL('**/enrol/applicationCompleted')
      await page.getByText(email).waitFor()
      const isVerified = async () => {
        const { rows } = await portal.demo.context.pool.query<{ at: string | null }>(
          'select email_verified_at as at from user_account where email = $1',
          [email],
        )
        return rows[0] && rows[0].at !== null
      }
      await expect.poll(isVerified, { message: 'review -> confirm (register) -> registered, unverified' }).toBe(false)
      await isGood(page)
      await page.getByRole('link', { name: 'Verify your e-mail' }).click()
      await page.waitForURL(`**/auth/verify-email/${encodeURIComponent(email)}`)
      await page.getByRole('button', { name: /^Another code in 2:\d\d$/ }).waitFor()
      await page.getByLabel('Code', { exact: true }).fill(await mailedTo(portal.demo, email))
      await press(page, 'Verify')
      await page.waitForURL('**/login', { timeout: 10_000 })
      await fillSignIn(page, email, GOOD)
      await page.waitForURL('**/dashboard')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await isGood(page)
      await quiet()
      // The whole way on a phone far from a town; its seconds are measured by `npm run bench`.
      const line = [...asked.values()].filter(({ bytes }) => bytes > 0)
      expect(line.length).toBeLessThanOrEqual(25)
      expect(bytesOf(line)).toBeLessThan(340_000)
    })
  },
)

test('somebody who is on no other programme enrols by keyboard alone, and CAP is left out when it says no', async () => {
  await visit(portal.browser, 'enrolment-keys', {}, async ({ page }) => {
    const type = async (text: string) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.goto(`${portal.url}/enrol`)
    await page.getByLabel('No', { exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/enrol/application')
    await page.getByLabel('First name').focus()
    for (const text of ['Ada', 'Obi', '3-2-1970']) await type(text)
    await page.keyboard.press('Tab') // the calendar
    for (const text of ['08031234567', 'by.keyboard@example.org']) await type(text)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await type('A12345')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type(GOOD)
    await page.getByRole('textbox', { name: 'Confirm password' }).focus()
    await page.keyboard.type(GOOD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/enrol/reviewApplication')
    await page.getByLabel('I have read and accept the terms').focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Confirm and register' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/enrol/applicationCompleted')
    await page.getByText('by.keyboard@example.org').waitFor()
    // Anybody reads the terms.
    await page.goto(`${portal.url}/terms`)
    await page.getByText('Version 1, of').waitFor()
    await isGood(page)
  })
})
