import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

type Lasting = {
  /** What is said once it is done. */
  readonly said: Locator
  /** Whether the page has gone on by now. */
  readonly isOver: () => Promise<boolean>
}

const msOf = (time: string) => Number.parseInt(time, 10) * (time.endsWith(' ms') ? 1 : 1_000)

/**
 * Does it, waits until that is said, and holds the page to the time (`3 s`, `5000 ms`) until it goes on. The page's clock must
 * be installed; it goes on by our hand alone, twenty milliseconds at a time until something is said.
 */
export async function lasts(page: Page, time: string, act: () => Promise<void>, { said, isOver }: Lasting) {
  await page.clock.pauseAt(Date.now() + 60_000)
  await act()
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return said.count()
    })
    .toBe(1)
  await page.clock.runFor(msOf(time) - 100)
  expect(await isOver(), `within ${time}`).toBe(false)
  await page.clock.runFor(100)
  await expect.poll(isOver, { message: `after ${time}` }).toBe(true)
  await page.clock.resume()
}
