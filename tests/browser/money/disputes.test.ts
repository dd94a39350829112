import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BilledAnswer } from '#api/money/contracts/billing.ts'
import { CONSULTATION, demoPatient, fund, OWN } from '#tests/api/money/billing/hospital.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
const references: string[] = []
beforeAll(async () => {
  portal = await startPortal()
  await fund(portal.demo, demoPatient(), OWN, 500_000_00)
  for (const quantity of [1, 2]) {
    const services = [{ service_id: CONSULTATION, quantity }]
    const staff = await portal.demo.as('COE_STAFF')
    const billed = await staff.post('/api/coestaff/billings', { patient_id: demoPatient(), services })
    references.push(BilledAnswer.parse(billed.json()).data.transaction_id)
  }
})
afterAll(() => portal.end())

const open = async (page: Page, path: string, heading: string) => {
  await page.goto(`${portal.url}${path}`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a bill is disputed by keyboard from the list of transactions, and from the search; both rows are marked', async () => {
  const [first = '', second = ''] = references
  await portal.as('FINANCE', { name: 'dispute-raise' }, async ({ page, problems }) => {
    await open(page, '/superadmin/transactions', 'Transactions')
    await page.getByRole('button', { name: `Dispute ${first}` }).focus()
    await page.keyboard.press('Enter')
    const form = dialog(page, 'Dispute Transaction')
    await form.getByLabel('Reason').waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Dispute ${first}` }).press('Enter')
    await form.getByRole('button', { name: 'Dispute' }).click()
    await form.getByText('Say why you dispute this bill').waitFor()
    await form.getByLabel('Reason').fill('It was not given')
    expect(await axeProblems(page)).toEqual([])
    await form.getByLabel('Reason').press('Tab')
    await form.getByRole('button', { name: 'Dispute' }).press('Enter')
    await page.getByText('Dispute has been raised on the transaction').waitFor()
    const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
    await rowOf(first).getByText('DISPUTED').waitFor()
    const tint = (text: string) =>
      rowOf(text)
        .first()
        .evaluate((row) => getComputedStyle(row).backgroundColor)
    expect(await tint(first), 'none -> raise -> open (transaction disputed, row highlighted)').not.toBe(
      await tint(second),
    )
    await page
      .getByRole('button', { name: `Resolve ${first}, not possible now` })
      .or(page.getByRole('button', { name: `Resolve ${first}`, exact: true }))
      .waitFor()

    await open(page, '/transactions/dispute', 'Disputes')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('You must enter a transaction ID to search').waitFor()
    const disputeSecond = async () => {
      await page.getByLabel('Search With Transaction ID or patient CHF ID').fill(second)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: `Dispute ${second}` }).click()
    }
    await disputeSecond()
    await form.getByLabel('Reason').fill('Billed twice')
    const chart = { name: 'chart.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') }
    await form.getByLabel('Attach a file').setInputFiles(chart)
    await form.getByText('Attached', { exact: true }).waitFor()
    // What was attached is there again, as the text is.
    await page.reload()
    await disputeSecond()
    await form.getByText('Attached', { exact: true }).waitFor()
    expect(await form.getByLabel('Document name').inputValue()).toBe('chart')
    expect(await form.getByLabel('Reason').inputValue()).toBe('Billed twice')
    await form.getByRole('button', { name: 'Dispute' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByText('2 rows').waitFor()
    await page.getByRole('columnheader', { name: 'SN' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'disputes')
    expect(problems).toEqual([])
  })
})

test('a disputed bill cannot be selected for a step, and says so in words', async () => {
  await portal.as('FINANCE', { name: 'dispute-blocked' }, async ({ page, problems }) => {
    await open(page, '/payments/consolidated_report?status=disputed', 'Consolidated billing summary report')
    await page.getByText('2 rows').waitFor()
    await expect.poll(() => page.getByRole('row').getByRole('checkbox', { disabled: true }).count()).toBeGreaterThan(0)
    const chip = page.getByRole('row').locator('[data-meaning="stopped"]', { hasText: 'DISPUTED' })
    const acts = page.getByRole('button', { name: /^Initiate/ })
    expect([await chip.count(), await acts.count()], 'open -> show -> danger, action hidden').toEqual([2, 0])
    expect(problems).toEqual([])
  })
})

test('the report of payments says how much disputes hold up', async () => {
  await portal.as('FINANCE', { name: 'dispute-report' }, async ({ page, problems }) => {
    await open(page, '/fmoh/finance-and-accounting', 'Finance and accounting payment report')
    await page.getByRole('columnheader', { name: /^Disputed/ }).waitFor()
    await page.getByRole('gridcell', { name: '45,000.00' }).first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'dispute-report')
    expect(problems).toEqual([])
  })
})

test('the hospital is told at home, sees what was billed, and says that one stands and the other goes back', async () => {
  const [first = '', second = ''] = references
  await portal.as('COE_ADMIN', { name: 'dispute-resolve' }, async ({ page, problems }) => {
    await open(page, '/dashboard', 'Dashboard')
    await page.getByText('2 bills of your hospital are disputed').waitFor()
    await page.getByRole('link', { name: 'See the disputes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Transaction disputes' }).waitFor()
    await page.getByRole('button', { name: `View Services: ${first}` }).click()
    const services = dialog(page, `Dispute Services: ${first}`)
    await services.getByText('Quantity').waitFor()
    await page.keyboard.press('Escape')
    await services.waitFor({ state: 'detached' })

    await open(page, '/coeadmin/dispute', 'Transaction disputes')
    const form = dialog(page, 'Resolve dispute')
    await page.getByRole('button', { name: `Resolve: ${first}` }).click()
    await form.getByText('It was not given').waitFor()
    expect(await form.getByRole('radio', { name: 'Withdraw the dispute' }).isDisabled()).toBe(true)
    expect(await axeProblems(page)).toEqual([])
    await form.getByRole('button', { name: 'Resolve: the bill is right' }).click()
    await page.getByText('Dispute has been resolved: the bill is right').waitFor()

    await page.getByRole('button', { name: `Resolve: ${second}` }).click()
    await form.getByRole('radio', { name: 'Reverse the bill' }).check()
    await form.getByText('is returned from the money owed to').waitFor()
    await form.getByRole('button', { name: 'Reverse the bill' }).click()
    await form.getByText('Say why').waitFor()
    await form.getByLabel('Reason').fill('It was billed twice')
    await form.getByRole('button', { name: 'Reverse the bill' }).click()
    await page.getByText('The bill has been reversed').waitFor()
    // The screen is the queue; what has ended is in it when it is asked for.
    await page.getByRole('row').filter({ hasText: second }).waitFor({ state: 'detached' })
    // The spec's columns stand before it, and what can be done over it.
    await page.setViewportSize({ width: 1920, height: 800 })
    await open(page, '/coeadmin/dispute?status=', 'Transaction disputes')
    await page.getByRole('row').filter({ hasText: second }).getByText('REVERSED').waitFor()
    const chip = page.getByRole('row').filter({ hasText: first }).locator('[data-meaning]')
    const shown = async () => [await chip.textContent(), await chip.getAttribute('data-meaning')]
    expect(await shown(), 'resolved -> show -> success').toEqual(['RESOLVED', 'done'])
    await page.getByRole('gridcell', { name: second, exact: true }).click()
    await dialog(page, 'Transaction Detail').getByText('Reversed after a dispute').waitFor()
    expect(await axeProblems(page)).toEqual([])
    // What stands can be disputed again, from the patient's history too.
    await open(page, `/report/patient/${demoPatient()}/billings`, 'Patient billing history')
    await page.getByRole('button', { name: `Dispute ${first}` }).waitFor()
    await page.getByRole('button', { name: `Dispute ${second}, not possible now` }).waitFor()
    expect(problems).toEqual([])
  })
})

test('the lists of disputes fit a phone in the dark, to read alone for all hospitals', async () => {
  const visit = {
    name: 'dispute-phone',
    options: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  } as const
  await portal.as('SUPER_ADMIN', visit, async ({ page, problems }) => {
    for (const [path, heading] of [
      ['/superadmin/transactions/dispute', 'Transaction disputes'],
      ['/support/transactions', 'Transactions search'],
    ] as const) {
      await open(page, path, heading)
      expect(await sidewaysScroll(page)).toBe(0)
      expect(await axeProblems(page)).toEqual([])
    }
    expect(await page.getByRole('button', { name: /^Resolve/ }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})
