import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bill, CHAIN_PEOPLE, type Ministry, ministryOf, step } from '#tests/api/money/payments/ministry.ts'
import { CONSULTATION, demoPatient } from '#tests/api/money/billing/hospital.ts'
import { lasts } from '#tests/browser/lasts.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { upload } from '#tests/support/upload.ts'
import { today } from '#web/ui/dates.ts'
import { rowOf } from './report-page.ts'

// Rows of the spec's tables that hold for screens of money and for the shell around them, each said once.

let portal: Portal
let ministry: Ministry
let paid: Bill
beforeAll(async () => {
  portal = await startPortal()
  ministry = await ministryOf(portal.demo, portal.url)
  paid = await ministry.billServices(1)
  for (const role of CHAIN_PEOPLE) await step(ministry, role, [paid])
})
afterAll(() => portal.end())

test('every page says when the support line is open, and leads to the sister portals', async () => {
  await portal.as('AUDITOR', { name: 'shell', at: '/dashboard' }, async ({ page }) => {
    const hours = page.getByRole('banner').getByText('Mon-Fri 8:00am-5:00pm')
    await hours.waitFor()
    const portals = page.getByRole('navigation', { name: 'Sister portals' }).getByRole('link')
    await expect.poll(() => portals.allTextContents()).toEqual(['CHF', 'CAP', 'CASC'])
    await page.goto(`${portal.url}/`)
    await hours.waitFor()
  })
})

