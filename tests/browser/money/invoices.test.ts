import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BilledAnswer } from '#api/money/contracts/billing.ts'
import { CONSULTATION, demoPatient, fund, OWN } from '#tests/api/money/billing/hospital.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
const references: string[] = []
beforeAll(async () => {
  portal = await startPortal()
  await fund(portal.demo, demoPatient(), OWN, 500_000_00)
  for (const quantity of [1, 2, 3]) {
    const services = [{ service_id: CONSULTATION, quantity }]
    const staff = await portal.demo.as('COE_STAFF')
    const billed = await staff.post('/api/coestaff/billings', { patient_id: demoPatient(), services })
    references.push(BilledAnswer.parse(billed.json()).data.transaction_id)
  }
  const [disputed = ''] = references
  const admin = await portal.demo.as('COE_ADMIN')
  const raised = await admin.post('/api/transactions/dispute', { transaction_id: disputed, comment: 'Billed twice' })
  expect(raised.statusCode).toBe(200)
  await allRead()
})
afterAll(() => portal.end())

const open = async (page: Page, path: string, heading: string) => {
  await page.goto(`${portal.url}${path}`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}
/** What was told to the API beside the screen is in its lists. */
const allRead = async () => portal.demo.context.caughtUp(await portal.demo.context.log.head())
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const today = () => {
  const [year = '', month = '', day = ''] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' })
    .format(new Date())
    .split('-')
  return `${Number(day)}-${Number(month)}-${year}`
}
let number = ''

test('hospital staff see what would be on an invoice and what is left out, and generate it by keyboard', async () => {
  const [disputed = ''] = references
  await portal.as('COE_STAFF', { name: 'invoice-generate' }, async ({ page, problems }) => {
    await open(page, '/cmd/invoice', 'Invoices: hospital')
    await page.getByText('No data available').waitFor()
    await page.getByRole('button', { name: 'Generate Invoice' }).press('Enter')
    const form = dialog(page, 'Generate invoice')
    await form.getByRole('button', { name: 'Show the bills' }).press('Enter')
    await form.getByText('You must select a start and end date to generate invoice').first().waitFor()
    await form.getByRole('textbox', { name: 'Start date' }).fill(today())
    await form.getByRole('textbox', { name: 'End date' }).fill(today())
    await form.getByRole('textbox', { name: 'End date' }).press('Enter')
    await form.getByText(/Generate an invoice of NGN\s[\d,.]+ for 2 transactions/).waitFor()
    await form.getByText('It then goes to the CMD of your hospital.').waitFor()
    const leftOut = form.getByRole('region', { name: 'Bills left out' })
    await leftOut.getByText(disputed).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'invoice-preview')
    await form.getByRole('button', { name: 'Generate Invoice' }).press('Enter')
    await page.getByText('Invoice generated successfully').first().waitFor()
    // It is seen next, with what becomes of it.
    const record = dialog(page, 'Invoice')
    await record.getByText('The CMD of your hospital reads this invoice and approves it.').waitFor()
    await record.getByText('PENDING').first().waitFor()
    const head = await record
      .getByText(/^Invoice INV-\d{4}-\d{6}/)
      .first()
      .innerText()
    number = /INV-\d{4}-\d{6}/.exec(head)?.[0] ?? ''
    expect(number).toMatch(/^INV-/)
    expect(await record.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await keepPicture(page, 'invoice-record')
    expect(problems).toEqual([])
  })
})

test('a bill on an invoice can be initiated or disputed by nobody alone, and says so', async () => {
  const [, second = ''] = references
  await portal.as('FINANCE', { name: 'invoice-alone' }, async ({ page, problems }) => {
    await open(page, '/payments/consolidated_report?status=', 'Consolidated billing summary report')
    await page.getByRole('gridcell', { name: second, exact: true }).click()
    await dialog(page, 'Transaction Detail').getByText(number).first().waitFor()
    expect(problems).toEqual([])
  })
})

const STEPS = [
  { role: 'COE_ADMIN', path: '/cmd/invoice', heading: 'Invoices: hospital', verb: 'Approve', becomes: 'CMD APPROVED' },
  {
    role: 'FINANCE',
    path: '/initiator/invoice',
    heading: 'Invoices: initiator',
    verb: 'Initiate',
    becomes: 'INITIATED',
  },
  { role: 'NCCP', path: '/nccp/invoice', heading: 'Invoices: NCCP', verb: 'Recommend', becomes: 'RECOMMENDED' },
  { role: 'DHS', path: '/dhs/invoice', heading: 'Invoices: DHS', verb: 'Approve', becomes: 'APPROVED' },
  { role: 'DFA', path: '/dfa/invoice', heading: 'Invoices: DFA', verb: 'Recommend', becomes: 'DFA APPROVED' },
  {
    role: 'PERMSEC',
    path: '/permsec/invoice',
    heading: 'Invoices: Permanent Secretary',
    verb: 'Approve Payment',
    becomes: 'PERMSEC APPROVED',
  },
] as const

test.each(STEPS)('it waits on the home of $role, who takes the step on its screen', async (step) => {
  const { role, path, heading, verb, becomes } = step
  await portal.as(role, { name: `invoice-${role.toLowerCase()}` }, async ({ page, problems }) => {
    await open(page, '/dashboard', 'Dashboard')
    await page.getByRole('button', { name: /^Notices, \d+ unread$/ }).click()
    await page.getByRole('menuitem', { name: new RegExp(`^New: ${number}, .+ is ready for you`) }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `invoice-bell-${role.toLowerCase()}`)
    await page.keyboard.press('Escape')
    await page
      .getByRole('region', { name: /^Invoices ready for you/ })
      .getByText('1 invoice')
      .first()
      .waitFor()
    await page
      .getByRole('region', { name: /^Invoices ready for you/ })
      .getByRole('link', { name: 'All of them' })
      .click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `invoices-${role.toLowerCase()}`)
    await page.getByRole('button', { name: `${verb} ${number}` }).click()
    const asked = page.getByRole('dialog').filter({ hasText: number })
    await asked.getByText(new RegExp(`^${verb} NGN\\s[\\d,.]+ for invoice INV-[\\d-]+ of`)).waitFor()
    if (role === 'PERMSEC') await asked.getByText('This is the last step: it pays').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await asked.getByRole('button', { name: `${verb} 1 invoice` }).click()
    await asked.getByText(/Done for 1 invoice/).waitFor()
    await asked.getByText(becomes, { exact: true }).waitFor()
    await asked.getByRole('button', { name: 'Finish' }).click()
    await page.getByText('Nothing is ready for you').waitFor()
    expect(problems).toEqual([])
  })
})

test('whoever generated it is told by the bell that it is paid, and comes to it from there', async () => {
  await portal.as('COE_STAFF', { name: 'invoice-bell-paid', at: '/dashboard' }, async ({ page, problems }) => {
    await page.getByRole('button', { name: /^Notices, \d+ unread$/ }).click()
    await page.getByRole('menuitem', { name: new RegExp(`^New: ${number}, .+ is paid`) }).click()
    await dialog(page, 'Invoice').getByText('PERMSEC APPROVED').first().waitFor()
    expect(problems).toEqual([])
  })
})

test('the paper says all that is signed, is found true by its code, and a changed one is not', async () => {
  await portal.as('AUDITOR', { name: 'invoice-paper' }, async ({ page, problems }) => {
    await open(page, `/invoices/${number}/paper`, `Invoice ${number}`)
    const paper = page.getByRole('article', { name: `Invoice ${number}` })
    await paper.getByText(/naira.* only$/).waitFor()
    await paper.getByText('Name, signature and date').first().waitFor()
    await paper.getByRole('img', { name: `Code to verify invoice ${number}` }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'invoice-paper')
    await page.emulateMedia({ media: 'print' })
    await keepPicture(page, 'invoice-printed')
    // Paid: it says so across it, and to whom, and what one costs; a printed page has no way past the menu.
    await paper.locator('[data-word="PAID"]').waitFor()
    await paper.getByRole('heading', { name: 'Paid to' }).waitFor()
    await paper.getByRole('columnheader', { name: 'Unit price (NGN)' }).waitFor()
    expect(await page.getByText('Skip to content').isVisible()).toBe(false)
    const feet = await page.evaluate(() =>
      document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)),
    )
    expect(feet.join()).toContain(`Invoice ${number}, `)
    expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(1_000)
    await page.emulateMedia({ media: 'screen' })
    const path = await paper.getByText(/^\/invoices\/verify\//).innerText()
    await open(page, path, 'Verify an invoice')
    await page.getByText('This invoice is genuine. Compare the paper with the figures below.').waitFor()
    const other = path.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    await open(page, other, 'Verify an invoice')
    await page.getByText('This paper does not match our records.').waitFor()
    expect(await page.getByRole('main').getByText('Hospital').count()).toBe(0)
    expect(problems).toEqual([])
  })
})

test('an invoice is returned with a reason, and the hospital sees why', async () => {
  await portal.as('COE_ADMIN', { name: 'invoice-own' }, async ({ page, problems }) => {
    const staff = await portal.demo.as('COE_STAFF')
    const services = [{ service_id: CONSULTATION, quantity: 1 }]
    await staff.post('/api/coestaff/billings', { patient_id: demoPatient(), services })
    await allRead()
    await open(page, '/cmd/invoice', 'Invoices: hospital')
    await page.getByRole('button', { name: 'Generate Invoice' }).click()
    const form = dialog(page, 'Generate invoice')
    await form.getByRole('textbox', { name: 'Start date' }).fill(today())
    await form.getByRole('textbox', { name: 'End date' }).fill(today())
    await form.getByRole('button', { name: 'Show the bills' }).click()
    await form.getByText('You are the CMD, so it is approved at once.').waitFor()
    await form.getByRole('button', { name: 'Generate Invoice' }).click()
    await dialog(page, 'Invoice').getByText('Finance then initiates its payment').waitFor()
    expect(problems).toEqual([])
  })
  await portal.as('FINANCE', { name: 'invoice-return' }, async ({ page, problems }) => {
    await open(page, '/initiator/invoice', 'Invoices: initiator')
    await page.getByRole('row').filter({ hasText: 'INV-' }).getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Return', exact: true }).click()
    const asked = dialog(page, 'Return invoice')
    await asked.getByRole('button', { name: 'Return 1 invoice' }).click()
    await asked.getByText('A reason is required').waitFor()
    await asked.getByLabel('Reason for the return').fill('The bank details are old')
    await asked.getByRole('button', { name: 'Return 1 invoice' }).click()
    await asked.getByText(/Done for 1 invoice/).waitFor()
    await asked.getByText('RETURNED').waitFor()
    expect(problems).toEqual([])
  })
  await portal.as('COE_ADMIN', { name: 'invoice-returned' }, async ({ page, problems }) => {
    await open(page, '/cmd/invoice?status=returned', 'Invoices: hospital')
    await page
      .getByRole('row')
      .filter({ hasText: 'RETURNED' })
      .getByRole('gridcell')
      .filter({ hasText: 'INV-' })
      .click()
    await dialog(page, 'Invoice').getByText('The bank details are old').first().waitFor()
    expect(problems).toEqual([])
  })
})

