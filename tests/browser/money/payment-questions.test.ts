import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Bill,
  CHAIN_PEOPLE,
  giveBack,
  type Ministry,
  ministryOf,
  step,
} from '#tests/api/money/payments/ministry.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { bar } from './report-page.ts'

let portal: Portal
let ministry: Ministry
beforeAll(async () => {
  portal = await startPortal()
  ministry = await ministryOf(portal.demo, portal.url)
})
afterAll(() => portal.end())

test('all that matches is read bill by bill before the step, page by page as the server lists it', async () => {
  const bills: Bill[] = []
  for (let made = 0; made < 14; made += 1) bills.push(await ministry.billServices(1))
  await portal.as('FINANCE', { name: 'read-all' }, async ({ page, problems }) => {
    const pages: string[] = []
    // Pages of two, so that fourteen bills are many.
    await page.route(/\/consolidated\?.*as_of_position=/, async (route) => {
      pages.push(route.request().url())
      await route.continue({ url: route.request().url().replace('limit=100', 'limit=2') })
    })
    await page.goto(`${portal.url}/payments/consolidated_report`)
    await page.getByRole('row').getByRole('checkbox').nth(1).check()
    await bar(page)
      .getByRole('button', { name: /^Select all \d+ that match$/ })
      .click()
    await bar(page).getByRole('button', { name: 'Review one by one' }).click()
    const reading = page.getByRole('dialog', { name: 'Read before you decide' })
    await reading.getByText('1 of 14').waitFor()
    await expect.poll(() => pages.length).toBe(6)
    const seen = new Set<string>()
    for (let place = 1; place <= 14; place += 1) {
      await reading.getByText(`${place} of 14`).waitFor()
      await reading.getByText('No documents attached').waitFor()
      await expect
        .poll(async () => seen.add((await reading.getByText(/TRX-/).first().textContent()) ?? '').size)
        .toBe(place)
      if (place === 1) expect(pages).toHaveLength(6)
      if (place < 14) await reading.getByRole('button', { name: 'Next' }).click()
    }
    expect(pages).toHaveLength(7)
    expect(await reading.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
    await reading.getByRole('button', { name: 'Initiate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Initiate payment' })
    await dialog.getByRole('button', { name: 'Initiate 14 transactions' }).click()
    await dialog.getByText('Done for 14 transactions').waitFor()
    expect(problems).toEqual([])
  })
})

test.each([
  [1280, 'light'],
  [360, 'dark'],
] as const)(
  'what each hospital is still to be paid leads to its months, payments and bills (%i px)',
  async (width, colorScheme) => {
    const [paid, back] = [[await ministry.billServices(2)], [await ministry.billServices(3)]]
    await step(ministry, 'FINANCE', [...paid, ...back])
    await giveBack(await ministry.as('NCCP'), back, 'Not this one')
    for (const role of CHAIN_PEOPLE.slice(1)) await step(ministry, role, paid)
    const options = { viewport: { width, height: 740 }, colorScheme }
    await portal.as('AUDITOR', { name: `hospital-periods-${width}`, options }, async ({ page, problems }) => {
      await page.goto(`${portal.url}/fmoh/finance-and-accounting`)
      const hospital = page
        .locator('[role=row][row-index="0"] [col-id=coe_name], [role=table] [role=row] button')
        .first()
      await hospital.waitFor()
      if (width === 1280)
        for (const heading of ['Opening balance', 'Billed', 'Paid', 'Closing balance', 'Returned'])
          expect(await page.getByRole('columnheader', { name: `${heading} (NGN)` }).isVisible(), heading).toBe(true)
      expect(await sidewaysScroll(page)).toBe(0)
      expect(await axeProblems(page)).toEqual([])
      // On a phone it stands behind the one button of the filters; the month is what the report opens with.
      if (width === 1280) await page.getByRole('button', { name: 'This month', exact: true }).click()
      await hospital.click()
      const detail = page.getByRole('dialog', { name: "Hospital's period" })
      await detail.getByRole('row').nth(1).waitFor()
      expect(await axeProblems(page)).toEqual([])
      await keepPicture(page, `hospital-periods-${width}`)
      await detail.getByRole('link', { name: 'Payments initiated in the period' }).click()
      await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
      const address = new URL(page.url())
      expect(address.searchParams.get('coe')).toBe(ministry.coeId)
      expect(address.searchParams.get('from')).toMatch(/-01$/)
      await page
        .getByRole('gridcell', { name: /^PAY-/ })
        .or(page.getByRole('button', { name: /^PAY-/ }))
        .first()
        .waitFor()
      expect(problems).toEqual([])
    })
  },
)

test('the bell stands where there are notices, and tells who bills what was sent back', async () => {
  const bill = await ministry.billServices(5)
  await step(ministry, 'FINANCE', [bill])
  await giveBack(await ministry.as('NCCP'), [bill], 'The histology is missing')
  for (const role of ['ANALYST', 'AUDITOR', 'MDT'])
    await portal.as(role, { name: `no-bell-${role}`, at: '/dashboard' }, async ({ page }) => {
      await page.getByRole('button', { name: /profile and sign out/ }).waitFor()
      expect(await page.getByRole('button', { name: /^Notices/ }).count(), role).toBe(0)
    })
  await portal.as('PHARMACIST', { name: 'bell-staff', at: '/dashboard' }, async ({ page, problems }) => {
    await page
      .getByRole('link', { name: /Drug billing.*ready for you/ })
      .first()
      .waitFor()
    // What waits stands before the ways elsewhere.
    const sentBack = page.getByText(/returned and waits? for your hospital/)
    await sentBack.waitFor()
    const both = [sentBack, page.getByRole('navigation', { name: 'Quick links' })]
    const tops = await Promise.all(both.map(async (one) => (await one.boundingBox())?.y ?? NaN))
    expect(tops[0]).toBeLessThan(tops[1] ?? NaN)
    await page.getByRole('button', { name: /^Notices, \d+ unread$/ }).click()
    const notice = page.getByRole('menuitem', { name: `New: ${bill.reference} was returned` })
    await notice.waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'bell-staff')
    await notice.click()
    await page
      .getByRole('dialog', { name: 'Transaction Detail' })
      .getByText('The histology is missing')
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Notices', exact: true, includeHidden: true }).waitFor({ state: 'attached' })
    expect(problems).toEqual([])
  })
})
