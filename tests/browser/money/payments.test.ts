import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveBack, type Ministry, ministryOf, step } from '#tests/api/money/payments/ministry.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { bar, rowOf, select } from './report-page.ts'

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
      ['PERMSEC', 'Pay out', 'Payment has been disbursed'],
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
        const dialog = page.getByRole('dialog', { name: verb })
        await dialog.getByText(/75,000\.00 for 2 transactions of Ahmadu Bello University Teaching Hospital/).waitFor()
        const paysOut = dialog.getByText(/This is the last step: it pays NGN\s75,000\.00 out/)
        expect(await paysOut.count()).toBe(role === 'PERMSEC' ? 1 : 0)
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
  await portal.as('FINANCE', { name: 'left-out', second: 2 }, async ({ page }) => {
    await openReport(page, '?status=')
    await rowOf(page, fresh).first().waitFor()
    await select(page, [fresh, taken])
    // Somebody else is faster.
    await step(ministry, 'FINANCE', [taken])
    await bar(page).getByRole('button', { name: 'Initiate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 transaction of the selection will be left out').waitFor()
    const refused = dialog.getByRole('row').filter({ hasText: taken.reference })
    await refused.getByText('Someone was faster: the bill is already initiated').waitFor()
    await refused.getByText(/Initiated by Kabiru Musa/).waitFor()
    await dialog.getByRole('button', { name: 'Initiate 1 transaction' }).click()
    await dialog.getByText('Done for 1 transaction').waitFor()
  })
})

