import { afterAll, beforeAll, expect, test } from 'vitest'
import { pilotCoeId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const csv = (...lines: string[]) => ({
  name: 'prices.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Service code,Service,Category code,Hospital code,Price', ...lines].join('\n')),
})

test('a price list is looked at, refused where it changed meanwhile, looked at again and imported', async () => {
  const admin = await portal.demo.as('SUPER_ADMIN')
  await portal.as('SUPER_ADMIN', { name: 'price-list', at: '/services' }, async ({ page, problems }) => {
    await page.getByRole('link', { name: 'Price list: export and import' }).click()
    await page.getByRole('heading', { level: 1, name: 'Price list' }).waitFor()
    await page.getByText(/^\d{3} rows/).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'price-list')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import a price list' })
    const file = dialog.getByLabel('CSV file')
    await file.setInputFiles({ name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from('Some,thing\n1,2') })
    await dialog.getByText('There is no column "Some"').waitFor()
    const ansi = Buffer.from('Service code,Service,Price\nRT01,Caf\xe9,1', 'latin1')
    await file.setInputFiles({ name: 'ansi.csv', mimeType: 'text/csv', buffer: ansi })
    await dialog.getByText('choose Save as and then CSV UTF-8').waitFor()
    const semicolons = Buffer.from('Service code;Price (NGN)\nRT01;125,500')
    await file.setInputFiles({ name: 'semicolons.csv', mimeType: 'text/csv', buffer: semicolons })
    await dialog.getByText('Row 2: what does the comma in 125,500 mean?').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Decimals' }).click()
    await dialog.getByText('1 price changes by more than half.').waitFor()
    await dialog.getByText('-100 %').waitFor()
    await file.setInputFiles(
      csv('RT06,,,,900000', 'USN,Ultrasound of the neck,IMAG,,9000', 'USN,,,UCH,9500', 'RT07,,,NOPE,1'),
    )
    await dialog.getByText('2 new, 1 changed, 0 unchanged, 1 refused. Refused lines are left out.').waitFor()
    await dialog.getByText('No hospital has this code').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'price-import')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await sidewaysScroll(page)).toBe(0)
    await keepPicture(page, 'price-import-360-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 768, height: 1024 })
    await keepPicture(page, 'price-import-768')

    const changed = { service_name: 'Changed meanwhile', service_code: 'RT06', price: '5.00', service_category_id: 2 }
    expect((await admin.put(`/api/services/${referenceServiceId('RT06')}`, changed)).statusCode).toBe(200)
    await dialog.getByRole('button', { name: 'Import 3 changes' }).click()
    await dialog
      .getByText('The services changed since you looked. Nothing was imported. Check the file again.')
      .waitFor()
    await dialog.getByRole('button', { name: 'Check again' }).click()
    await dialog.getByRole('cell', { name: 'Changed meanwhile, NGN 5.00' }).waitFor()
    await dialog.getByRole('button', { name: 'Import 3 changes' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('The price list has been imported').waitFor()
    await page.getByRole('searchbox').fill('USN')
    await page.getByText('2 rows', { exact: true }).waitFor()
    expect(problems.filter((problem) => !/4(22|09)/.test(problem))).toEqual([])
  })
})

test('why a hospital cannot be given a price stands in the dialog, which shows what somebody else has done', async () => {
  const [admin, coe] = [await portal.demo.as('SUPER_ADMIN'), pilotCoeId('UCH')]
  await portal.as('SUPER_ADMIN', { name: 'price-refused', at: '/services?search=CO02' }, async ({ page }) => {
    await page.getByRole('button', { name: /^Prices of / }).click()
    const dialog = page.getByRole('dialog', { name: /^Prices of / })
    await dialog.getByRole('combobox', { name: 'Hospital' }).click()
    await page.getByRole('option', { name: 'University College Hospital, Ibadan' }).click()
    await dialog.getByLabel('Price', { exact: true }).fill('8500')
    expect(
      (await admin.post(`/api/services/${referenceServiceId('CO02')}/coes/${coe}`, { price: '8400' })).statusCode,
    ).toBe(200)
    await dialog.getByRole('button', { name: 'Attach hospital' }).click()
    await dialog.getByRole('alert').getByText('Someone changed the service since you opened it.').waitFor()
    await dialog.getByText('NGN 8,400.00').waitFor()
    expect(await axeProblems(page)).toEqual([])
  })
})
