import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPatient } from '#tests/api/money/billing/hospital.ts'
import { dispute, generate } from '#tests/api/money/invoices/invoicing.ts'
import { ministryOf, step } from '#tests/api/money/payments/ministry.ts'
import { keepPicture } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { csvLines } from '#tests/support/csv-lines.ts'
import { sourceFiles, textOf } from '#tests/support/source-files.ts'
import { today } from '#web/ui/dates.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  const ministry = await ministryOf(portal.demo, portal.url)
  await ministry.billServices(1)
  await generate(ministry)
  const [disputed, initiated] = [await ministry.billServices(2), await ministry.billServices(1)]
  await dispute(ministry, disputed)
  await step(ministry, 'FINANCE', [initiated])
  await portal.demo.context.caughtUp(await portal.demo.context.log.head())
})
afterAll(() => portal.end())

const GRIDS = [
  { role: 'SUPER_ADMIN', path: '/superadmin/transactions', label: 'Transactions', buttons: 1 },
  { role: 'COE_ADMIN', path: '/superadmin/billings', label: 'Billing history' },
  { role: 'COE_STAFF', path: '/coestaff/billings', label: 'Bills' },
  { role: 'AUDITOR', path: `/report/patient/${demoPatient()}/billings`, label: 'Patient billing history' },
  { role: 'FINANCE', path: '/payments/consolidated_report?status=', label: 'Billings', buttons: 1 },
  { role: 'FINANCE', path: '/payments', label: 'Payments' },
  { role: 'FINANCE', path: '/fmoh/finance-and-accounting', label: 'Payments per hospital' },
  { role: 'FUND_ADMIN', path: '/fmoh/finance-and-accounting/funds', label: 'Movements of funds' },
  { role: 'AUDITOR', path: '/ledger', label: 'Trial balance' },
  { role: 'AUDITOR', path: '/ledger', label: 'Accounts' },
  { role: 'AUDITOR', path: '/ledger/wallets/pool', label: 'Movements' },
]

test.each(GRIDS)('$label have the columns of their grid in the file', async ({ role, path, label, buttons = 0 }) => {
  await portal.as(role, { name: `columns-${label}` }, async ({ page }) => {
    await page.goto(`${portal.url}${path}`)
    const grid = page.getByRole('region', { name: label, exact: true })
    const headings = await headingsOf(page, grid)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      grid.getByRole('button', { name: 'CSV' }).click(),
    ])
    const [file = ''] = csvLines(await readFile(await download.path(), 'utf8'))
    const columns = headings.slice(0, headings.length - buttons)
    expect(columns.length).toBeGreaterThan(5)
    expect(file.split(',')).toEqual(columns)
  })
})

/** What the reader of each list came for: its columns up to this one stand on a laptop's screen (issue 10, point 12). */
const LAST_SEEN: Readonly<Record<(typeof GRIDS)[number]['label'], string>> = {
  Transactions: 'status',
  'Billing history': 'status',
  Bills: 'chf_id',
  'Patient billing history': 'created_at',
  Billings: 'coe_name',
  Payments: 'returned_total',
  'Payments per hospital': 'returned',
  'Movements of funds': 'status',
  'Trial balance': 'last_moved_at',
  Accounts: 'last_moved_at',
  Movements: 'balance',
}

