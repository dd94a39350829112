import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BilledAnswer } from '#api/money/contracts/billing.ts'
import { formatNaira, parseNaira } from '#domain/kernel/money.ts'
import { CONSULTATION, demoPatient, fund, OTHER, OWN } from '#tests/api/money/billing/hospital.ts'
import { axeProblems, sidewaysScroll } from '#tests/browser/kit.ts'
import { dateText, today } from '#web/ui/dates.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
const references: string[] = []
let billed = 0
beforeAll(async () => {
  portal = await startPortal()
  await fund(portal.demo, demoPatient(), OWN, 500_000_00)
  await fund(portal.demo, demoPatient(2), OTHER, 500_000_00)
  references.push(await bill(1), await bill(2), await bill(3, 2))
})
afterAll(() => portal.end())

async function bill(quantity: number, second?: 2): Promise<string> {
  const staff = await portal.demo.as('COE_STAFF', second)
  const services = [{ service_id: CONSULTATION, quantity }]
  const body = { patient_id: demoPatient(second), comment: 'Seen in the clinic', services }
  const { data } = BilledAnswer.parse((await staff.post('/api/coestaff/billings', body)).json())
  billed += parseNaira(data.total) ?? 0
  return data.transaction_id
}

const rowOf = (page: Page, reference = '') => page.getByRole('gridcell', { name: reference, exact: true })
const open = async (page: Page, path: string, heading: string) => {
  await page.goto(`${portal.url}${path}`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

test('a super administrator finds a transaction, reads it in full and comes back to the same filter', async () => {
  await portal.as('SUPER_ADMIN', { name: 'transaction-detail' }, async ({ page, problems }) => {
    await open(page, '/superadmin/transactions', 'Transactions')
    await rowOf(page, references[0]).waitFor()
    await page.getByText('3 rows').waitFor()
    await page.getByLabel('Search With Transaction ID or patient CHF ID').fill(references[1] ?? '')
    await page.getByText('1 row', { exact: true }).waitFor()
    await rowOf(page, references[1]).click()
    const detail = page.getByRole('dialog', { name: 'Transaction Detail' })
    await detail.getByText('Seen in the clinic').waitFor()
    await expect.poll(() => detail.getByRole('list', { name: 'Progress' }).getByRole('listitem').count()).toBe(5)
    await detail.getByText("Billed: the patient's wallet paid").waitFor()
    await detail.getByText("Billed: the patient's wallet paid").click()
    await detail.getByLabel('Raw event').getByText('"TransactionBilled"').waitFor()
    expect(page.url()).toMatch(/\/superadmin\/transactions\/[0-9a-f-]{36}\?search=/)
    expect(await axeProblems(page)).toEqual([])
    await page.goBack()
    await detail.waitFor({ state: 'detached' })
    await rowOf(page, references[1]).waitFor()
    await page.getByText('1 row', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })
})

test('what is typed while the search is fetched is typed into the search, which opens what it finds', async () => {
  const visit = { name: 'search', options: { colorScheme: 'dark' } } as const
  await portal.as('SUPER_ADMIN', visit, async ({ page, problems, quiet }) => {
    await open(page, '/superadmin/transactions', 'Transactions')
    await quiet()
    const filter = page.getByLabel('Search With Transaction ID or patient CHF ID')
    await filter.focus()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    let fetched: () => void = () => undefined
    const held = new Promise<void>((resolve) => (fetched = resolve))
    await page.route('**/search-dialog*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('TRX-')
    fetched()
    const search = page.getByRole('combobox', { name: 'Search', exact: true })
    await search.waitFor()
    await page.keyboard.type((references[2] ?? '').slice(4))
    await expect.poll(() => search.inputValue()).toBe(references[2])
    expect(await filter.inputValue()).toBe('')
    const found = page.getByRole('option', { name: references[2] ?? '' })
    await found.waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/superadmin\/transactions\/[0-9a-f-]{36}$/)
    await page.getByRole('dialog', { name: 'Transaction Detail' }).getByText('Seen in the clinic').waitFor()
    // What is searched for stands in no address.
    expect(addresses.filter((url) => url.includes(references[2] ?? ''))).toEqual([])
    expect(problems).toEqual([])
  })
})

test('of two filters that change before the screen is drawn again neither is forgotten', async () => {
  await portal.as('SUPER_ADMIN', { name: 'two-filters-at-once' }, async ({ page }) => {
    await open(page, '/superadmin/transactions?from=2020-01-01&to=2020-12-31&search=none', 'Transactions')
    const chips = page.getByRole('list', { name: 'Filters set' }).getByRole('button', { name: /^Remove filter/ })
    await expect.poll(() => chips.count()).toBe(2)
    await chips.evaluateAll((buttons) => buttons.forEach((button) => button instanceof HTMLElement && button.click()))
    await chips.first().waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    await page.getByText('3 rows').waitFor()
  })
})

test('a link to a transaction opens it, and closing it leads to the list', async () => {
  await portal.as('AUDITOR', { name: 'transaction-link' }, async ({ page }) => {
    const auditor = await portal.demo.as('AUDITOR')
    const { data } = (await auditor.get(`/api/v2/transactions?search=${references[2]}`)).json<{
      data: { data: { id: string }[] }
    }>()
    await page.goto(`${portal.url}/superadmin/transactions/${data.data[0]?.id}`)
    const detail = page.getByRole('dialog', { name: 'Transaction Detail' })
    await detail.getByText(`Transaction ${references[2]}`).waitFor()
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/superadmin/transactions')
  })
})

test('what a cell cuts off shows whole when someone comes to it by keyboard', async () => {
  // So narrow that the column of services has no more than it needs.
  const options = { viewport: { width: 1000, height: 800 } }
  await portal.as('AUDITOR', { name: 'cut-off-cell', options }, async ({ page }) => {
    await open(page, '/superadmin/transactions', 'Transactions')
    const cell = page.locator('[role=row][row-index="0"] [col-id=item]')
    const isCut = () => cell.locator('[title]').evaluate((text) => text.scrollHeight > text.clientHeight)
    await cell.waitFor()
    expect(await isCut()).toBe(true)
    await page.getByRole('columnheader').filter({ hasText: 'Drug or service' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => cell.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await isCut()).toBe(false)
  })
})

test('the CSV of the grid is the file that the server made for this filter', async () => {
  await portal.as('ANALYST', { name: 'transactions-csv' }, async ({ page }) => {
    await open(page, `/superadmin/transactions?coe=${OTHER}`, 'Transactions')
    await rowOf(page, references[2]).waitFor()
    const all = (await page.getByRole('columnheader').allTextContents()).map((text) => text.trim())
    // The number of a row is of the screen alone.
    const headings = all.filter((heading) => heading !== 'SN')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(download.suggestedFilename()).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(references[2])
    expect(headings.length).toBeGreaterThan(3)
    const columns = lines[0]?.split(',') ?? []
    expect(columns.slice(0, headings.length)).toEqual(headings)
  })
})

test('a hospital’s head sees its own billing history; the ministry chooses a centre', async () => {
  await portal.as('COE_ADMIN', { name: 'own-billings' }, async ({ page, problems }) => {
    await open(page, '/superadmin/billings', 'Hospital billing history')
    await rowOf(page, references[0]).waitFor()
    expect(await rowOf(page, references[2]).count()).toBe(0)
    await rowOf(page, references[0]).click()
    await page.getByRole('dialog', { name: 'Transaction Detail' }).getByText('Seen in the clinic').waitFor()
    await page.goBack()
    await rowOf(page, references[0]).waitFor()
    expect(problems).toEqual([])
  })
  await portal.as('AUDITOR', { name: 'chosen-billings' }, async ({ page }) => {
    await open(page, '/superadmin/billings', 'Hospital billing history')
    await page.getByText('No hospital chosen').waitFor()
    await page.goto(`${portal.url}/superadmin/drug/billings/${OTHER}`)
    await page.getByText('The hospital has no bills in this period').waitFor()
    await page.goto(`${portal.url}/superadmin/billings/${OTHER}`)
    await rowOf(page, references[2]).waitFor()
    // A link in the names of the spec: the centre by its id on CAP, both days.
    const pool = portal.demo.context.pool
    const { rows } = await pool.query<{ cap_id: string }>('select cap_id from coe where id = $1', [OTHER])
    const link = `/superadmin/billings?coe_cap_id=${rows[0]?.cap_id}`
    await page.goto(`${portal.url}${link}&start_date=2026-01-01&end_date=2026-01-31`)
    await page.getByText('The hospital has no bills in this period').waitFor()
    const period = `start_date=2020-01-01&end_date=${today()}`
    await page.goto(`${portal.url}${link}&${period}`)
    await rowOf(page, references[2]).waitFor()
    const chip = page.getByRole('button', { name: `Remove filter 1-1-2020 to ${dateText(today())}` })
    await chip.waitFor()
    await page.goto(`${portal.url}${link.replace('/billings', '/drug/billings')}&${period}`)
    await page.getByText('The hospital has no bills in this period').waitFor()
    await chip.waitFor()
    await page.goto(`${portal.url}${link}`)
    await rowOf(page, references[2]).waitFor()
  })
})

test('a patient’s billing history opens by CHF id', async () => {
  await portal.as('DOCTOR', { name: 'patient-billings' }, async ({ page, problems }) => {
    const { rows } = await portal.demo.context.pool.query<{ chf_id: string }>(
      'select chf_id from patient where id = $1',
      [demoPatient()],
    )
    await open(page, `/report/patient/${rows[0]?.chf_id}/billings`, 'Patient billing history')
    await rowOf(page, references[0]).waitFor()
    // The address that the staff's search of patients leads to.
    await open(page, `/patients/${rows[0]?.chf_id}/history`, 'Patient billing history')
    await rowOf(page, references[0]).waitFor()
    await page.goto(`${portal.url}/report/patient/${demoPatient(2)}/billings`)
    await page.getByRole('alert').getByText('Patient not found').first().waitFor()
    expect(problems.filter((text) => !text.includes('404'))).toEqual([])
  })
})

test('the dashboard shows the billing of the month, and the same numbers as a table', async () => {
  await portal.as('PERMSEC', { name: 'dashboard-analytics', at: '/dashboard' }, async ({ page, problems }) => {
    await page.getByRole('figure', { name: 'Billing volume by month' }).locator('canvas').waitFor()
    const figure = page.getByRole('figure', { name: 'Billing volume by month' })
    await figure.getByRole('switch', { name: 'Show as table' }).click()
    await figure.getByRole('row').last().getByText(formatNaira(billed)).first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

test('a bar, its row in the table and a card open the bills that they count', async () => {
  await portal.as('PERMSEC', { name: 'figures', at: '/dashboard' }, async ({ page, problems }) => {
    const stages = page.getByRole('figure', { name: 'Money by stage of the payment chain' })
    const box = await stages.locator('canvas').boundingBox()
    // The bills of this file are not initiated yet: theirs is the first bar, and the longest.
    await stages.locator('canvas').click({ position: { x: (box?.width ?? 0) * 0.5, y: (box?.height ?? 0) * 0.08 } })
    await page.waitForURL(/consolidated_report.*stage=billed/)
    await page.getByText('3 rows').waitFor()
    await page.getByRole('button', { name: 'Remove filter Stage: Not initiated' }).waitFor()
    await page.goto(`${portal.url}/payments/time_in_step`)
    const ages = page.getByRole('figure', { name: 'Waiting bills by age in working days' })
    await ages.getByRole('switch', { name: 'Show as table' }).click()
    await ages.getByRole('link', { name: 'Up to 1 day' }).click()
    await page.waitForURL(/consolidated_report.*age=age_1/)
    await page.getByText('3 rows').waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })
  await portal.as('COE_ADMIN', { name: 'figures-hospital', at: '/dashboard' }, async ({ page, problems }) => {
    await page.getByRole('link', { name: /^Payable/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Hospital billing history' }).waitFor()
    await page.getByText('2 rows').waitFor()
    await page.getByRole('button', { name: 'Remove filter Stage: Not yet paid' }).waitFor()
    expect(problems).toEqual([])
  })
})

test('a patient’s dashboard fetches no chart', async () => {
  await portal.as('PATIENT', { name: 'patient-dashboard', at: '/dashboard' }, async ({ page }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(fetched.some((url) => url.includes('/api/uimenu'))).toBe(true)
    expect(fetched.filter((url) => /analytics|chart/.test(url))).toEqual([])
  })
})

test.each(['light', 'dark'] as const)(
  'no screen is wider than a phone, and axe finds nothing, in %s',
  async (scheme) => {
    const options = { viewport: { width: 360, height: 740 }, colorScheme: scheme }
    await portal.as('SUPER_ADMIN', { name: `phone-${scheme}`, options }, async ({ page, quiet }) => {
      const paths = [
        '/superadmin/transactions',
        `/superadmin/billings/${OTHER}`,
        `/report/patient/${demoPatient()}/billings`,
      ]
      for (const path of ['/dashboard', ...paths]) {
        await page.goto(`${portal.url}${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await quiet()
        expect(await sidewaysScroll(page), path).toBe(0)
        expect(await axeProblems(page), path).toEqual([])
      }
    })
  },
)

test('an address that was typed by hand shows what can be shown, and names what it leaves out', async () => {
  await portal.as('SUPER_ADMIN', { name: 'typed-address' }, async ({ page, problems }) => {
    await open(page, '/superadmin/transactions?sort=nonexistent&coe=not-a-uuid&is_drug=7', 'Transactions')
    await page.getByText('3 rows').waitFor()
    await page.getByText('Ignored, because this list cannot be sorted like that: "nonexistent".').waitFor()
    await page
      .getByText('Ignored, because the address has an unreadable value for: Hospital "not-a-uuid", Type "7".')
      .waitFor()
    expect(problems).toEqual([])
  })
  await portal.as('SUPER_ADMIN', { name: 'typed-id' }, async ({ page }) => {
    await page.goto(`${portal.url}/superadmin/transactions/%00`)
    const detail = page.getByRole('dialog', { name: 'Transaction Detail' })
    await detail.getByText('not found').first().waitFor()
    expect(await detail.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  })
})

test.each([1280, 360])('dates that cannot be meant move no filter out of line at %i px', async (width) => {
  const options = { viewport: { width, height: 800 } }
  await portal.as('SUPER_ADMIN', { name: `wrong-dates-${width}`, options }, async ({ page, problems }) => {
    await open(page, '/superadmin/transactions', 'Transactions')
    if (width === 360) await page.getByRole('button', { name: 'Filters and tools' }).click()
    await page.getByRole('button', { name: 'Period' }).click()
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
    await from.fill('10-3-2026')
    await from.press('Enter')
    await page.getByRole('button', { name: 'Remove filter From 10-3-2026' }).waitFor()
    await to.fill('1-3-2026')
    await to.press('Enter')
    const said = page.getByText('Type a date as d-m-yyyy from 10-3-2026')
    await said.waitFor()
    const inLine = async () => {
      const [one, other] = await Promise.all([from, to].map((field) => field.boundingBox()))
      expect(other?.y).toBe(one?.y)
    }
    await inLine()
    await from.fill('soon')
    await from.press('Enter')
    await page.getByText('Type a date as d-m-yyyy', { exact: true }).waitFor()
    await inLine()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(problems).toEqual([])
  })
})
