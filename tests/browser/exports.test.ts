import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

test('a toast leads from a saved CSV to the page of exports, where it runs again to the same file', async () => {
  await portal.as('ANALYST', { name: 'exports', at: '/coes' }, async ({ page, problems }) => {
    await page.getByRole('button', { name: 'CSV' }).click()
    await page.getByRole('link', { name: 'See your exports' }).click()
    await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor()
    const table = page.getByRole('region', { name: 'Exports' })
    await table.getByRole('cell', { name: 'Hospitals', exact: true }).waitFor()
    await table.getByText(/^[0-9a-f]{64}$/).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'exports-1280')
    await table.getByRole('button', { name: /^Run again: Hospitals/ }).click()
    await page.getByText('Saved again. The file is the same, byte for byte.').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await keepPicture(page, 'exports-1440')
    expect(problems).toEqual([])
  })
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  await portal.as('AUDITOR', { name: 'exports-all', options, at: '/exports' }, async ({ page, problems }) => {
    await page.getByText('Asabe Gyang').first().waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'exports-360')
    expect(problems).toEqual([])
  })
})