test.each(GRIDS)(
  '$label show on a laptop what one came for, no heading, id, amount or date of it cut off, and their filters in one line',
  async ({ role, path, label }) => {
    await portal.as(role, { name: `fits-${label}` }, async ({ page }) => {
      // The wider screen cuts off nothing either.
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${portal.url}${path}`)
      await page.getByRole('region', { name: label, exact: true }).locator('.ag-header-cell').first().waitFor()
      expect(await page.getByRole('region', { name: label, exact: true }).evaluate(cutCells)).toEqual([])
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.goto(`${portal.url}${path}`)
      const grid = page.getByRole('region', { name: label, exact: true })
      await grid.locator('.ag-header-cell-text').filter({ hasText: /\S/ }).first().waitFor()
      const seen = () =>
        grid.evaluate((element, last) => {
          // Controls stand over the columns that are scrolled.
          const controls = element.querySelector('.ag-grid-pinned-right-cells')?.getBoundingClientRect()
          const edge = controls === undefined || controls.width === 0 ? innerWidth : controls.left
          const box = element.querySelector('.ag-root-wrapper')?.getBoundingClientRect()
          const cells = [...element.querySelectorAll('.ag-header-cell')].map((cell) => ({
            id: cell.getAttribute('col-id') ?? '',
            right: cell.getBoundingClientRect().right,
            isCut: [...cell.querySelectorAll('.ag-header-cell-text')].some(
              (text) => text.scrollWidth > text.clientWidth,
            ),
          }))
          const end = cells.find(({ id }) => id === last)?.right ?? Infinity
          const within = cells.filter(({ right }) => right <= end)
          return { isIn: end <= Math.min(edge, (box?.right ?? 0) + 1), cut: within.filter(({ isCut }) => isCut) }
        }, LAST_SEEN[label])
      await expect.poll(seen).toEqual({ isIn: true, cut: [] })
      expect(await page.getByRole('region', { name: label, exact: true }).evaluate(cutCells)).toEqual([])
      const bars = await page.getByRole('search', { name: 'Filter' }).evaluateAll((all) =>
        all.map((bar) => {
          const feet = [...(bar.firstElementChild?.children ?? [])]
            .map((one) => one.getBoundingClientRect())
            .filter(({ height }) => height > 0)
            .map(({ bottom }) => bottom)
          return Math.max(...feet) - Math.min(...feet)
        }),
      )
      for (const height of bars) expect(height).toBeLessThan(8)
    })
  },
)

const PULLED = `?from=${today()}&to=${today()}`
/** Every grid with buttons, which stand at the right edge: by the file that makes it. */
const WITH_BUTTONS = [
  { file: 'catalogue/categories/categories-screen', role: 'SUPER_ADMIN', path: '/category' },
  { file: 'catalogue/products/products-screen', role: 'SUPER_ADMIN', path: '/products' },
  { file: 'catalogue/services/services-screen', role: 'SUPER_ADMIN', path: '/services' },
  { file: 'people/holidays/holidays-screen', role: 'SUPER_ADMIN', path: '/superadmin/holidays' },
  { file: 'money/disputes/disputes-list', role: 'COE_ADMIN', path: '/coeadmin/dispute' },
  { file: 'money/invoices/invoices-list', role: 'COE_ADMIN', path: '/cmd/invoice' },
  {
    file: 'money/patient-billing/patient-billing-screen',
    role: 'COE_ADMIN',
    path: `/patients/${demoPatient()}/history`,
  },
  {
    file: 'money/payments/billing-summary-screen',
    role: 'FINANCE',
    path: `/fmoh/finance-and-accounting/billing-summary${PULLED}`,
  },
  { file: 'money/payments/consolidated-report-screen', role: 'FINANCE', path: '/payments/consolidated_report?status=' },
  { file: 'money/transactions/own-billings-screen', role: 'COE_ADMIN', path: `/coeadmin/billings${PULLED}` },
  { file: 'money/transactions/transactions-screen', role: 'SUPER_ADMIN', path: '/superadmin/transactions' },
]

test('every grid with buttons is looked at', () => {
  const screens = sourceFiles.filter((file) => file.startsWith('web/features/'))
  const made = screens.filter((file) => /<ActedList\b|\bcontrols=\{/.test(textOf(file)))
  expect(made.toSorted()).toEqual(WITH_BUTTONS.map(({ file }) => `web/features/${file}.tsx`).toSorted())
})

test.each(WITH_BUTTONS)(
  'no column covers another on a laptop with the menu open: $file',
  async ({ file, role, path }) => {
    await portal.as(role, { name: `covers-${path}` }, async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.goto(`${portal.url}${path}`)
      await page.getByRole('button', { name: 'Narrow the side menu' }).waitFor()
      await page.locator('.ag-row[row-index="0"] .ag-cell').first().waitFor()
      const grid = page.getByRole('region').filter({ has: page.locator('.ag-root-wrapper') })
      await expect.poll(() => grid.evaluate(coveredColumns)).toEqual([])
      await expect.poll(() => grid.evaluate(cutCells)).toEqual([])
      await keepPicture(page, `covers-${file.replace(/.*\//, '')}`)
    })
  },
)

/** Columns of a grid that stand in part behind its buttons. */
function coveredColumns(grid: Element): (string | null)[] {
  const edge = grid.querySelector('.ag-grid-pinned-right-cells')?.getBoundingClientRect().left ?? NaN
  if (!(edge > 0)) return ['no buttons']
  return [...grid.querySelectorAll('.ag-header-cell')]
    .filter((cell) => {
      const { left, right } = cell.getBoundingClientRect()
      return left < edge - 1 && right > edge + 1
    })
    .map((cell) => cell.textContent)
}

/** Headings, and amounts, dates and numbers (INV-2026-000045) of the rows in sight, that are not whole. A name may end in an ellipsis. */
const cutCells = (grid: Element) =>
  [...grid.querySelectorAll<HTMLElement>('.ag-header-cell-text, .ag-cell')]
    .filter((cell) => !cell.matches('.ag-cell:not(.whole)') || /[A-Z]{3}-\d/.test(cell.textContent ?? ''))
    .filter((cell) => cell.scrollWidth > cell.clientWidth)
    .map((cell) => cell.textContent)

test('a bill that is in a payment names it by its number, and leads to it', async () => {
  await portal.as(
    'AUDITOR',
    { name: 'payment-of-a-bill', at: '/superadmin/transactions' },
    async ({ page, problems }) => {
      const grid = page.getByRole('region', { name: 'Transactions', exact: true })
      await grid.locator('[role=row][row-index="0"] [col-id=item]').click()
      const bill = page.getByRole('dialog', { name: 'Transaction Detail' })
      await bill.getByRole('link', { name: /^PAY-\d{4}-\d{6}$/ }).click()
      const payment = page.getByRole('dialog', { name: 'Payment' })
      await payment
        .getByText(/PAY-\d{4}-\d{6}/)
        .first()
        .waitFor()
      expect(new URL(page.url()).pathname).toMatch(/^\/payments\/[0-9a-f-]{36}$/)
      expect(problems).toEqual([])
    },
  )
})

/** All columns that a grid can show: the first, which always stays, and those of its chooser. */
async function headingsOf(page: Page, grid: ReturnType<Page['getByRole']>): Promise<readonly string[]> {
  // Where rows can be selected or are numbered, the boxes and numbers stand before it; they are of the screen alone.
  const first = grid.locator('.ag-header-cell-text').filter({ hasText: /\S/, hasNotText: /^SN$/ }).first()
  const heading = await first.textContent()
  await grid.getByRole('button', { name: 'Columns' }).click()
  const choices = page.getByRole('menuitemcheckbox').filter({ hasNotText: /^Dates as/ })
  await choices.first().waitFor()
  const others = await choices.allTextContents()
  await page.keyboard.press('Escape')
  return [heading ?? '', ...others]
}
