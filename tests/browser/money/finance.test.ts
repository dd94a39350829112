import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Done } from '#api/contracts/done.ts'
import { type Bill, CHAIN_PEOPLE, type Ministry, ministryOf, step } from '#tests/api/money/payments/ministry.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { dateText, today } from '#web/ui/dates.ts'
import { boxOf, rowOf } from './report-page.ts'

const SUMMARY = '/fmoh/finance-and-accounting/billing-summary'
const [DAY, DAY_TEXT] = [today(), dateText(today())]

let portal: Portal
let ministry: Ministry
let [paid, fresh, disputed, elsewhere, initiated]: Bill[] = []
const must = (bill: Bill | undefined): Bill => {
  if (bill === undefined) throw new Error('There is no such bill')
  return bill
}
beforeAll(async () => {
  portal = await startPortal()
  ministry = await ministryOf(portal.demo, portal.url)
  paid = await ministry.billServices(1)
  for (const role of CHAIN_PEOPLE) await step(ministry, role, [paid])
  initiated = await ministry.billDrugs(3)
  await step(ministry, 'FINANCE', [initiated])
  fresh = await ministry.billServices(2)
  disputed = await ministry.billServices(3)
  const finance = await ministry.as('FINANCE')
  await finance.post('/api/transactions/dispute', Done, { transaction_id: disputed.id, comment: 'Not given' })
  elsewhere = await ministry.billServices(4, 2)
})
afterAll(() => portal.end())

const pull = async (page: Page, verb: string) => {
  await page.getByRole('textbox', { name: 'Start date' }).fill(DAY_TEXT)
  await page.getByRole('textbox', { name: 'End date' }).fill(DAY_TEXT)
  await page.getByRole('button', { name: verb, exact: true }).click()
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const hospitals = (page: Page) => page.getByRole('region', { name: 'Hospitals, NGN' })

test('the finance summary asks for both days, then shows numbered bills, hospitals with their totals, and disputes in words', async () => {
  await portal.as('FINANCE', { name: 'finance-summary', at: SUMMARY }, async ({ page, problems }) => {
    await page.getByRole('button', { name: 'Pull record' }).click()
    await expect.poll(() => page.getByText('You must select a start and end date', { exact: true }).count()).toBe(2)
    expect(await page.getByRole('grid').count()).toBe(0)
    await pull(page, 'Pull record')
    await page.getByText('5 rows').waitFor()
    expect(new URL(page.url()).searchParams.get('from')).toBe(DAY)
    await page.getByRole('columnheader', { name: 'SN' }).waitFor()
    await expect
      .poll(() => page.locator('[col-id="sn"][role="gridcell"]').allTextContents())
      .toEqual(expect.arrayContaining(['1', '2', '3', '4', '5']))
    await rowOf(page, must(disputed)).getByText('DISPUTED').waitFor()
    // What is disputed is red as well: by an edge and a tint that other rows have not.
    const tint = (bill: Bill) =>
      rowOf(page, bill)
        .first()
        .evaluate((row) => getComputedStyle(row).backgroundColor)
    expect(await tint(must(disputed))).not.toBe(await tint(must(fresh)))

    const own = hospitals(page).getByRole('row').filter({ hasText: 'Ahmadu' })
    await own.getByText('PARTLY SPLIT').waitFor()
    const unsplit = () => hospitals(page).getByRole('row').filter({ hasText: 'UNSPLIT' }).count()
    await expect.poll(unsplit, { message: 'payment_initiated_on null -> show -> unsplit' }).toBe(1)
    const sums = await hospitals(page).getByRole('row').last().textContent()
    const total = /NGN\s*([\d,.]+)/.exec(sums ?? '')?.[1] ?? 'no total'
    await expect.poll(async () => (await page.getByRole('grid').textContent())?.includes(total)).toBe(true)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'finance-summary')

    // Drugs alone.
    await page.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: 'Drugs' }).click()
    await page.getByRole('button', { name: 'Pull record' }).click()
    await page.getByText('1 row', { exact: false }).first().waitFor()
    const split = () => hospitals(page).getByText('SPLIT', { exact: true }).count()
    await expect.poll(split, { message: 'payment_initiated_on set -> show -> split' }).toBe(1)
    const off = page.getByRole('button', { name: /^Initiate payment of Ahmadu/ })
    expect(await off.isDisabled()).toBe(true)
    expect(problems).toEqual([])
  })
})