test('the queue is above the fold, and all of it is taken by its filter, as it was told or not at all', async () => {
  for (const second of [undefined, 2] as const) await ministry.billServices(1, second)
  const options = { viewport: { width: 1280, height: 720 } }
  await portal.as('FINANCE', { name: 'whole-queue', second: 2, options }, async ({ page }) => {
    await openReport(page)
    const boxes = page.getByRole('row').getByRole('checkbox')
    await boxes.nth(3).waitFor()
    const third = await boxes.nth(3).boundingBox()
    expect((third?.y ?? 720) + (third?.height ?? 0)).toBeLessThan(720)
    expect(await page.getByRole('region', { name: 'Billings per hospital, NGN' }).count()).toBe(0)
    await page.getByRole('button', { name: /^Billings per hospital \d hospitals, NGN/ }).waitFor()
    const bottoms = await page
      .getByRole('search')
      .locator('input:visible, [data-chrome] > button, [data-chrome] > div > button')
      .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().bottom))
    expect(bottoms.length).toBeGreaterThan(5)
    expect(new Set(bottoms.map((bottom) => Math.round(bottom / 10))).size, 'two lines at most').toBeLessThanOrEqual(2)

    await boxes.nth(1).check()
    await bar(page)
      .getByRole('button', { name: /^Select all \d+ that match$/ })
      .click()
    await bar(page)
      .getByText(/at log position [\d,]+/)
      .waitFor()
    expect(await axeProblems(page)).toEqual([])
    await bar(page).getByRole('button', { name: 'Initiate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Initiate payment' })
    const hospitals = dialog.getByRole('button', { expanded: true })
    await expect.poll(() => hospitals.count()).toBe(2)
    const confirm = dialog.getByRole('button', { name: /^Initiate \d+ transactions$/ })
    const before = Number(/\d+/.exec((await confirm.textContent()) ?? '')?.[0])
    await ministry.billServices(3)
    await confirm.click()
    await dialog.getByText(/^The matching bills changed since you looked.*Nothing was done\.$/).waitFor()
    await dialog.getByRole('button', { name: `Initiate ${before + 1} transactions` }).click()
    await dialog.getByText(`Done for ${before + 1} transactions`).waitFor()
    await keepPicture(page, 'whole-queue')
    await dialog.getByRole('button', { name: 'Finish' }).click()
    await page.getByText('Nothing is ready for you').waitFor()
    await bar(page).waitFor({ state: 'hidden' })
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
    // It is named once: as what was sent back.
    const out = detail.getByRole('region', { name: 'Returned out of the payment' })
    await out.getByRole('link', { name: bills[1]?.reference ?? '' }).waitFor()
    expect(await detail.getByRole('link', { name: bills[1]?.reference ?? '' }).count()).toBe(1)
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

test('home says what waits for one, how much and how long, and one click opens the queue on it', async () => {
  const bill = await ministry.billServices(3)
  await step(ministry, 'FINANCE', [bill])
  await portal.as('NCCP', { name: 'home-work', at: '/dashboard' }, async ({ page, problems, quiet }) => {
    const work = page.getByRole('region', { name: 'Ready for you to recommend' })
    const hospital = work.getByRole('listitem').getByRole('link').first()
    await hospital.waitFor()
    await quiet()
    expect(await hospital.textContent()).toMatch(/\d+ bills?NGN.[\d,.]+(Just arrived|[\d.]+ working hours?), since \d/)
    expect(await axeProblems(page)).toEqual([])
    await hospital.click()
    await page.waitForURL(new RegExp(`ready_for=[^&]+&step=recommend&coe=${ministry.coeId}$`))
    await rowOf(page, bill).first().waitFor()
    expect(problems).toEqual([])
  })
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  await portal.as('NCCP', { name: 'home-phone', at: '/dashboard', options }, async ({ page, quiet }) => {
    await page.getByRole('region', { name: 'Ready for you to recommend' }).waitFor()
    await quiet()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
  })
  await portal.as('PERMSEC', { name: 'home-idle', at: '/dashboard' }, async ({ page }) => {
    await page.getByText('Nothing is ready for you').waitFor()
  })
})

test('by keyboard alone: one stop per grid, the focus on what is missing, on the result, and back where it was', async () => {
  const bills = [await ministry.billServices(2), await ministry.billServices(3)]
  await step(ministry, 'FINANCE', bills)
  await portal.as('NCCP', { name: 'keyboard' }, async ({ page, quiet }) => {
    await openReport(page)
    await rowOf(page, bills[0] ?? { id: '', reference: '', total: '' })
      .first()
      .waitFor()
    await quiet()
    const inGrid = () =>
      page.evaluate(() => document.activeElement?.closest('[role=treegrid], [role=grid]') instanceof Element)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await select(page, bills)
    await page.getByRole('button', { name: 'Columns' }).focus()
    for (let tabs = 0; !(await inGrid()); tabs += 1) {
      expect(tabs).toBeLessThan(12)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('ArrowDown')
    expect(await inGrid()).toBe(true)
    await page.keyboard.press('Tab')
    expect(await inGrid()).toBe(false)
    expect(await focused()).toBe('Recommend')
    await page.keyboard.press('Shift+Tab')
    expect(await inGrid()).toBe(true)
    await page.keyboard.press('Shift+Tab')
    expect(await inGrid()).toBe(false)

    // A return wants a reason: what is missing has the focus.
    await bar(page).getByRole('button', { name: 'Return' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: /^Return 2/ })
    await send.focus()
    await page.keyboard.press('Enter')
    const reason = dialog.getByLabel('Reason for the return')
    await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true)
    // Closed, the focus is where it was.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focused()).toBe('Return')

    await bar(page).getByRole('button', { name: 'Recommend' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: /^Recommend 2/ }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Finish' }).waitFor()
    expect(await focused()).toMatch(/^Done for 2 transactions/)
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Finish' }).focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    // The bar with the button is gone: the focus is on the list that it stood below.
    const place = page.getByRole('region', { name: 'Billings', exact: true })
    await expect.poll(() => place.evaluate((list) => list === document.activeElement)).toBe(true)
  })
})

test('a selection is read bill by bill; what is sent back is answered at the hospital, and the payment names it', async () => {
  const bills = [await ministry.billServices(6), await ministry.billServices(7)]
  const [first, second] = [bills[0] ?? never(), bills[1] ?? never()]
  await step(ministry, 'FINANCE', bills)
  await portal.as('NCCP', { name: 'read-each' }, async ({ page, problems }) => {
    await openReport(page)
    await rowOf(page, first).first().waitFor()
    await select(page, bills)
    await bar(page).getByRole('button', { name: 'Review one by one' }).click()
    const reading = page.getByRole('dialog', { name: 'Read before you decide' })
    await reading.getByText('1 of 2').waitFor()
    await reading.getByText('No documents attached').waitFor()
    expect(await reading.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
    const shown = await reading.getByText(/TRX-/).first().textContent()
    await reading.getByRole('button', { name: 'Next' }).click()
    await reading.getByText('2 of 2').waitFor()
    await expect.poll(() => reading.getByText(/TRX-/).first().textContent()).not.toBe(shown)
    expect((await axeProblems(page)).filter((text) => !text.includes('partially obscured'))).toEqual([])
    await reading.getByRole('button', { name: 'Return' }).click()
    await page
      .getByRole('dialog', { name: 'Return payment' })
      .getByText(/for 2 transactions of/)
      .waitFor()
    expect(problems).toEqual([])
  })
  await giveBack(await ministry.as('NCCP'), [first], 'The histology is missing')
  await portal.as('COE_STAFF', { name: 'answer-return' }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/coestaff/billing`)
    await page.getByText(/returned and waits? for your hospital to answer/).waitFor()
    await page.getByRole('link', { name: 'See the questions' }).click()
    await page.getByRole('gridcell', { name: first.reference }).click()
    const detail = page.getByRole('dialog', { name: 'Transaction Detail' })
    await detail.getByText('The histology is missing').first().waitFor()
    await detail.getByText('RETURNED').first().waitFor()
    expect((await axeProblems(page)).filter((text) => !text.includes('partially obscured'))).toEqual([])
    await detail.getByRole('button', { name: 'Answer', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Answer the return' })
    await dialog.getByRole('button', { name: 'Send the answer' }).click()
    await dialog.getByText("Write the hospital's answer").waitFor()
    await dialog.getByRole('textbox', { name: 'Answer' }).fill('It is attached')
    const pdf = { name: 'histology.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }
    await dialog.getByLabel('Attach a file').setInputFiles(pdf)
    await dialog.getByText('Attached', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Send the answer' }).click()
    await dialog.waitFor({ state: 'detached' })
    await detail.getByText('It is attached').first().waitFor()
    await detail.getByRole('button', { name: 'histology' }).first().waitFor()
    expect(problems).toEqual([])
  })
  await portal.as('FINANCE', { name: 'answered-return' }, async ({ page }) => {
    await openReport(page, '?status=answered')
    await rowOf(page, first).getByText('ANSWERED').waitFor()
    await page.getByRole('button', { name: `Initiate ${first.reference}` }).waitFor()
    await page.goto(`${portal.url}/payments`)
    await page.getByRole('gridcell').first().click()
    const out = page.getByRole('region', { name: 'Returned out of the payment' })
    await out.getByText('The histology is missing').waitFor()
    await out.getByRole('link', { name: first.reference }).waitFor()
    expect(second.reference).not.toBe(first.reference)
  })
})