test('a returned invoice is on the home of its hospital until it is generated again, without a bill that is left off', async () => {
  const staff = await portal.demo.as('COE_STAFF')
  const services = [{ service_id: CONSULTATION, quantity: 2 }]
  const added = await staff.post('/api/coestaff/billings', { patient_id: demoPatient(), services })
  const second = BilledAnswer.parse(added.json()).data.transaction_id
  await allRead()
  await portal.as('COE_STAFF', { name: 'invoice-again' }, async ({ page, problems }) => {
    await open(page, '/dashboard', 'Dashboard')
    const home = page.getByRole('region', { name: 'Returned invoices to generate again' })
    await home.getByRole('link').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'invoice-returned-home')
    await home.getByRole('link').click()
    await dialog(page, 'Invoice').getByRole('button', { name: 'Generate again' }).click()
    const form = page.getByRole('dialog', { name: /^Generate INV-[\d-]+ again$/ })
    await form.getByText(/Generate an invoice of NGN\s[\d,.]+ for 2 transactions/).waitFor()
    await form.getByRole('combobox', { name: `Leave off ${second}` }).selectOption('Documents are missing')
    await form.getByText(/Generate an invoice of NGN\s[\d,.]+ for 1 transaction from/).waitFor()
    await form.getByText(/^You leave off 1 transaction/).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'invoice-again')
    await form.getByRole('button', { name: 'Generate again' }).click()
    await dialog(page, 'Invoice').getByText('Left off by the hospital: Documents are missing').waitFor()
    await open(page, '/dashboard', 'Dashboard')
    await page.getByRole('navigation', { name: 'Quick links' }).waitFor()
    expect(await home.count()).toBe(0)
    expect(problems).toEqual([])
  })
})

test('the lists, an invoice and its paper fit a phone in the dark', async () => {
  const visit = {
    name: 'invoice-phone',
    options: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  } as const
  await portal.as('COE_ADMIN', visit, async ({ page, problems }) => {
    for (const [path, heading] of [
      ['/cmd/invoice?status=', 'Invoices: hospital'],
      [`/cmd/invoice/${number}?status=`, 'Invoices: hospital'],
      [`/invoices/${number}/paper`, `Invoice ${number}`],
    ] as const) {
      await open(page, path, heading)
      await page.getByText(number).first().waitFor()
      expect(await sidewaysScroll(page)).toBe(0)
      expect(await axeProblems(page)).toEqual([])
      await keepPicture(page, `invoice-phone-${path.split('/').length}`)
    }
    expect(problems).toEqual([])
  })
})

test('a hospital’s billing record makes an invoice of the days that it shows', async () => {
  await portal.as('COE_ADMIN', { name: 'invoice-record' }, async ({ page, problems }) => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date())
    await open(page, `/coeadmin/billings?start_date=${day}&end_date=${day}`, 'Billing record')
    await page.getByRole('button', { name: 'Generate Invoice' }).click()
    const form = dialog(page, 'Generate invoice')
    // The days of the screen need not be chosen again.
    await form.getByText(/Generate an invoice of NGN\s[\d,.]+ for 1 transaction from/).waitFor()
    await form.getByRole('button', { name: 'Choose other days' }).click()
    await form.getByRole('textbox', { name: 'Start date' }).waitFor()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })
})

test('invoices that cannot be loaded say so, and are asked for again', async () => {
  await portal.as('NCCP', { name: 'invoice-failure' }, async ({ page }) => {
    const isList = (url: URL) => url.pathname === '/api/invoices'
    await page.route(isList, (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong here' } }))
    await open(page, '/nccp/invoice', 'Invoices: NCCP')
    await page.getByRole('alert').getByText('Something went wrong here').waitFor()
    await page.unroute(isList)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Nothing is ready for you').waitFor()
  })
})

test('a comment that is not there says that none is loaded', async () => {
  await portal.as('COE_STAFF', { name: 'comment-none' }, async ({ page }) => {
    const none = '00000000-0000-4000-8000-000000000000'
    await page.goto(`${portal.url}/patients/${demoPatient()}/comments/${none}`)
    await dialog(page, 'Comment').getByText('No comment is loaded').waitFor()
  })
})