test('a period that mixes split and unsplit transactions warns to choose another; one that does not is paid for', async () => {
  await portal.as(
    'FINANCE',
    { name: 'finance-pay', at: `${SUMMARY}?from=${DAY}&to=${DAY}` },
    async ({ page, problems }) => {
      await page.getByRole('button', { name: /^Initiate payment of Ahmadu/ }).click()
      const warning = dialog(page, 'Choose another period')
      await warning.getByText(/whose payment is initiated already, and others whose payment is not/).waitFor()
      expect(await axeProblems(page)).toEqual([])
      await warning.getByRole('button', { name: 'Close', exact: true }).last().click()
      await warning.waitFor({ state: 'detached' })

      await page
        .getByRole('row')
        .filter({ hasText: 'UNSPLIT' })
        .getByRole('button', { name: /^Initiate payment of/ })
        .click()
      const paying = dialog(page, 'Initiate payment')
      await paying.getByText(must(elsewhere).reference).first().waitFor()
      await paying.getByRole('button', { name: 'Initiate 1 transaction' }).click()
      await page.getByText('Payment approval has been initated.').waitFor()
      await paying.getByRole('button', { name: 'Finish' }).click()
      await expect.poll(() => hospitals(page).getByText('UNSPLIT', { exact: true }).count()).toBe(0)
      await rowOf(page, must(elsewhere)).getByText('INITIATED').waitFor()
      expect(problems).toEqual([])
    },
  )
})

test('who reads alone pulls the same record, pays for nothing, and it fits a phone in the dark', async () => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  await portal.as(
    'AUDITOR',
    { name: 'finance-phone', at: `${SUMMARY}?from=${DAY}&to=${DAY}`, options },
    async ({ page, problems }) => {
      await hospitals(page).waitFor()
      await page.getByText('5 rows').waitFor()
      expect(await page.getByRole('button', { name: /^Initiate payment/ }).count()).toBe(0)
      expect(await sidewaysScroll(page)).toBe(0)
      expect(await axeProblems(page)).toEqual([])
      await keepPicture(page, 'finance-phone')
      expect(problems).toEqual([])
    },
  )
})

