import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const LOOK_FIRST = 'It may have been done. Check here before you do it again.'
const isWrite = (route: Route) => route.request().method() === 'POST'

/** The server does it, and its answer is lost on the way. */
async function loseAnswers(page: Page, lose: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/api/pool/credit', async (route) => {
    await route.fetch()
    await lose(route)
  })
}
const as503 = (route: Route) =>
  route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { message: 'It is not done twice.' } })

async function askToCredit(page: Page, benefactor: string): Promise<void> {
  await page.getByRole('button', { name: 'Credit the pool' }).click()
  await page.getByRole('textbox', { name: 'Benefactor' }).fill(benefactor)
  await page.getByLabel('Amount').fill('7000')
  await page.getByRole('button', { name: 'Continue' }).click()
}
const credit = (page: Page) => page.getByRole('button', { name: 'Credit pool', exact: true }).click()

async function leaveDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByText(LOOK_FIRST).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function creditsOf(benefactor: string): Promise<number> {
  const admin = await portal.demo.as('FUND_ADMIN')
  const path = `/api/fundings?search=${encodeURIComponent(benefactor)}`
  const { data } = (await admin.get(path)).json<{ data: { data: { benefactor: string }[] } }>()
  return data.data.length
}

test('a credit whose answer was lost is not done twice by a new dialog, nor after the page was loaded again', async () => {
  await portal.as('FUND_ADMIN', { name: 'credit-lost' }, async ({ page }) => {
    await page.goto(`${portal.url}/fmoh/finance-and-accounting/funds`)
    await loseAnswers(page, as503)
    await askToCredit(page, 'Giver Unsure')
    await credit(page)
    await page.getByText('It is not done twice.').waitFor()
    // What is closed is read again: the movement that was done is there to be seen.
    await leaveDialog(page)
    await page.getByRole('region', { name: 'Movements of funds' }).getByText('Giver Unsure').waitFor()

    await askToCredit(page, 'Giver Unsure')
    await credit(page)
    await page.getByText('It is not done twice.').waitFor()
    await page.unroute('**/api/pool/credit')
    await page.reload()
    await askToCredit(page, 'Giver Unsure')
    await credit(page)
    await page
      .getByText('This was already done, so it was not done twice. To do it once more, submit it again.')
      .waitFor()
    expect(await creditsOf('Giver Unsure')).toBe(1)

    // It is known now how it ended: the same again is another credit.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await askToCredit(page, 'Giver Unsure')
    await credit(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await creditsOf('Giver Unsure')).toBe(2)
  })
})

test('other content after an uncertain end is another submit, and sign-out leaves nothing of them', async () => {
  await portal.as('FUND_ADMIN', { name: 'credit-other' }, async ({ page }) => {
    const keys: (string | undefined)[] = []
    await page.goto(`${portal.url}/fmoh/finance-and-accounting/funds`)
    await page.route('**/api/pool/credit', (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      return as503(route)
    })
    for (const benefactor of ['Giver One', 'Giver Two', 'Giver One']) {
      await askToCredit(page, benefactor)
      await credit(page)
      await page.getByText('It is not done twice.').waitFor()
      await leaveDialog(page)
    }
    expect(keys[0]).toBe(keys[2])
    expect(keys[0]).not.toBe(keys[1])
    await page.getByRole('button', { name: /profile and sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Email').waitFor()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Giver')
  })
})

test('a cut says that it may have been saved, and that sending it again changes nothing', async () => {
  await portal.as('FUND_ADMIN', { name: 'credit-cut' }, async ({ page }) => {
    await page.goto(`${portal.url}/fmoh/finance-and-accounting/funds`)
    await loseAnswers(page, (route) => route.abort('connectionreset'))
    await askToCredit(page, 'Giver Cut')
    await credit(page)
    const whole =
      'Unable to send request. Ensure you have strong internet connection. Sending it again is safe: nothing is saved twice.'
    await page.getByText(whole).waitFor()
    await leaveDialog(page)
    await page.getByRole('region', { name: 'Movements of funds' }).getByText('Giver Cut').waitFor()
    expect(await creditsOf('Giver Cut')).toBe(1)
  })
})

test('what is done is said to be done while the lists cannot be read', async () => {
  await portal.as('FUND_ADMIN', { name: 'credit-reads-held' }, async ({ page }) => {
    await page.goto(`${portal.url}/fmoh/finance-and-accounting/funds`)
    await askToCredit(page, 'Giver Held')
    // No read is answered any more.
    await page.route('**/api/**', (route) => (isWrite(route) ? route.continue() : undefined))
    await credit(page)
    await page.getByText('Pool has been credited').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
