import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bill, giveBack, type Ministry, ministryOf, step } from '#tests/api/money/payments/ministry.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
let ministry: Ministry
beforeAll(async () => {
  portal = await startPortal()
  ministry = await ministryOf(portal.demo, portal.url)
})
afterAll(() => portal.end())

const REPORT = '/payments/consolidated_report'

async function openReport(page: Page, query = ''): Promise<void> {
  await page.goto(`${portal.url}${REPORT}${query}`)
  await page.getByRole('heading', { level: 1, name: 'Consolidated billing summary report' }).waitFor()
}

/** The row of a bill in the grid, by what a person reads there. */
const rowOf = (page: Page, { reference }: Bill) => page.getByRole('row').filter({ hasText: reference })
/** AG Grid draws the pinned columns apart: the box stands in a row of the same index. */
async function select(page: Page, bills: readonly Bill[]): Promise<void> {
  for (const bill of bills) {
    const index = await rowOf(page, bill).first().getAttribute('row-index')
    await page
      .locator(`[row-index="${index ?? ''}"]`)
      .getByRole('checkbox')
      .first()
      .check()
  }
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })

const FIVE_SESSIONS_MS = 240_000
test(
  'finance, nccp, dhs, dfa and permsec each take their step on a selection',
  { timeout: FIVE_SESSIONS_MS },
  async () => {
    const bills = [await ministry.billServices(2), await ministry.billServices(3), await ministry.billServices(4, 2)]
    const chosen = bills.slice(0, 2)
    for (const [role, verb, message] of [
      ['FINANCE', 'Initiate', 'Payment approval has been initated.'],
      ['NCCP', 'Recommend', 'Payment has been recommended for approval'],
      ['DHS', 'Approve', 'Payment has been approved for disbursement'],
      ['DFA', 'DFA approve', 'Payment has been approved'],
      ['PERMSEC', 'Perm Sec approve', 'Payment has been disbursed'],
    ] as const) {
      await portal.as(role, { name: `chain-${role}`, at: '/dashboard' }, async ({ page, problems }) => {
        await page
          .getByRole('navigation', { name: 'Main' })
          .getByRole('link', { name: /Consolidated billing/ })
          .click()
        await rowOf(page, chosen[0] ?? never())
          .first()
          .waitFor()
        await select(page, chosen)
        await bar(page).getByText('2 selected').waitFor()
        await bar(page).getByText('75,000.00').waitFor()
        await bar(page).getByRole('button', { name: verb, exact: true }).click()
        const dialog = page.getByRole('dialog', { name: `${verb} payment` })
        await dialog.getByText(/75,000\.00 for 2 transactions of Ahmadu Bello University Teaching Hospital/).waitFor()
        const rows = dialog.getByRole('region', { name: 'What will happen' }).getByRole('row')
        await expect.poll(() => rows.count()).toBe(3)
        // What the dialog covers cannot be reached while it is open, however little of it looks out.
        expect((await axeProblems(page)).filter((text) => !text.includes('partially obscured'))).toEqual([])
        await dialog.getByRole('button', { name: `${verb} 2 transactions` }).click()
        await dialog.getByText('Done for 2 transactions').waitFor()
        await page.getByText(message, { exact: true }).waitFor()
        await dialog.getByRole('button', { name: 'Finish' }).click()
        await dialog.waitFor({ state: 'hidden' })
        await bar(page).waitFor({ state: 'hidden' })
        expect(problems).toEqual([])
      })
    }
    await portal.as('AUDITOR', { name: 'chain-paid' }, async ({ page }) => {
      await openReport(page, '?status=permsec+approved')
      for (const bill of chosen) await rowOf(page, bill).first().waitFor()
      expect(await page.getByRole('checkbox').count()).toBe(0)
      expect(await rowOf(page, bills[2] ?? never()).count()).toBe(0)
    })
  },
)

