import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_AMOUNT } from '#domain/kernel/money.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { addService, choosePatient } from './money/billing-page.ts'
import { type Portal, startPortal } from './portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

/** The session is refused from now on, as one that has run out or was ended elsewhere. */
async function endSession(page: Page) {
  await page.evaluate(() => {
    const kept: unknown = JSON.parse(localStorage.getItem('chf.session') ?? '{}')
    localStorage.setItem('chf.session', JSON.stringify({ ...Object(kept), token: 'ended-elsewhere' }))
  })
  await page.reload()
  await page.getByText('Your session has ended.').waitFor()
}

async function signIn(page: Page, role: string) {
  await page.getByLabel('Email').fill(personOf(role).email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /: profile and sign out$/ }).waitFor()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /: profile and sign out$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Email').waitFor()
}

test('what stands in a field and is no value stays as typed, says so, and holds its form up', async () => {
  await portal.as('FUND_ADMIN', { name: 'wrong-text', at: '/users/profile' }, async ({ page }) => {
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(request.url())
    })
    await page.getByRole('button', { name: 'Edit profile' }).click()
    const born = page.getByRole('textbox', { name: 'Date of birth' })
    for (const send of [
      () => page.keyboard.press('Enter'),
      () => page.getByRole('button', { name: 'Save profile' }).click(),
    ]) {
      await born.fill('31-2-1990')
      await send()
      await page.getByText(/^Type a date as d-m-yyyy/).waitFor()
      expect(await born.inputValue()).toBe('31-2-1990')
    }
    expect(writes).toEqual([])
  })
  await portal.as(
    'FUND_ADMIN',
    { name: 'wrong-amount', at: '/fmoh/finance-and-accounting/funds' },
    async ({ page }) => {
      await page.getByRole('button', { name: 'Credit the pool' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Benefactor' }).fill('Federal Ministry of Health')
      const amount = dialog.getByRole('textbox', { name: 'Amount' })
      for (const typed of ['1.250.000,00', '1250,50', '-500', '(500.00)', 'N2m']) {
        await amount.fill(typed)
        await page.keyboard.press('Enter')
        await dialog.getByText('Enter an amount in naira, like 1,250,000.00').waitFor()
        expect(await amount.inputValue()).toBe(typed)
      }
      await amount.fill('\u20a61 250 000')
      await page.keyboard.press('Enter')
      await page.getByText('1,250,000.00').waitFor()
    },
  )
})

test('Esc closes one layer, and asks before what was typed is lost', async () => {
  await portal.as('SUPER_ADMIN', { name: 'escape', at: '/coes' }, async ({ page }) => {
    await page.locator('.ag-row').first().click()
    const record = page.locator('.mantine-Drawer-content')
    await record.waitFor()
    await record.getByRole('button', { name: 'Deactivate' }).click()
    const reason = page.getByRole('textbox', { name: 'Why' })
    await reason.fill('Its accreditation has run out')
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
    await page.keyboard.press('Escape')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await reason.inputValue()).toBe('Its accreditation has run out')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await reason.waitFor({ state: 'detached' })
    expect(await record.count()).toBe(1)
    await page.keyboard.press('Escape')
    await record.waitFor({ state: 'detached' })
  })
})

