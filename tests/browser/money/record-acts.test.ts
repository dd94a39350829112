import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { InvoiceDone } from '#api/money/contracts/invoice.ts'
import { type Ministry, ministryOf, step } from '#tests/api/money/payments/ministry.ts'
import { axeProblems, keepPicture } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
let ministry: Ministry
beforeAll(async () => {
  portal = await startPortal()
  ministry = await ministryOf(portal.demo, portal.url)
})
afterAll(() => portal.end())

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
/** The numbers of a list's rows from the top, as a person reads them. */
const numbers = async (page: Page, kind: RegExp) => {
  await page.getByRole('gridcell', { name: kind }).first().waitFor()
  return page.getByRole('gridcell', { name: kind }).allInnerTexts()
}
const isShown = (record: Locator, number: string) =>
  record
    .getByText(new RegExp(`^\\w+ ${number}`))
    .first()
    .waitFor()

test('a bill that is opened offers its step and its return with a reason, then the next one of its queue', async () => {
  for (const quantity of [1, 2, 3]) await ministry.billServices(quantity)
  await portal.as('FINANCE', { name: 'record-bill' }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/payments/consolidated_report`)
    const [first = '', second = '', third = ''] = await numbers(page, /^TRX-/)
    await page.getByRole('gridcell', { name: first, exact: true }).click()
    const record = dialog(page, 'Transaction Detail')
    await record.getByRole('button', { name: 'Initiate' }).click()
    const asked = dialog(page, 'Initiate payment')
    await asked.getByText(new RegExp(`for transaction ${first}`)).waitFor()
    await asked.getByRole('button', { name: 'Initiate 1 transaction' }).click()
    await asked.getByText('Done for 1 transaction').waitFor()
    expect((await axeProblems(page)).filter((text) => !text.includes('partially obscured'))).toEqual([])
    await asked.getByRole('button', { name: 'Open the next one' }).click()
    await isShown(record, second)
    await record.getByRole('button', { name: 'Next' }).click()
    await isShown(record, third)
    expect((await axeProblems(page)).filter((text) => !text.includes('partially obscured'))).toEqual([])
    await keepPicture(page, 'record-bill')
    // What was passed over comes again at the end, what was done does not.
    await record.getByRole('button', { name: 'Next' }).click()
    await isShown(record, second)
    await page.keyboard.press('Escape')
    await record.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/payments/consolidated_report')
    expect(problems).toEqual([])
  })
  await portal.as('NCCP', { name: 'record-return', at: '/payments/consolidated_report' }, async ({ page }) => {
    const [only = ''] = await numbers(page, /^TRX-/)
    await page.getByRole('gridcell', { name: only, exact: true }).click()
    const record = dialog(page, 'Transaction Detail')
    await record.getByRole('button', { name: 'Return' }).click()
    const asked = dialog(page, 'Return payment')
    await asked.getByLabel('Reason for the return').fill('The quantity does not match the order')
    await asked.getByRole('button', { name: 'Return 1 transaction' }).click()
    await asked.getByText('Done for 1 transaction').waitFor()
    expect(await asked.getByRole('button', { name: 'Open the next one' }).count()).toBe(0)
    await asked.getByRole('button', { name: 'Finish' }).click()
    await record.getByText('The quantity does not match the order').first().waitFor()
  })
})

test('whatever led to a bill: the search leads to what is ready, and a bill of others says why and leads on', async () => {
  const bills = [await ministry.billServices(4), await ministry.billServices(5)]
  const [mine, taken] = [bills[0] ?? never(), bills[1] ?? never()]
  await step(ministry, 'FINANCE', [taken])
  await portal.as('NCCP', { name: 'record-search', second: 2, at: '/dashboard' }, async ({ page }) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').or(page.getByRole('searchbox')).last().fill(mine.reference)
    await page.getByRole('option', { name: mine.reference }).or(page.getByText(mine.reference)).first().click()
    const record = dialog(page, 'Transaction Detail')
    await isShown(record, mine.reference)
    expect(await record.getByRole('button', { name: 'Recommend' }).isDisabled()).toBe(true)
    await record.getByRole('button', { name: 'Next' }).click()
    await isShown(record, taken.reference)
    await expect.poll(() => record.getByRole('button', { name: 'Recommend' }).isEnabled()).toBe(true)
  })
})

test('a payment that is opened leads on to the next one that waits for the reader', async () => {
  for (const quantity of [6, 7]) await step(ministry, 'FINANCE', [await ministry.billServices(quantity)])
  await portal.as('NCCP', { name: 'record-payment', at: '/payments?status=payment+initiated' }, async ({ page }) => {
    const [first = '', second = ''] = await numbers(page, /^PAY-/)
    await page.getByRole('gridcell', { name: first, exact: true }).click()
    const record = dialog(page, 'Payment')
    await record.getByRole('button', { name: 'Recommend' }).click()
    const asked = dialog(page, 'Recommend payment')
    await asked.getByRole('button', { name: /^Recommend 1/ }).click()
    await asked.getByRole('button', { name: 'Open the next one' }).click()
    await isShown(record, second)
  })
})

test('an invoice that is opened leads on to the next one that waits for the reader', async () => {
  const head = await ministry.as('COE_STAFF')
  const period = { startDate: ministry.today, endDate: ministry.today }
  for (const quantity of [8, 9]) {
    await ministry.billServices(quantity)
    await head.post('/api/coes/invoice', InvoiceDone, period)
  }
  await portal.as('COE_ADMIN', { name: 'record-invoice', at: '/cmd/invoice' }, async ({ page, problems }) => {
    const [first = '', second = ''] = await numbers(page, /^INV-/)
    await page.getByRole('gridcell', { name: first, exact: true }).click()
    const record = dialog(page, 'Invoice')
    await record.getByRole('button', { name: 'Return' }).click()
    const back = dialog(page, 'Return invoice')
    await back.getByLabel('Reason for the return').fill('The period is that of last month')
    await back.getByRole('button', { name: 'Return 1 invoice' }).click()
    await back.getByRole('button', { name: 'Open the next one' }).click()
    await isShown(record, second)
    await keepPicture(page, 'record-invoice')
    await record.getByRole('button', { name: 'Approve' }).click()
    const asked = dialog(page, 'Approve invoice')
    await asked.getByRole('button', { name: /^Approve 1/ }).click()
    await asked.getByText('Done for 1 invoice').waitFor()
    expect(await asked.getByRole('button', { name: 'Open the next one' }).count()).toBe(0)
    await asked.getByRole('button', { name: 'Finish' }).click()
    expect(problems).toEqual([])
  })
})

function never(): never {
  throw new Error('There is such a bill')
}
