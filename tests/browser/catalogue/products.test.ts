import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { referenceProductId } from '#scripts/demo/catalogue/reference.ts'
import { OWN } from '#tests/api/money/billing/hospital.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { choosePatient } from '#tests/browser/money/billing-page.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })
const ANASTROZOLE = referenceProductId(MEDICINES.find(({ name }) => name === 'Anastrozole 1 mg')?.id ?? '')

test('an administrator adds a product by keyboard, reads its history, and takes it off the list', async () => {
  await portal.as('SUPER_ADMIN', { name: 'products', at: '/dashboard' }, async ({ page, problems }) => {
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByText(/^10\d rows/).waitFor()
    await keepPicture(page, 'products')

    await page.getByRole('button', { name: 'Add product' }).focus()
    await page.keyboard.press('Enter')
    const adding = page.getByRole('dialog', { name: 'Add a product' })
    await adding.getByRole('button', { name: 'Add product' }).click()
    await adding.getByText('A product name is required').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.type('Trabectedin 1 mg')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Roche')
    await page.keyboard.press('Tab')
    await page.keyboard.type('310000')
    await page.keyboard.press('Enter')
    await adding.waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('trabectedin')
    await page.getByText('1 row', { exact: true }).waitFor()

    await cell(page, 'Trabectedin 1 mg').click()
    const detail = page.getByRole('dialog', { name: 'Product', exact: true })
    await detail.getByRole('tab', { name: 'History' }).click()
    await detail.getByText('Added as Trabectedin 1 mg, by Roche, at NGN 310,000.00').waitFor()
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Delist Trabectedin 1 mg' }).click()
    const delisting = page.getByRole('dialog', { name: 'Take product off the list' })
    await delisting.getByRole('button', { name: 'Take off the list' }).click()
    await delisting.waitFor({ state: 'detached' })
    await page.getByText('No data available').waitFor()
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  })
})

test('a pharmacist comes by the menu to what their hospital has, records what came in and went, and reads how it came to that', async () => {
  await portal.as('PHARMACIST', { name: 'drug-stock', at: '/dashboard' }, async ({ page, problems }) => {
    await page.getByRole('link', { name: 'Drug stock', exact: true }).first().click()
    await page.getByRole('searchbox').fill('bleomycin')
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Stock of Bleomycin 15 IU' }).click()
    const stock = page.getByRole('dialog', { name: 'Stock of Bleomycin 15 IU' })
    await stock.getByText('No stock is recorded here yet').waitFor()
    await stock.getByLabel('Quantity delivered').fill('40')
    await stock.getByLabel('Note').fill('Waybill 12')
    await stock.getByRole('button', { name: 'Record delivery' }).click()
    await stock.waitFor({ state: 'detached' })
    await cell(page, '40').waitFor()
    await keepPicture(page, 'pharmacist-products')

    await page.getByRole('button', { name: 'Stock of Bleomycin 15 IU' }).click()
    await stock.getByText('There are 40 by what is recorded.').waitFor()
    await stock.getByRole('combobox', { name: 'What happened' }).click()
    await page.getByRole('option', { name: 'Removal' }).click()
    await stock.getByLabel('Quantity removed').fill('41')
    await stock.getByLabel('Reason').fill('Broken on the way')
    await stock.getByRole('button', { name: 'Record removal' }).click()
    await stock.getByText('There are only 40').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'product-stock-refused')
    await stock.getByLabel('Quantity removed').fill('2')
    await stock.getByRole('button', { name: 'Record removal' }).click()
    await stock.waitFor({ state: 'detached' })

    await cell(page, 'Bleomycin 15 IU').click()
    const detail = page.getByRole('dialog', { name: 'Product', exact: true })
    await detail.getByRole('button', { name: /^Ahmadu Bello/ }).click()
    await detail.getByText('2 removed: from 40 to 38').waitFor()
    await detail.getByText('Reason: Broken on the way').waitFor()
    await detail.getByText('40 received (Waybill 12): the first record, 40').waitFor()
    expect(await detail.innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'product-movements')
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  })
})

test('who counts what somebody has changed meanwhile is told, and shown what there is now', async () => {
  const colleague = await portal.demo.as('COE_ADMIN')
  const moves = `/api/products/${referenceProductId(MEDICINES[0]?.id ?? '')}/coes/${OWN}/stock`
  await colleague.post(`${moves}/received`, { quantity: 10 })
  await portal.as('PHARMACIST', { name: 'stock-counted', at: '/products' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Stock of Allopurinol 100 mg' }).click()
    const stock = page.getByRole('dialog', { name: 'Stock of Allopurinol 100 mg' })
    await stock.getByText('There are 10 by what is recorded.').waitFor()
    await colleague.post(`${moves}/received`, { quantity: 5 })
    await stock.getByRole('combobox', { name: 'What happened' }).click()
    await page.getByRole('option', { name: 'Count' }).click()
    await stock.getByLabel('Quantity counted').fill('9')
    await stock.getByLabel('Reason').fill('Count of the month')
    await stock.getByRole('button', { name: 'Record count' }).click()
    await stock.getByText('The stock changed since you counted. Check it again.').waitFor()
    await stock.getByText('There are 15 by what is recorded.').waitFor()
    await stock.getByLabel('Quantity counted').fill('14')
    await stock.getByRole('button', { name: 'Record count' }).click()
    await stock.waitFor({ state: 'detached' })
  })
})

test('a pharmacist sees the stock of their own hospital, as a list and where they bill', async () => {
  const colleague = await portal.demo.as('COE_ADMIN')
  await colleague.post(`/api/products/${ANASTROZOLE}/coes/${OWN}/stock/received`, { quantity: 1_200 })
  await portal.demo.context.caughtUp(await portal.demo.context.log.head())
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
  await portal.as('PHARMACIST', { name: 'pharmacist-stock', options }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/products?search=anastrozole`)
    await page.getByText('1 row', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^(Edit|Delist|Add)/ }).count()).toBe(0)
    expect(await sidewaysScroll(page)).toBe(0)
    await keepPicture(page, 'products-360')
    await page.goto(`${portal.url}/coestaff/billing?tab=drugs`)
    await choosePatient(page, 'patient@chf.example')
    const drug = page.getByRole('combobox', { name: 'Drug' })
    await drug.fill('anastro')
    await page.getByRole('option', { name: /Anastrozole 1 mg/ }).click()
    await page.getByText(/^In stock: 1,200, as recorded on \d/).waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await keepPicture(page, 'drug-stock-360')
    await page.getByRole('textbox', { name: 'Quantity' }).fill('1201')
    await page.getByRole('button', { name: 'Add drug' }).click()
    await page.getByText('Only 1,200 recorded in stock').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'drug-short-360')
    await drug.fill('cispl')
    await page.getByRole('option', { name: /Cisplatin 10 mg/ }).click()
    await page.getByText('Your hospital has not recorded stock of it.').waitFor()
    expect(problems).toEqual([])
  })
})
