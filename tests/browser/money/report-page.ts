import type { Page } from 'playwright-core'
import type { Bill } from '#tests/api/money/payments/ministry.ts'

/** The row of a bill in the grid, by what a person reads there. */
export const rowOf = (page: Page, { reference }: Bill) => page.getByRole('row').filter({ hasText: reference })

/** AG Grid draws the pinned columns apart: the box stands in a row of the same index. */
export async function select(page: Page, bills: readonly Bill[]): Promise<void> {
  for (const bill of bills) {
    const row = rowOf(page, bill).first()
    const index = await row.getAttribute('row-index')
    // On a phone a row is one card.
    const place = index === null ? row : page.locator(`[row-index="${index}"]`)
    await place.getByRole('checkbox').first().check()
  }
}

/** What is chosen, and what may be done with it. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })
