import type { Locator, Page } from 'playwright-core'
import type { Bill } from '#tests/api/money/payments/ministry.ts'

/** The row of a bill in the grid, by what a person reads there. */
export const rowOf = (page: Page, { reference }: Bill) => page.getByRole('row').filter({ hasText: reference })

/** The box that selects a bill. AG Grid draws the pinned columns apart: it stands in a row of the same index. */
export async function boxOf(page: Page, bill: Bill): Promise<Locator> {
  const row = rowOf(page, bill).first()
  const index = await row.getAttribute('row-index')
  // On a phone a row is one card.
  const place = index === null ? row : page.locator(`[row-index="${index}"]`)
  return place.getByRole('checkbox').first()
}

export async function select(page: Page, bills: readonly Bill[]): Promise<void> {
  for (const bill of bills) await (await boxOf(page, bill)).check()
}

/** What is chosen, and what may be done with it. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })
