import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BilledAnswer } from '#api/money/contracts/billing.ts'
import { CONSULTATION, demoPatient, fund, OTHER, OWN } from '#tests/api/money/billing/hospital.ts'
import { axeProblems, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

const BILLS = 23
const COMMENT = 'Seen in clinic, fit for the next cycle'
const PHONE = { viewport: { width: 360, height: 740 } }
const PDF = '%PDF-1.7\n%%EOF\n'

let portal: Portal
let last: BilledAnswer['data']
beforeAll(async () => {
  portal = await startPortal()
  await fund(portal.demo, demoPatient(), OWN, 100_000_000)
  await fund(portal.demo, demoPatient(2), OTHER, 5_000_000)
  for (let count = 1; count < BILLS; count += 1) await bill(1)
  last = await bill(2, { comment: COMMENT, documents: [{ document_url: await upload(), document_name: 'Histology' }] })
})
afterAll(() => portal.end())

async function bill(quantity: number, rest: object = {}): Promise<BilledAnswer['data']> {
  const staff = await portal.demo.as('COE_STAFF')
  const body = { patient_id: demoPatient(), services: [{ service_id: CONSULTATION, quantity }], ...rest }
  return BilledAnswer.parse((await staff.post('/api/coestaff/billings', body)).json()).data
}

async function upload(): Promise<string> {
  const { token } = await portal.demo.as('COE_STAFF')
  const body = new FormData()
  body.append('file', new File([PDF], 'histology.pdf', { type: 'application/pdf' }))
  const headers = { authorization: `Bearer ${token}` }
  const answer: unknown = await (await fetch(`${portal.url}/api/documents`, { method: 'POST', headers, body })).json()
  return (answer as { data: string }).data
}

async function isFine(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  expect(await smallThings(page)).toEqual([])
}

/** What is smaller than 44 px to touch, in the shell too, and what of the page's own content is written smaller than 16 px. */
const smallThings = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const targets = [...document.querySelectorAll('a, button, input')].filter((one) => {
      const { height, width, bottom } = one.getBoundingClientRect()
      return width > 0 && bottom > 0 && (height < 44 || width < 44)
    })
    const texts = [...main.querySelectorAll('*')].filter(
      (one) =>
        one.checkVisibility() &&
        [...one.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== '') &&
        Number.parseFloat(getComputedStyle(one).fontSize) < 16,
    )
    return [...targets, ...texts].map((one) => one.outerHTML.slice(0, 120))
  })

const cards = (page: Page) => page.getByRole('list', { name: 'Bills' }).getByRole('listitem')

test.each(['light', 'dark'] as const)(
  'a patient reads wallet, bills and one bill on a phone, in %s',
  async (scheme) => {
    const options = { ...PHONE, colorScheme: scheme }
    await portal.as('PATIENT', { name: `patient-${scheme}`, at: '/dashboard', options }, async ({ page, problems }) => {
      const wallet = page.getByRole('region', { name: 'My wallet' })
      await wallet.getByText('NGN 640,000.00').waitFor()
      expect(await wallet.getByRole('definition').allInnerTexts()).toEqual([
        'NGN\u00a0640,000.00',
        'NGN\u00a01,000,000.00',
        'NGN\u00a0360,000.00',
        expect.stringMatching(/^\d+-\d+-\d{4} \d\d:\d\d$/),
        expect.stringContaining('Ahmadu Bello'),
        expect.stringContaining('Zaria'),
      ])
      await expect.poll(() => cards(page).count()).toBe(5)
      expect(await cards(page).first().innerText()).toContain(last.transaction_id)
      await isFine(page)
      await page.getByRole('button', { name: 'Open the menu' }).click()
      await page.getByRole('dialog').getByRole('link', { name: 'My wallet' }).waitFor()
      expect(await smallThings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await page.getByRole('link', { name: 'Wallet statement' }).click()
      const rows = page.getByRole('table').getByRole('row')
      await page.getByRole('row', { name: /^Closing balance/ }).waitFor()
      expect(await rows.count()).toBe(1 + 1 + BILLS + 1 + 1)
      expect(await rows.nth(2).innerText()).toMatch(/Paid in by the fund[^]*1,000,000\.00[^]*1,000,000\.00/)
      expect(await rows.last().innerText()).toMatch(/Closing balance[^]*1,000,000\.00[^]*360,000\.00[^]*640,000\.00/)
      await page.getByText(/^From the beginning to \d+-\d+-\d{4}$/).waitFor()
      await isFine(page)
      await page.goBack()

      await page.getByRole('link', { name: 'All my bills' }).click()
      await page.getByRole('heading', { level: 1, name: 'My billing history' }).waitFor()
      await page.getByRole('button', { name: 'Load more' }).waitFor()
      await expect.poll(() => cards(page).count()).toBe(20)
      await isFine(page)
      await page.getByRole('button', { name: 'Load more' }).click()
      await page.getByRole('button', { name: 'Load more' }).waitFor({ state: 'detached' })
      const read = await cards(page).allInnerTexts()
      expect(new Set(read.map((text) => /TRX-\d{4}-\d{6}/.exec(text)?.[0])).size).toBe(BILLS)
      expect(read[0]).toMatch(
        /Taken from your wallet[^]*Oncology consultation, first visit[^]*Sani Abubakar, Oncology nurse[^]*NGN\s30,000\.00/,
      )

      await cards(page).first().getByRole('link').click()
      await page.getByRole('heading', { level: 1, name: `Bill ${last.transaction_id}` }).waitFor()
      await page.getByText(COMMENT).waitFor()
      await page.getByText('Total, quantity 2').waitFor()
      const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
      expect(await steps.allInnerTexts()).toEqual([
        expect.stringMatching(/^The hospital treated you[^]*Done/),
        expect.stringMatching(/^The Ministry of Health checks the bill\s+Under way/),
        expect.stringMatching(/^The hospital is paid\s+Not yet/),
      ])
      await page.getByText('Next, the Ministry of Health checks the bill.').waitFor()
      await isFine(page)
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Histology' }).click()
      expect((await saved).suggestedFilename()).toBe('histology.pdf')

      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'My billing history' }).waitFor()
      await expect.poll(() => cards(page).count()).toBe(BILLS)
      expect(problems).toEqual([])
    })
  },
)

test('a patient reaches a bill and its way back by keyboard alone', async () => {
  await portal.as(
    'PATIENT',
    { name: 'patient-keyboard', at: '/dashboard', options: PHONE },
    async ({ page, problems }) => {
      const first = cards(page).first().getByRole('link')
      await first.waitFor()
      const focused = () => first.evaluate((link) => link === document.activeElement)
      for (let count = 0; count < 30 && !(await focused()); count += 1) await page.keyboard.press('Tab')
      expect(await focused()).toBe(true)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: `Bill ${last.transaction_id}` }).waitFor()
      const back = page
        .getByRole('navigation', { name: 'Breadcrumbs' })
        .getByRole('link', { name: 'My billing history' })
      await back.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'My billing history' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/users/billing_history')
      expect(problems).toEqual([])
    },
  )
})

test('a patient without bills reads so, and what they may do', async () => {
  await portal.as(
    'PATIENT',
    { name: 'patient-empty', second: 2, at: '/dashboard', options: PHONE },
    async ({ page }) => {
      await page.getByRole('region', { name: 'My wallet' }).getByText('NGN 50,000.00').first().waitFor()
      await page.getByText('You do not have any billing yet').waitFor()
      await page.goto(`${portal.url}/users/billing_history`)
      await page.getByText('You do not have any billing yet').waitFor()
      await isFine(page)
      await page.goto(`${portal.url}/users/billing_history?from=2020-01-01&to=2020-01-31`)
      await page.getByText('No bills between these dates').waitFor()
      // Somebody else's bill is none.
      await page.goto(`${portal.url}/users/billing_history/${last.id}`)
      await page.getByRole('alert').getByText('Bill not found').waitFor()
      expect(await page.getByText(last.transaction_id).count()).toBe(0)
      await isFine(page)
    },
  )
})

test('what cannot be loaded says so, and Retry brings it', async () => {
  await portal.as('PATIENT', { name: 'patient-failing', at: '/dashboard', options: PHONE }, async ({ page }) => {
    await cards(page).first().waitFor()
    await page.route('**/api/patients/billing_history?*', (route) =>
      route.fulfill({ status: 409, json: { message: 'Not just now' } }),
    )
    await page.goto(`${portal.url}/users/billing_history`)
    await page.getByRole('alert').getByText('Not just now').waitFor()
    await isFine(page)
    await page.unroute('**/api/patients/billing_history?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await cards(page).first().waitFor()
  })
})

test('staff are sent away from patients’ pages and see no wallet', async () => {
  await portal.as('COE_STAFF', { name: 'staff-no-wallet' }, async ({ page, problems }) => {
    for (const path of ['/users/billing_history', `/users/billing_history/${last.id}`]) {
      await page.goto(`${portal.url}${path}`)
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    }
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('region', { name: 'My wallet' }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})

test.each(['light', 'dark'] as const)(
  'the header has the wallet and a bell, whose dot goes once its bills were read, in %s',
  async (colorScheme) => {
    const staff = await portal.demo.as('COE_STAFF', 2)
    const body = { patient_id: demoPatient(2), services: [{ service_id: CONSULTATION, quantity: 1 }] }
    const billed = BilledAnswer.parse((await staff.post('/api/coestaff/billings', body)).json()).data
    const visit = {
      name: `bell-${colorScheme}`,
      second: 2,
      at: '/dashboard',
      options: { ...PHONE, colorScheme },
    } as const
    await portal.as('PATIENT', visit, async ({ page, problems }) => {
      const header = page.getByRole('banner')
      await header.getByRole('link', { name: /^Wallet NGN.\d/ }).waitFor()
      // The name of the fund has room beside what stands in its line.
      const brand = header.getByRole('link', { name: 'Cancer Health Fund' })
      expect(await brand.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await header.getByRole('button', { name: 'Notices, 1 unread' }).click()
      const notice = page.getByRole('menuitem', { name: /^New: .+ billed NGN.\d/ })
      await notice.waitFor()
      await isFine(page)
      await page.keyboard.press('Escape')
      await header.getByRole('button', { name: 'Notices', exact: true }).waitFor()
      await page.reload()
      await header.getByRole('button', { name: 'Notices', exact: true }).click()
      await page
        .getByRole('menuitem', { name: /billed NGN.\d/ })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: `Bill ${billed.transaction_id}` }).waitFor()
      await header.getByRole('link', { name: /^Wallet NGN/ }).click()
      await page.getByRole('heading', { level: 1, name: 'Wallet statement' }).waitFor()
      expect(problems).toEqual([])
    })
  },
)
