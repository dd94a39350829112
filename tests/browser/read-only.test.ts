import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems, keepPicture, sidewaysScroll } from './kit.ts'
import { type Portal, startPortal } from './portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  const seal = {
    position: 1,
    through: 1_000,
    check: 'seal 1',
    expected: `1000 events, rolling hash ${'0f'.repeat(32)}`,
  }
  await portal.demo.context.integrity.found(
    [
      {
        ...{ position: 12, stream: 'wallet-allocation:0197a000-0000-7000-8000-000000000001', check: 'MAC' },
        ...{ expected: 'an event that a process of the portal wrote', found: 'another’s MAC under the name of a key' },
      },
      { ...seal, found: 'e1'.repeat(32) },
    ],
    'nightly',
  )
})
afterAll(() => portal.end())

const WIDTHS = [1280, 360] as const
const FOR_ALL = 'The records are being checked. You can read them, but not change anything now.'

test.each(WIDTHS)(
  'who may read the ledger sees on every screen that, and where, the log does not hold, at %d px',
  async (width) => {
    const name = `read-only-${width}`
    const options = { viewport: { width, height: 800 } }
    await portal.as('SUPER_ADMIN', { name, options, at: '/superadmin/transactions' }, async ({ page }) => {
      await page.getByText('Some records failed a check. Nothing can be changed until an operator decides.').waitFor()
      expect(await sidewaysScroll(page)).toBe(0)
      await keepPicture(page, `${name}-banner`)
      await page.getByRole('button', { name: 'See where' }).click()
      const dialog = page.getByRole('dialog', { name: 'Records that failed a check' })
      await dialog.getByText('Position 12').waitFor()
      await dialog.getByText('Somewhere in positions 1 to 1000').waitFor()
      expect(await dialog.getByText('wallet-allocation:').count()).toBe(1)
      expect(await dialog.getByText('Found on').count()).toBe(2)
      expect(await axeProblems(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await keepPicture(page, name)
    })
  },
)

test.each(WIDTHS)('everybody else is told in a sentence that nothing can be changed, at %d px', async (width) => {
  const name = `read-only-staff-${width}`
  const options = { viewport: { width, height: 800 } }
  await portal.as('COE_STAFF', { name, options, at: '/dashboard' }, async ({ page }) => {
    await page.getByText(FOR_ALL).waitFor()
    expect(await page.getByRole('button', { name: 'See where' }).count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await keepPicture(page, name)
  })
})
