import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const NEXT_YEAR = new Date().getUTCFullYear() + 1
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })

test('an administrator adds a service, gives a hospital a price of its own, and reads who changed what', async () => {
  await portal.as('SUPER_ADMIN', { name: 'services', at: '/dashboard' }, async ({ page, problems }) => {
    await page.getByRole('link', { name: 'Services', exact: true }).first().click()
    await page.getByText(/^6\d rows$/).waitFor()
    await keepPicture(page, 'services')
    // Nothing of it can be added up.
    expect(await page.getByText('Total', { exact: true }).count()).toBe(0)

    await page.getByRole('button', { name: 'Add service' }).focus()
    await page.keyboard.press('Enter')
    const adding = page.getByRole('dialog', { name: 'Add a service' })
    await adding.getByLabel('Service name').fill('Ultrasound of the neck')
    await page.keyboard.press('Tab')
    await page.keyboard.type('RT01')
    await page.keyboard.press('Tab')
    await page.keyboard.type('9000')
    await adding.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: 'Imaging' }).click()
    await adding.getByRole('button', { name: 'Add service' }).click()
    await adding.getByText('Another service has this code').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'service-refused')
    await adding.getByLabel('Service code').fill('USN')
    await adding.getByRole('button', { name: 'Add service' }).click()
    await adding.waitFor({ state: 'detached' })
    await page.getByText('65 rows').waitFor()

    await page.getByRole('searchbox').fill('USN')
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Prices of Ultrasound of the neck' }).click()
    const prices = page.getByRole('dialog', { name: 'Prices of Ultrasound of the neck' })
    await prices.getByText('No hospital has an own price.').waitFor()
    await prices.getByRole('button', { name: 'Attach hospital' }).click()
    await prices.getByText('Select a hospital').waitFor()
    await prices.getByText('A price is required').waitFor()
    await prices.getByRole('combobox', { name: 'Hospital' }).click()
    await page.getByRole('option', { name: 'National Hospital, Abuja' }).click()
    await prices.getByLabel('Price', { exact: true }).fill('9500')
    await prices.getByRole('button', { name: 'Attach hospital' }).click()
    await prices.getByText('NGN 9,500.00').waitFor()
    await prices.getByRole('button', { name: 'Change the price of National Hospital, Abuja' }).click()
    await prices.getByLabel('Price', { exact: true }).fill('9800')
    await prices.getByRole('button', { name: 'Save price' }).click()
    await prices.getByText('NGN 9,800.00').waitFor()
    // A price of a day to come, for all without one of their own: today's is changed otherwise.
    await prices.getByRole('combobox', { name: 'Hospital' }).click()
    await page.getByRole('option', { name: 'All hospitals without an own price' }).click()
    await prices.getByLabel('Price', { exact: true }).fill('9900')
    await prices.getByRole('button', { name: 'Plan price' }).click()
    await prices.getByText("Enter the first day. To change today's price, use Edit.").waitFor()
    await prices.getByRole('textbox', { name: 'From' }).fill(`1-6-${NEXT_YEAR}`)
    await prices.getByRole('button', { name: 'Plan price' }).click()
    await prices.getByText(`From 1-6-${NEXT_YEAR}: hospitals without an own price`).waitFor()
    await prices.getByText('NGN 9,900.00').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'service-prices')
    await page.keyboard.press('Escape')
    await prices.waitFor({ state: 'detached' })

    await cell(page, 'Ultrasound of the neck').click()
    const detail = page.getByRole('dialog', { name: 'Service', exact: true })
    await detail.getByText('9,800.00').waitFor()
    // It is named by what people call it, never by the key of its record.
    await detail.getByText('Service USN', { exact: true }).waitFor()
    expect(await detail.innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    await detail.getByRole('tab', { name: 'Planned prices' }).click()
    await detail.getByText('9,900.00').waitFor()
    await detail.getByRole('tab', { name: 'History' }).click()
    await detail.getByText(`Price from 1-6-${NEXT_YEAR} on: NGN 9,900.00`).waitFor()
    await detail.getByText('Own price of National Hospital, Abuja changed from NGN 9,500.00 to NGN 9,800.00').waitFor()
    await detail.getByText('Added as Ultrasound of the neck (USN) at NGN 9,000.00').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'service-history')
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Delete Ultrasound of the neck' }).click()
    const deleting = page.getByRole('dialog', { name: 'Delete service' })
    await deleting.getByRole('button', { name: 'Delete service' }).click()
    await deleting.waitFor({ state: 'detached' })
    await page.getByText('No data available').waitFor()
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  })
})

test('the staff of a hospital see its own prices, and change none', async () => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  await portal.as('COE_STAFF', { name: 'coe-services', options }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/services/coe`)
    await page.getByRole('heading', { level: 1, name: 'Services of the hospital' }).waitFor()
    await page.getByText(/^6\d rows$/).waitFor()
    expect(await page.getByRole('button', { name: /^(Edit|Prices|Delete|Add)/ }).count()).toBe(0)
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'coe-services-360')
    expect(problems).toEqual([])
  })
})

test('who reaches all hospitals chooses whose prices they see', async () => {
  await portal.as('SUPER_ADMIN', { name: 'services-of-a-hospital' }, async ({ page }) => {
    await page.goto(`${portal.url}/services/coe`)
    await page.getByText('No hospital chosen').waitFor()
    await page.getByRole('search', { name: 'Filter' }).getByRole('combobox', { name: 'Hospital' }).click()
    await page.getByRole('option', { name: 'National Hospital, Abuja' }).click()
    await page.getByText(/^6\d rows$/).waitFor()
    await page.getByRole('gridcell', { name: '41,800.00' }).waitFor()
    await page.getByRole('search', { name: 'Filter' }).getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: 'Imaging' }).click()
    await page.getByText(/^[1-5]?\d rows$/).waitFor()
  })
})

test('the highest price is not cut', async () => {
  const admin = await portal.demo.as('SUPER_ADMIN')
  const dearest = { service_name: 'Dearest', service_code: 'DEAR', service_category_id: 1, price: '9999999999.99' }
  expect((await admin.post('/api/services', dearest)).statusCode).toBe(200)
  const options = { viewport: { width: 1280, height: 800 } }
  await portal.as('SUPER_ADMIN', { name: 'dearest', options, at: '/services?search=DEAR' }, async ({ page }) => {
    const price = page.getByRole('gridcell', { name: '9,999,999,999.99' })
    await price.waitFor()
    await page.locator('.ag-root').waitFor()
    const cut = await price.evaluate((shown) =>
      [shown, ...shown.querySelectorAll('*')].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1),
    )
    expect(cut).toBe(false)
    await keepPicture(page, 'services-dearest')
  })
})