test('a form is there again after the end of the session, for the same person alone', async () => {
  await portal.as('FUND_ADMIN', { name: 'draft', at: '/fmoh/finance-and-accounting/funds' }, async ({ page }) => {
    const open = () => page.getByRole('button', { name: 'Credit the pool' }).click()
    const benefactor = page.getByRole('dialog').getByRole('textbox', { name: 'Benefactor' })
    const amount = page.getByRole('dialog').getByRole('textbox', { name: 'Amount' })
    const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('chf.draft.')))
    await open()
    await benefactor.fill('A giver of means')
    // What is no amount yet is kept as it stands there.
    await amount.fill('25 thousand')
    await endSession(page)
    expect(await kept()).toHaveLength(2)
    await signIn(page, 'FUND_ADMIN')
    await page.waitForURL('**/funds')
    await open()
    expect(await benefactor.inputValue()).toBe('A giver of means')
    await expect.poll(() => amount.inputValue()).toBe('25 thousand')
    await page.keyboard.press('Enter')
    await page.getByText(NO_AMOUNT, { exact: true }).waitFor()
    await page.getByText(/^What you typed is here again/).waitFor()
    // Refused while the page stays open.
    await page.route('**/api/pool/credit', (route) =>
      route.fulfill({ status: 401, json: { message: 'Unauthenticated' } }),
    )
    await amount.fill('25000')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Credit pool' }).click()
    await page.getByText('Your session has ended.').waitFor()
    await signIn(page, 'FUND_ADMIN')
    await open()
    expect(await amount.inputValue()).toBe('25,000.00')
    await endSession(page)
    await signIn(page, 'AUDITOR')
    await expect.poll(kept).toEqual([])
    await signOut(page)
    await signIn(page, 'FUND_ADMIN')
    await page.goto(`${portal.url}/fmoh/finance-and-accounting/funds`)
    await open()
    expect(await benefactor.inputValue()).toBe('')
    await benefactor.fill('Another giver')
    expect(await kept()).toHaveLength(1)
    await page.reload()
    await signOut(page)
    expect(await kept()).toEqual([])
  })
})

test('half a date is there again after the end of the session', async () => {
  await portal.as('SUPER_ADMIN', { name: 'draft-date', at: '/superadmin/holidays' }, async ({ page }) => {
    const open = () => page.getByRole('button', { name: 'Add holiday' }).click()
    const day = page.getByRole('dialog').getByRole('textbox', { name: 'Day' })
    await open()
    await day.fill('31-2-')
    await endSession(page)
    await signIn(page, 'SUPER_ADMIN')
    await page.waitForURL('**/holidays')
    await open()
    await expect.poll(() => day.inputValue()).toBe('31-2-')
    await page.getByText(/^What you typed is here again/).waitFor()
    // A day takes its place, for good.
    await day.fill('1-10-2027')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).click()
    await page.reload()
    await open()
    expect(await day.inputValue()).toBe('1-10-2027')
  })
})

test('a drug is chosen only while it matches what is typed', async () => {
  await portal.as('PHARMACIST', { name: 'stale-drug' }, async ({ page }) => {
    await page.goto(`${portal.url}/coestaff/billing?tab=drugs`)
    await choosePatient(page, 'ngozi')
    const drug = page.getByRole('combobox', { name: 'Drug' })
    await drug.click()
    await page.getByRole('option').first().waitFor()
    await page.route('**/api/product?*', (route) => setTimeout(() => void route.continue(), 1_500))
    await drug.pressSequentially('tamox')
    expect(await page.getByRole('option').count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('table', { name: 'Lines of the bill' }).count()).toBe(0)
    await page.getByRole('option').first().waitFor()
    expect((await page.getByRole('option').allTextContents()).filter((name) => !/tamox/i.test(name))).toEqual([])
    expect(await drug.inputValue()).toBe('tamox')
  })
})

test('a service is billed only while it stands in its field', async () => {
  await portal.as('COE_STAFF', { name: 'stale-service', at: '/coestaff/billing' }, async ({ page }) => {
    await choosePatient(page, 'ngozi')
    const service = page.getByRole('combobox', { name: 'Service' })
    await service.fill('imaging')
    await page.getByRole('option').first().click()
    await service.fill('zzzz')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Choose one from the list').waitFor()
    expect(await page.getByRole('table', { name: 'Lines of the bill' }).count()).toBe(0)
    expect(await service.inputValue()).toBe('zzzz')
  })
})

test('a bill is there again after the end of the session', async () => {
  await portal.as('COE_STAFF', { name: 'bill-draft', at: '/coestaff/billing' }, async ({ page }) => {
    await choosePatient(page, 'ngozi')
    await addService(page, '2')
    const lines = page.getByRole('table', { name: 'Lines of the bill' })
    await lines.waitFor()
    await endSession(page)
    await signIn(page, 'COE_STAFF')
    await expect.poll(() => lines.getByLabel(/^Quantity of/).inputValue()).toBe('2')
    await signOut(page)
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('chf.bill.')))).toEqual(
      [],
    )
  })
})
