import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

const PASSWORD = 'Ward-seven-kettle-9'

/** The code that was mailed to somebody, out of the portal's own mailbox; read past the page's slow line. */
async function codeFor(url: string, email: string): Promise<string> {
  for (;;) {
    const mails = (await (await fetch(`${url}/dev/mailbox`)).text()).split('<article>')
    const code = mails.map((mail) => (mail.includes(email) ? / is ([A-Z2-9]{6})\b/.exec(mail)?.[1] : undefined))
    const found = code.find((one) => one !== undefined)
    if (found !== undefined) return found
    await pause(200)
  }
}

const choose = async (page: Page, label: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option').first().click()
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/**
 * Somebody new, from the first page that is open to their first page signed in, as fast as a hand that types nothing twice. What
 * they kept is forgotten then, so that the next begins as nobody.
 */
export async function enrol(page: Page): Promise<void> {
  const url = new URL(page.url()).origin
  const email = `${randomUUID()}@mail.example`
  await page.getByRole('link', { name: 'Start Here' }).click()
  await page.getByLabel('No', { exact: true }).check()
  await press(page, 'Continue')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Obi')
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('3-2-1970')
  await page.getByLabel('Phone number').fill('08031234567')
  await page.getByLabel('Email').fill(email)
  await choose(page, 'Hospital')
  await choose(page, 'ID type')
  await page.getByLabel('ID number').fill('A12345')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD)
  await press(page, 'Continue to review')
  await page.getByLabel('I have read and accept the terms').check()
  await press(page, 'Confirm and register')
  await page.getByRole('link', { name: 'Verify your e-mail' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await codeFor(url, email))
  await press(page, 'Verify')
  await page.waitForURL('**/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Sign in')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}
