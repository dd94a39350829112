import { afterAll, beforeAll, expect, test } from 'vitest'
import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { ministryOf, step } from '#tests/api/money/payments/ministry.ts'
import { sidewaysScroll } from './kit.ts'
import { type Portal, startPortal } from './portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  const ministry = await ministryOf(portal.demo, portal.url)
  await ministry.billServices(2)
  await step(ministry, 'FINANCE', [await ministry.billDrugs(1)])
  const administrator = await portal.demo.as('SUPER_ADMIN')
  await administrator.put('/api/sitesettings/support_line', { key: 'support_line', value: '08000000100' })
})
afterAll(() => portal.end())

const HOSPITAL = pilotCoeId(personOf('COE_STAFF').coeCode ?? '')
const PAPERS = [
  ['/superadmin/transactions', 1],
  [`/superadmin/billings/${HOSPITAL}`, 1],
  [`/superadmin/drug/billings/${HOSPITAL}`, 1],
  ['/payments', 1],
  ['/payments/consolidated_report', 1],
  ['/fmoh/finance-and-accounting', 1],
  ['/fmoh/finance-and-accounting/funds', 1],
  ['/ledger', 2],
  [`/ledger/wallets/${encodeURIComponent(`patient:${personOf('PATIENT').userId}`)}`, 1],
] as const

/** A4 landscape within its margins, in pixels of 1/96 inch. */
const PRINTABLE = Math.floor(((297 - 24) / 25.4) * 96)

test.each(PAPERS)('%s goes to paper: every row, the totals, and the log position they are of', async (path, grids) => {
  await portal.as('AUDITOR', { name: `print${path.replaceAll('/', '-')}` }, async ({ page, problems }) => {
    // The dialog of the browser itself has no place in a headless one: it is counted.
    const counting = await page.addInitScript(
      'window.printed = 0; window.print = () => { window.printed += 1; window.paper = document.body.textContent }',
    )
    await page.goto(`${portal.url}${path}`)
    const links = page.getByRole('link', { name: 'Print', exact: true })
    await expect.poll(() => links.count()).toBe(grids)
    for (const address of await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))) {
      await page.goto(`${portal.url}${address}`)
      const paper = page.getByRole('table').last() // the summary per hospital has one of its own
      await paper.locator('tbody tr').first().waitFor()
      const words = await page.getByText(/Figures as at log position \d+\. Printed/).innerText()
      const rows = Number(/: ([\d,]+) rows?/.exec(words)?.[1])
      await expect.poll(() => paper.locator('tbody tr').count()).toBe(rows)
      await expect.poll(() => page.evaluate('window.printed')).toBe(1)
      // A page of its own asks for the number later than for all else; the paper waits for it.
      expect(await page.evaluate('window.paper')).toContain('Support line 0800 000 0100, Mon-Fri 8:00am-5:00pm')
      if (path === '/payments/consolidated_report') {
        const summary = page.getByRole('region', { name: 'Billings per hospital, NGN' })
        const sum = (await summary.locator('tfoot th').allInnerTexts()).at(-1) ?? 'no sum'
        expect(await page.evaluate('window.paper')).toContain(sum)
        expect(await summary.getByRole('button', { expanded: false }).count()).toBe(0)
      }
      await page.emulateMedia({ media: 'print' })
      // Paper speaks of nothing that can be pressed.
      expect(await page.getByRole('main').innerText()).not.toMatch(/\bopens\b|click/i)
      for (const name of ['Cancer Health Fund', 'Federal Ministry of Health'])
        expect(await page.getByText(name, { exact: true }).isVisible(), name).toBe(true)
      expect(await page.locator('[data-meaning]:visible, [aria-label="Filters set"]:visible').count()).toBe(0)
      expect(await paper.getByRole('columnheader', { name: 'Action', exact: true }).count()).toBe(0)
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      const sheets = new Set(pdf.match(/\/MediaBox \[[^\]]*\]/g))
      expect([...sheets]).toEqual(['/MediaBox [0 0 841.91998 594.95996]'])
      await page.setViewportSize({ width: PRINTABLE, height: 700 })
      await expect.poll(() => sidewaysScroll(page)).toBe(0)
      await page.emulateMedia({ media: null })
    }
    await counting.dispose()
    expect(problems).toEqual([])
  })
})

test('an opened payment goes to paper whole, without the list below it', async () => {
  await portal.as('AUDITOR', { name: 'print-payment', at: '/payments' }, async ({ page }) => {
    await page.getByRole('gridcell', { name: /^PAY-/ }).first().click()
    const record = page.getByRole('dialog', { name: 'Payment' })
    await record.getByRole('heading', { name: 'Transactions' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('main').getByText('Cancer Health Fund', { exact: true }).isVisible()).toBe(true)
    expect(await page.getByRole('heading', { level: 1, name: 'Payments', includeHidden: true }).isVisible()).toBe(false)
    const cut = await record.evaluate((paper) => paper.scrollHeight - paper.clientHeight)
    expect([cut, await record.evaluate((paper) => getComputedStyle(paper).position)]).toEqual([0, 'static'])
    await page.emulateMedia({ media: null })
  })
})
