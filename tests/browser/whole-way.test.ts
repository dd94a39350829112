import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personOf } from '#tests/support/demo-app.ts'
import { type Portal, startPortal } from './portal.ts'

// The issue's own words: pool credit -> hospital allocation -> patient wallet -> service and drug bills -> five payment
// steps -> paid; then an auditor replays the wallet, and an analyst downloads the report. Each test is one person's part.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const HOSPITAL = 'Ahmadu Bello University Teaching Hospital'
const patient = `patient:${personOf('PATIENT').userId}`

async function open(page: Page, link: string | RegExp, heading: string | RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

const STEPS = [
  ['FINANCE', 'Initiate'],
  ['NCCP', 'Recommend'],
  ['DHS', 'Approve'],
  ['DFA', 'DFA approve'],
  ['PERMSEC', 'Pay out'],
] as const

test('a fund administrator credits the pool, allocates it and funds a patient', async () => {
  await portal.as('FUND_ADMIN', { name: 'way-funds', at: '/dashboard' }, async ({ page, problems }) => {
    await open(page, 'Pool and allocations', /Pool/)
    await page.getByRole('button', { name: 'Credit the pool' }).click()
    await page.getByRole('textbox', { name: 'Benefactor' }).fill('Savannah Telecoms Foundation')
    await page.getByLabel('Amount').fill('10,000,000.00')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Credit pool' }).click()
    await page.getByText('Pool has been credited').first().waitFor()

    await page.getByRole('button', { name: `Allocate to ${HOSPITAL}` }).click()
    await page.getByLabel('Amount').fill('4000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Allocate', exact: true }).click()
    await page.getByRole('region', { name: 'Movements of funds' }).getByText('4,000,000.00').first().waitFor()

    await page.getByRole('button', { name: 'Fund a patient' }).click()
    await page
      .getByLabel('Patient CHF ID')
      .last()
      .fill(await chfId())
    await page.keyboard.press('Enter')
    await page.getByText(/^Ngozi Okonkwo \(/).waitFor()
    await page.getByLabel('Amount').fill('1500000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Fund patient' }).click()
    await page
      .getByText(/^The wallet of .* has been credited$/)
      .first()
      .waitFor()
    expect(problems).toEqual([])
  })
})

test.each([
  ['COE_STAFF', 'Billing', 'Service', /Oncology consultation, first visit/, 'Add service'],
  ['PHARMACIST', 'Drug billing', 'Drug', /Anastrozole 1 mg/, 'Add drug'],
] as const)('%s bills the patient', async (role, link, kind, item, add) => {
  await portal.as(role, { name: `way-${role}`, at: '/dashboard' }, async ({ page, problems }) => {
    await open(page, link, 'Billing')
    await page.getByRole('searchbox', { name: 'Patient' }).fill('Ngozi')
    await page.getByRole('button', { name: 'Find patient' }).click()
    await page.getByRole('button', { name: 'Select Ngozi Okonkwo' }).click()
    await page.getByRole('combobox', { name: kind }).click()
    await page.getByRole('option', { name: item }).first().click()
    await page.getByLabel('Quantity', { exact: true }).fill('2')
    await page.getByRole('button', { name: add }).click()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Complete billing' }).click()
    await page.getByText(/^TRX-\d{4}-\d{6} has been billed/).waitFor()
    expect(problems).toEqual([])
  })
})

test.each(STEPS)('%s takes the step %s for all that waits', async (role, verb) => {
  await portal.as(role, { name: `way-${role}`, at: '/dashboard' }, async ({ page, problems }) => {
    await open(page, /Consolidated billing/, /Consolidated billing summary/)
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await bar.getByText('2 selected').waitFor()
    await bar.getByRole('button', { name: verb, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: `${verb} 2 transactions` }).click()
    await dialog.getByText('Done for 2 transactions').waitFor()
    expect(problems).toEqual([])
  })
})

test('an auditor replays every movement of the wallet, proves it, and finds the books in balance', async () => {
  await portal.as('AUDITOR', { name: 'way-auditor', at: '/dashboard' }, async ({ page, problems }) => {
    await open(page, 'Wallet replay', /Wallet/)
    await page.goto(`${portal.url}/ledger/wallets/${encodeURIComponent(patient)}`)
    const movements = page.getByRole('region', { name: 'Movements' })
    await movements.getByText('3 rows').waitFor()
    await page.getByRole('button', { name: 'Prove' }).click()
    await page.getByText(/^Proved up to log position \d+, recorded /).waitFor()
    await open(page, 'Trial balance', /Trial balance|Ledger/)
    await page.getByRole('region', { name: 'Trial balance' }).getByText('10,000,000.00').first().waitFor()
    expect(problems).toEqual([])
  })
  const auditor = await portal.demo.as('AUDITOR')
  const { data } = (await auditor.get('/api/ledger/trial-balance')).json<{ data: Record<string, unknown> }>()
  expect(JSON.stringify(data)).toContain('"0.00"')
})

test('an analyst downloads the report as CSV, and its manifest has the hash of the file', async () => {
  await portal.as('ANALYST', { name: 'way-analyst', at: '/dashboard' }, async ({ page, problems }) => {
    await open(page, /Consolidated billing/, /Consolidated billing summary/)
    const views = page.getByRole('navigation', { name: 'Views of this list' })
    await views.getByRole('link', { name: 'Transactions' }).click()
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor()
    await page.getByText('2 rows').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const bytes = await readFile(await download.path())
    expect(bytes.toString().trim().split('\n')).toHaveLength(3)
    expect(bytes.toString()).not.toContain('Okonkwo')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { rows } = await portal.demo.context.pool.query<{ sha256: string }>('select sha256 from export_manifest')
    expect(rows).toEqual([{ sha256 }])
    expect(problems).toEqual([])
  })
})

async function chfId(): Promise<string> {
  const { rows } = await portal.demo.context.pool.query<{ chf_id: string }>(
    'select chf_id from patient where id = $1',
    [personOf('PATIENT').userId],
  )
  return rows[0]?.chf_id ?? ''
}
