import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const FUNDS = '/fmoh/finance-and-accounting/funds'
const BENEFACTOR = 'Federal Ministry of Health, special intervention for the northern zones'

/** Proposes a credit that takes two. */
async function propose(page: Page, credit: string): Promise<void> {
  await page.getByRole('button', { name: 'Credit the pool' }).click()
  const form = page.getByRole('dialog', { name: 'Credit the pool' })
  await form.getByLabel('Benefactor').fill(BENEFACTOR)
  await form.getByLabel('Amount').fill(credit)
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByText('a second person must confirm it before any money moves').waitFor()
  await keepPicture(page, 'second-person-asked')
  await form.getByRole('button', { name: 'Propose credit' }).click()
  await page.getByText('A second person must confirm the credit').waitFor()
}

const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name }).first()
const detailOf = (page: Page) => page.getByRole('dialog', { name: 'Movement of funds', exact: true })

test('one person proposes a large credit, another finds it on the home and in the bell, and confirms it', async () => {
  await portal.as('FUND_ADMIN', { name: 'second-person-first', at: FUNDS }, async ({ page, problems }) => {
    await propose(page, '60000000')
    await cell(page, 'PROPOSED').click()
    const detail = detailOf(page)
    await detail.getByText('A second person must confirm it before any money moves.').waitFor()
    // Whoever proposed it cannot confirm it, is told why, and may take it back.
    for (const name of ['Confirm', 'Decline'])
      expect(await detail.getByRole('button', { name, exact: true }).isDisabled()).toBe(true)
    await detail.getByLabel('You proposed it, so another person must confirm or decline it').first().waitFor()
    await detail.getByRole('button', { name: 'Withdraw' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'second-person-own')
    expect(problems).toEqual([])
  })
  const second = { name: 'second-person-second', second: 2, at: '/dashboard' } as const
  await portal.as('FUND_ADMIN', second, async ({ page, problems }) => {
    await page.getByRole('heading', { name: 'Movements of funds to confirm' }).waitFor()
    const waiting = page.getByRole('link', { name: /NGN 60,000,000\.00 from Federal Ministry.*proposed it on/ })
    await waiting.waitFor()
    await keepPicture(page, 'second-person-home')
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Notices, 1 unread' }).click()
    await page.getByRole('menuitem', { name: /proposed it for you to confirm/ }).waitFor()
    await keepPicture(page, 'second-person-bell')
    await page.keyboard.press('Escape')
    await waiting.focus()
    await page.keyboard.press('Enter')
    const detail = detailOf(page)
    await detail.getByRole('button', { name: 'Confirm', exact: true }).click()
    const asking = page.getByRole('dialog', { name: 'Confirm credit' })
    await asking.getByText(/Confirm the credit of .*60,000,000\.00 from Federal Ministry/).waitFor()
    await keepPicture(page, 'second-person-confirm')
    await asking.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('Confirmed: NGN 60,000,000.00 has been moved').waitFor()
    await detail.getByText('COMPLETED').first().waitFor()
    await detail.getByText('Confirmed as the second person').waitFor()
    await keepPicture(page, 'second-person-done')
    await page.keyboard.press('Escape')
    await cell(page, 'COMPLETED').waitFor()
    await keepPicture(page, 'second-person-list')
    expect(problems).toEqual([])
  })
})

test('another declines it with a reason, whoever proposed it is told, and withdraws the next one with a reason', async () => {
  await portal.as('FUND_ADMIN', { name: 'second-person-again', at: FUNDS }, async ({ page }) => {
    await propose(page, '70000000')
  })
  const second = { name: 'second-person-decline', second: 2, at: `${FUNDS}?status=proposed` } as const
  await portal.as('FUND_ADMIN', second, async ({ page }) => {
    await cell(page, 'PROPOSED').click()
    await detailOf(page).getByRole('button', { name: 'Decline' }).click()
    const asking = page.getByRole('dialog', { name: 'Decline credit' })
    await asking.getByRole('button', { name: 'Decline' }).click()
    await asking.getByText('Enter a reason').waitFor()
    await asking.getByLabel('Why').fill('The ministry knows of no such gift')
    await asking.getByRole('button', { name: 'Decline' }).click()
    await detailOf(page).getByText('DECLINED').first().waitFor()
    await detailOf(page).getByText('The ministry knows of no such gift').waitFor()
    await keepPicture(page, 'second-person-declined')
  })
  await portal.as('FUND_ADMIN', { name: 'second-person-told', at: FUNDS }, async ({ page }) => {
    await page.getByRole('button', { name: /^Notices/ }).click()
    await page.getByRole('menuitem', { name: /declined it/ }).waitFor()
    await page.keyboard.press('Escape')
    await propose(page, '80000000')
    await cell(page, 'PROPOSED').click()
    await detailOf(page).getByRole('button', { name: 'Withdraw' }).click()
    const asking = page.getByRole('dialog', { name: 'Withdraw credit' })
    await asking.getByLabel('Why').fill('A zero too many')
    await asking.getByRole('button', { name: 'Withdraw' }).click()
    await detailOf(page).getByText('WITHDRAWN').first().waitFor()
    await keepPicture(page, 'second-person-withdrawn')
  })
})

test.each([
  ['light', 360],
  ['dark', 360],
  ['dark', 1280],
  ['light', 768],
] as const)('what waits fits the home and its screen, %s at %i px', async (colorScheme, width) => {
  const options = { viewport: { width, height: 740 }, colorScheme }
  const name = `second-person-${colorScheme}-${width}`
  await portal.as('FUND_ADMIN', { name, at: FUNDS, options }, async ({ page }) => {
    await propose(page, `9000000${width}`)
    expect(await sidewaysScroll(page)).toBe(0)
    // The newest; on a phone the first card.
    await page.locator('[role=row][row-index="0"] [role=gridcell], [role=table] [role=row] button').first().click()
    await detailOf(page).getByRole('button', { name: 'Withdraw' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `${name}-detail`)
  })
  await portal.as('FUND_ADMIN', { name: `${name}-home`, second: 2, at: '/dashboard', options }, async ({ page }) => {
    await page.getByRole('heading', { name: 'Movements of funds to confirm' }).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `${name}-home`)
  })
})