test('what cannot be done is told before, by name, and left out', async () => {
  const [fresh, taken] = [await ministry.billServices(1), await ministry.billServices(2)]
  await step(ministry, 'FINANCE', [taken])
  await portal.as('FINANCE', { name: 'left-out', second: 2 }, async ({ page }) => {
    await openReport(page, '?status=')
    await rowOf(page, fresh).first().waitFor()
    await select(page, [fresh, taken])
    await bar(page).getByRole('button', { name: 'Initiate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 transaction of the selection will be left out').waitFor()
    const refused = dialog.getByRole('row').filter({ hasText: taken.reference })
    await refused.getByText('Someone was faster: the transaction is already initiated').waitFor()
    await refused.getByText(/Initiated by Kabiru Musa/).waitFor()
    await dialog.getByRole('button', { name: 'Initiate 1 transaction' }).click()
    await dialog.getByText('Done for 1 transaction').waitFor()
  })
})

test('a bill is returned with a reason by keyboard alone, on a tablet', async () => {
  const bill = await ministry.billServices(1)
  await step(ministry, 'FINANCE', [bill])
  const options = { viewport: { width: 768, height: 1024 } }
  await portal.as('NCCP', { name: 'return-keyboard', options }, async ({ page }) => {
    await openReport(page, `?search=${bill.reference}`)
    await rowOf(page, bill).first().waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('columnheader', { name: 'TRX ID' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await bar(page).getByText('1 selected').waitFor()
    await bar(page).getByRole('button', { name: 'Return' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Return payment' })
    const reason = dialog.getByLabel('Reason for the return')
    await reason.waitFor()
    // Nobody sees it, so it is none, and nothing is sent.
    await reason.fill('\u200b \u2060')
    await dialog.getByRole('button', { name: 'Return 1 transaction' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('A reason is required').waitFor()
    expect(await reason.getAttribute('aria-invalid')).toBe('true')
    await reason.focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('The quantity does not match the order')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog.getByText('Done for 1 transaction').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })
  expect(await step(ministry, 'FINANCE', [bill])).toMatchObject({ done: 1 })
})

test('a payment opens at its own URL with who acted, its shares and the step that waits', async () => {
  const bills = [await ministry.billServices(3), await ministry.billServices(1)]
  const { payment_id: paymentId } = await step(ministry, 'FINANCE', bills)
  await giveBack(await ministry.as('NCCP'), bills.slice(1), 'Not this one')
  await portal.as('NCCP', { name: 'payment-detail', second: 2 }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/payments/${paymentId ?? ''}`)
    const detail = page.getByRole('dialog', { name: 'Payment' })
    await detail.getByText('Kabiru Musa').waitFor()
    await detail.getByRole('link', { name: bills[0]?.reference ?? '' }).waitFor()
    expect(await detail.getByRole('link', { name: bills[1]?.reference ?? '' }).count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await detail.getByRole('button', { name: 'Recommend' }).click()
    const ask = page.getByRole('dialog', { name: 'Recommend payment' })
    await ask.getByRole('button', { name: 'Recommend 1 transaction' }).click()
    await ask.getByText('Done for 1 transaction').waitFor()
    await ask.getByRole('button', { name: 'Finish' }).click()
    await detail.getByText('Femi Adebayo').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/payments')
    expect(problems).toEqual([])
  })
})

test('the finance and accounting report says so when nothing was initiated', async () => {
  await portal.as('ANALYST', { name: 'no-payment' }, async ({ page }) => {
    await page.goto(`${portal.url}/fmoh/finance-and-accounting?from=2020-01-01&to=2020-01-31`)
    await page.getByText('No Payment initiated at this time').waitFor()
    expect(await axeProblems(page)).toEqual([])
  })
})

test.each([
  ['/payments', 'light'],
  [REPORT, 'dark'],
] as const)('%s fits a phone in %s and passes axe', async (path, colorScheme) => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme }
  await portal.as('AUDITOR', { name: `phone${path}`, options }, async ({ page }) => {
    await page.goto(`${portal.url}${path}`)
    await page.getByRole('row').nth(1).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
  })
})

test.each(['light', 'dark'] as const)(
  'on a phone a step says of each bill what will happen, in %s',
  async (colorScheme) => {
    const bill = await ministry.billServices(2)
    const options = { viewport: { width: 360, height: 740 }, colorScheme }
    await portal.as('FINANCE', { name: `phone-step-${colorScheme}`, options }, async ({ page }) => {
      await openReport(page)
      await select(page, [bill])
      await bar(page)
        .getByRole('button', { name: /^Initiate/ })
        .click()
      const outcomes = page.getByRole('region', { name: 'What will happen' })
      await outcomes.getByText('INITIATED').first().waitFor()
      const [whole, status] = [
        await outcomes.boundingBox(),
        await outcomes.getByText('INITIATED').first().boundingBox(),
      ]
      expect((status?.x ?? 0) + (status?.width ?? 0)).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0))
      expect(await outcomes.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      // What the dialog covers cannot be reached while it is open.
      expect((await axeProblems(page)).filter((text) => !text.includes('partially obscured'))).toEqual([])
      await keepPicture(page, `phone-step-${colorScheme}`)
    })
  },
)

function never(): never {
  throw new Error('There is such a bill')
}