test('a hospital pulls its own record with its wallet, opens a bill whole, and disputes one of them', async () => {
  await portal.as('COE_ADMIN', { name: 'own-record', at: '/coeadmin/billings' }, async ({ page, problems }) => {
    await page
      .getByRole('region', { name: /^Figures of/ })
      .getByText('Wallet balance')
      .waitFor()
    await page.getByRole('button', { name: 'Pull Record' }).click()
    const missing = page.getByText('You must select a start date and end date range', { exact: true })
    await expect.poll(() => missing.count()).toBe(2)
    await pull(page, 'Pull Record')
    await page.getByText('4 rows').waitFor()
    expect(await page.getByText(must(elsewhere).reference).count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'own-record')
    await page.getByRole('gridcell', { name: must(fresh).reference, exact: true }).click()
    const detail = dialog(page, 'Transaction Detail')
    await detail.getByText('Physician Comment').waitFor()
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Dispute ${must(fresh).reference}`, exact: true }).click()
    const form = dialog(page, 'Dispute Transaction')
    await form.getByLabel('Reason').fill('Billed twice')
    await form.getByRole('button', { name: 'Dispute' }).click()
    await page.getByText('Dispute has been raised on the transaction').waitFor()
    await page.getByRole('button', { name: `Resolve ${must(disputed).reference}`, exact: true }).click()
    await dialog(page, 'Resolve dispute').getByText('Not given').waitFor()
    expect(problems).toEqual([])
  })
})

test('the super administrator sees numbered bills of a whole period, no invoice to generate, and disputes and resolutions with their reasons', async () => {
  await portal.as('SUPER_ADMIN', { name: 'all-bills', at: '/superadmin/transactions' }, async ({ page, problems }) => {
    await page.getByText('5 rows').waitFor()
    const generate = page.getByRole('button', { name: 'Generate invoice' })
    expect(await generate.isDisabled()).toBe(true)
    await page.getByLabel(/^Only the CMD or staff of a hospital can generate an invoice/).focus()
    await page.getByRole('tooltip', { name: /^Only the CMD or staff of a hospital can generate an invoice/ }).waitFor()
    // What is off in a row says why when it is pressed, by key as well, and who could.
    await page.getByRole('button', { name: `Resolve ${must(disputed).reference}, not possible now` }).press('Enter')
    await page
      .getByText(/^Only the hospital that billed can resolve the dispute.+ could resolve the dispute\.$/)
      .waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    // It is told to be off, and can be pressed all the same.
    await page.getByRole('button', { name: `Dispute ${must(paid).reference}, not possible now` }).click({ force: true })
    await page.getByText(/^The bill is paid\. It can be disputed only before payment starts\.$/).waitFor()
    await keepPicture(page, 'all-bills')
    await page.goto(`${portal.url}/superadmin/transactions?from=2020-01-01`)
    await page.getByText('You must select a start date and end date range').waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
    expect(problems).toEqual([])
  })
})

test('a search without an answer says what may help', async () => {
  await portal.as('SUPPORT', { name: 'search-fails', at: '/support/transactions' }, async ({ page }) => {
    await page.route('**/api/transaction/search?*', (route) => route.abort())
    await page.getByLabel('Search With Transaction ID or patient CHF ID').fill(must(paid).reference)
    await page.keyboard.press('Enter')
    await page
      .getByText('A possible server error occured. Also make sure you have a stable internet before trying again.')
      .waitFor({ timeout: 30_000 })
  })
})

test('on the consolidated report what somebody may not do is off and says why: in its row, in a selection, and in the record', async () => {
  const nccp = await ministry.as('NCCP')
  const person = await ministry.as('FINANCE')
  // Who initiated it now recommends: not this one.
  await ministry.transfer(person.person, 'NCCP')
  await portal.as(
    'FINANCE',
    { name: 'why-not', at: '/payments/consolidated_report?status=' },
    async ({ page, problems }) => {
      const off = page.getByRole('button', { name: `Recommend ${must(initiated).reference}, not possible now` })
      await off.press('Enter')
      await page.getByText(/initiated it and cannot act on it again\. .+ could recommend it\.$/).waitFor()
      await keepPicture(page, 'why-not-row')
      await page.keyboard.press('Escape')
      expect(await off.textContent()).toBe('You initiated it')
      expect(await (await boxOf(page, must(initiated))).isDisabled()).toBe(true)
      await page.getByRole('gridcell', { name: must(initiated).reference, exact: true }).click()
      const detail = dialog(page, 'Transaction Detail')
      await detail.getByRole('button', { name: 'What can I do?' }).press('Enter')
      const acts = page.getByRole('list', { name: 'What you can do' })
      await acts.getByText('You do not have the right to approve payments.', { exact: false }).first().waitFor()
      expect(await acts.getByRole('listitem').count()).toBe(11)
      expect(await axeProblems(page)).toEqual([])
      await keepPicture(page, 'why-not-record')
      expect(problems).toEqual([])
    },
  )
  await ministry.transfer(person.person, 'FINANCE')
  await portal.as(
    nccp.person.role,
    { name: 'why-may', at: '/payments/consolidated_report' },
    async ({ page, problems }) => {
      await page.getByRole('button', { name: `Recommend ${must(initiated).reference}`, exact: true }).waitFor()
      await page.goto(`${portal.url}/payments/consolidated_report?status=billed`)
      await page
        .getByRole('button', { name: `What can I do with ${must(fresh).reference}` })
        .or(page.getByText('No data available'))
        .first()
        .waitFor()
      expect(problems).toEqual([])
    },
  )
})