test('the first page says since when, for what and up to how much the fund pays', async () => {
  await portal.as('AUDITOR', { name: 'landing' }, async ({ page }) => {
    await page.goto(`${portal.url}/home`)
    await page.getByRole('heading', { name: 'Six pilot hospitals since 2021' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    const lead = page.getByText(/^The fund pays for drugs, radiotherapy and chemotherapy/)
    expect(await lead.textContent(), 'up to about N2m per patient').toContain(
      'up to about two million naira (NGN 2,000,000.00) for each patient',
    )
    const names = page.getByRole('region', { name: 'Partner hospitals' }).getByRole('listitem').locator('strong')
    expect(await names.allTextContents()).toEqual(['ABUTH', 'FTHG', 'NHA', 'UBTH', 'UCH', 'UNTH'])
  })
})

test('the about page says since when, where, for what and up to how much', async () => {
  await portal.as('AUDITOR', { name: 'about' }, async ({ page }) => {
    await page.goto(`${portal.url}/about`)
    const said = page.getByText(/^The programme began in 2021 with six pilot hospitals/)
    const words = (await said.textContent()) ?? ''
    for (const part of ['drugs, radiotherapy and chemotherapy', 'NGN 2,000,000.00']) expect(words).toContain(part)
    for (const name of ['ABUTH', 'FTHG', 'NHA', 'UBTH', 'UCH', 'UNTH'])
      await page.getByText(name, { exact: true }).first().waitFor()
  })
})

test('a page that cannot be drawn leads to the start, and says so', async () => {
  await portal.as('AUDITOR', { name: 'render-failure', at: '/dashboard' }, async ({ page }) => {
    await page.route(/\/api\/report\/payments\/hospitals\/[^/?]+\?/, (route) => route.fulfill({ json: { data: {} } }))
    await page.goto(`${portal.url}/fmoh/finance-and-accounting/${ministry.coeId}`)
    await page
      .getByText('That page could not be shown, so we brought you back to the start. Please try again.')
      .waitFor()
    // `/home` is the first page's other address.
    expect(new URL(page.url()).pathname, 'any -> unhandled failure -> /home').toBe('/')
  })
})

test('lists say when there is nothing, and ask for a whole period where half of one is given', async () => {
  await portal.as('SUPER_ADMIN', { name: 'nothing' }, async ({ page }) => {
    await page.goto(`${portal.url}/superadmin/transactions?from=2020-01-01&to=2020-01-02`)
    await page.getByText('No data available').waitFor()
  })
  await portal.as('COE_STAFF', { name: 'half-a-period' }, async ({ page }) => {
    await page.goto(`${portal.url}/coestaff/billings?from=2020-01-01`)
    await page.getByText('You must select start date and end date').waitFor()
    // Nothing says beside it that the period is whole.
    await page.getByRole('button', { name: 'Remove filter From 1-1-2020', exact: true }).waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
  })
})

test('a bill without a comment says so', async () => {
  await portal.as('AUDITOR', { name: 'no-comment' }, async ({ page }) => {
    await page.goto(`${portal.url}/payments/consolidated_report/${paid.id}?status=`)
    await page.getByRole('dialog', { name: 'Transaction Detail' }).getByText('No Comment available').waitFor()
  })
})

test('what a physician wrote on a bill is found from the patient to be billed, with its documents', async () => {
  const doctor = await portal.demo.as('DOCTOR')
  const sent = await upload(portal.demo, doctor, 'histology.pdf', Buffer.from('%PDF-1.7\n% Histology\n'))
  const { document } = sent.json<{ document: { id: string } }>()
  const body = {
    patient_id: demoPatient(),
    comment: 'Second cycle, tolerated well',
    documents: [{ document_id: document.id, document_name: 'Histology' }],
    services: [{ service_id: CONSULTATION, quantity: 1 }],
  }
  expect((await doctor.post('/api/coestaff/billings', body)).statusCode).toBe(200)
  await portal.as(
    'DOCTOR',
    { name: 'comments', at: `/coestaff/billing?patient=${demoPatient()}` },
    async ({ page }) => {
      await page.getByRole('link', { name: 'comments' }).click()
      await page.getByText(/^What physicians wrote when Ngozi Okonkwo \(CHF-/).waitFor()
      expect(new URL(page.url()).pathname).toMatch(/^\/patients\/[^/]+\/comments$/)
      await page.getByRole('gridcell', { name: 'Second cycle, tolerated well' }).click()
      const comment = page.getByRole('dialog', { name: 'Comment' })
      await comment.getByText('Second cycle, tolerated well').waitFor()
      await comment.getByRole('button', { name: 'Documents (1)' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        comment.getByRole('button', { name: 'Histology' }).click(),
      ])
      expect(file.suggestedFilename()).toBe('histology.pdf')
      await page.goto(page.url().replace(/[^/]+$/, 'nothing'))
      await page.getByRole('dialog', { name: 'Comment' }).getByText('No comment is loaded').waitFor()
    },
  )
})

test('the consolidated summary has All, CHF Services (0) and Drugs (1), and a check mark on what is paid', async () => {
  await portal.as('FINANCE', { name: 'category' }, async ({ page }) => {
    await page.goto(`${portal.url}/payments/consolidated_report?status=`)
    const row = rowOf(page, paid)
    await row.getByText('Paid', { exact: true }).waitFor()
    const marks = row.getByText('Paid', { exact: true }).locator('xpath=..').locator('svg')
    expect(await marks.count(), 'permsec approved or split -> show -> check mark').toBeGreaterThan(0)
    expect(await row.getByRole('button').count()).toBe(0)
    const category = page.getByRole('combobox', { name: 'Category' }).or(page.getByLabel('Category', { exact: true }))
    expect(await category.first().getAttribute('placeholder')).toBe('All')
    for (const [name, value, shown, said] of [
      ['Drugs', '1', 0, '1 = Drugs'],
      ['CHF Services', '0', 1, '0 = CHF Services'],
    ] as const) {
      await category.first().click()
      await page.getByRole('option', { name }).click()
      await expect.poll(() => new URL(page.url()).searchParams.get('is_drug'), { message: said }).toBe(value)
      await expect.poll(() => rowOf(page, paid).count().then(Boolean)).toBe(Boolean(shown))
    }
  })
})

test('a hospital’s billing history opens on today, both its dates', async () => {
  await portal.as('AUDITOR', { name: 'today' }, async ({ page }) => {
    const asked = page.waitForRequest(/\/billings\?/)
    await page.goto(`${portal.url}/superadmin/billings/${ministry.coeId}`)
    const query = new URL((await asked).url()).searchParams
    expect([query.get('start_date'), query.get('end_date')], 'both today').toEqual([today(), today()])
    // The list is what they came for: its figures take one line.
    const figures = page.getByRole('region', { name: /^Figures of/ }).locator('strong')
    await figures.first().waitFor()
    const lines = await figures.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect([lines.length, new Set(lines).size]).toEqual([4, 1])
  })
})

test('what was done is said for five seconds', async () => {
  await portal.as('ANALYST', { name: 'toast' }, async ({ page }) => {
    await page.clock.install()
    await page.goto(`${portal.url}/users/profile`)
    await page.getByRole('button', { name: 'Edit profile' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor()
    const said = page.getByText('Profile updated.')
    await lasts(page, '5000 ms', () => page.getByRole('button', { name: 'Save' }).click(), {
      said,
      isOver: async () => (await said.count()) === 0,
    })
  })
})
