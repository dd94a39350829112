import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf, billsOf, CONSULTATION, demoPatient, fund, OWN } from '#tests/api/money/billing/hospital.ts'
import { addService, choosePatient, isFine, PDF } from './billing-page.ts'
import { tabTo } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

const START = 40_000_000
const CHF_ID = /CHF-\d{6}/

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  await fund(portal.demo, demoPatient(), OWN, START)
})
afterAll(() => portal.end())

const wallet = () => balanceOf(portal.demo, demoPatient())
const PHONE = { viewport: { width: 360, height: 740 } }

test('a member of staff finds a patient, carts services, attaches a document and completes the bill', async () => {
  await portal.as('COE_STAFF', { name: 'bill-services' }, async ({ page, problems }) => {
    const [before, bills] = [await wallet(), await billsOf(portal.demo, demoPatient())]
    await page.goto(`${portal.url}/coestaff/billing`)
    await choosePatient(page, 'ngozi')
    const tabs = () => page.getByRole('tab').allTextContents()
    await expect.poll(tabs, { message: 'search -> select patient -> selected' }).toEqual(['Service Billing'])
    await addService(page, '2')
    const carted = () => page.getByRole('row', { name: /Oncology consultation, first visit/ }).count()
    await expect.poll(carted, { message: 'selected -> add services or drugs -> cart' }).toBe(1)
    await isFine(page, problems)

    await page.getByRole('textbox', { name: 'Comment' }).fill('Seen in clinic, fit for the next cycle')
    // Choosing it attaches it, and leaves nothing in the input.
    await page.getByLabel('Attach a file').setInputFiles(PDF)
    await page.getByText('Attached', { exact: true }).waitFor()
    expect(await page.getByLabel('Attach a file').evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0)
    await page.getByLabel('Document name').fill('')
    await page.getByText('You must provide the document name').waitFor()
    expect(await page.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true)
    await page.getByLabel('Document name').fill('Histology')
    await page.getByRole('button', { name: 'Remove Histology' }).waitFor()
    await isFine(page, problems)

    // The draft outlives a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Remove Histology' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe(
      'Seen in clinic, fit for the next cycle',
    )

    await page.getByRole('button', { name: 'Preview' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preview of the service bill' })
    await dialog.getByText(/^Bill NGN 30,000\.00 to Ngozi Okonkwo \(CHF-\d{6}\)\?$/).waitFor()
    expect(await dialog.count(), 'cart -> preview -> preview').toBe(1)
    await isFine(page, problems)
    await dialog.getByRole('button', { name: 'Complete billing' }).click()
    await page.getByText(/^TRX-\d{4}-\d{6} has been billed/).waitFor()
    await dialog.waitFor({ state: 'detached' })
    // The next bill begins in the search, with those whom this person billed last.
    await expect
      .poll(() => page.evaluate(() => document.activeElement === document.querySelector('input[type=search]')))
      .toBe(true)
    const lately = page.getByRole('list', { name: 'Recent patients' })
    await lately.getByRole('button', { name: 'Select Ngozi Okonkwo' }).waitFor()
    const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(await kept(), 'preview -> complete -> completed, state reset').not.toMatch(/Ngozi|chf\.bill\./)
    expect(await wallet()).toBe(before - 3_000_000)
    expect(await billsOf(portal.demo, demoPatient())).toBe(bills + 1)
    await isFine(page, problems)

    await page.getByRole('link', { name: 'Billing history' }).click()
    await page.waitForURL('**/coestaff/billings')
    await page.getByRole('gridcell', { name: /^TRX-/ }).first().waitFor()
    await isFine(page, problems)

    // The bill that was just made, with its comment and its document.
    await page.getByRole('gridcell', { name: /^TRX-/ }).first().click()
    const detail = page.getByRole('dialog', { name: 'Transaction Detail' })
    await detail.getByText('Seen in clinic, fit for the next cycle').waitFor()
    const download = page.waitForEvent('download')
    await detail.getByRole('button', { name: /Histology/ }).click()
    expect((await download).suggestedFilename()).toBe('histology report.pdf')
  })
})

test('a pharmacist bills drugs on a phone', async () => {
  await portal.as('PHARMACIST', { name: 'bill-drugs-phone', options: PHONE }, async ({ page, problems }) => {
    const before = await wallet()
    await page.goto(`${portal.url}/coestaff/billing?tab=drugs`)
    await choosePatient(page, 'patient@chf.example')
    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['Drugs Billing'])
    await page.getByRole('combobox', { name: 'Drug' }).fill('anastro')
    await page.getByRole('option', { name: /^Anastrozole 1 mg \(AstraZeneca\), NGN 850\.00$/ }).click()
    await page.getByLabel('Quantity', { exact: true }).fill('28')
    await page.getByRole('button', { name: 'Add drug' }).click()
    await page.getByRole('button', { name: 'Remove Anastrozole 1 mg' }).waitFor()
    await isFine(page, problems)
    await page.getByRole('button', { name: 'Preview' }).click()
    const dialog = page.getByRole('dialog', { name: 'Drug billing invoice' })
    await dialog.getByText(/^Bill NGN 23,800\.00 to Ngozi Okonkwo/).waitFor()
    await isFine(page, problems)
    await dialog.getByRole('button', { name: 'Complete billing' }).click()
    await page.getByText(/^TRX-\d{4}-\d{6} has been billed/).waitFor()
    expect(await wallet()).toBe(before - 2_380_000)
    await isFine(page, problems)
  })
})

test('a bill is completed by keyboard alone', async () => {
  await portal.as('COE_STAFF', { name: 'bill-keyboard', options: PHONE }, async ({ page, problems }) => {
    const before = await wallet()
    await page.goto(`${portal.url}/coestaff/billing`)
    const { keyboard } = page
    await page.getByRole('searchbox', { name: 'Patient' }).waitFor()
    await tabTo(page, /^Patient$/)
    await keyboard.type('okonkwo')
    await keyboard.press('Enter')
    await page.getByRole('button', { name: 'Select Ngozi Okonkwo' }).waitFor()
    await tabTo(page, /^Select Ngozi/)
    await keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Service' }).waitFor()
    await tabTo(page, /^Service$/)
    await keyboard.type('visit first')
    await page.getByRole('option', { name: /Oncology consultation, first visit .*NGN/ }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await tabTo(page, /^Quantity$/)
    await keyboard.press('Enter')
    await page.getByRole('button', { name: /^Remove / }).waitFor()
    await tabTo(page, /^Preview$/)
    await keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByText(/^Bill NGN [\d,.]+ to Ngozi/)
      .waitFor()
    await tabTo(page, /^Complete billing$/)
    await keyboard.press('Enter')
    await page.getByText(/^TRX-\d{4}-\d{6} has been billed/).waitFor()
    expect(await wallet()).toBeLessThan(before)
    expect(problems).toEqual([])
  })
})

test('a cart above the wallet is told so before and after the server is asked', async () => {
  await portal.as('COE_STAFF', { name: 'not-enough' }, async ({ page }) => {
    await page.goto(`${portal.url}/coestaff/billing`)
    await choosePatient(page, 'patient@chf.example')
    await addService(page, '9999')
    const told = page.getByRole('alert').getByText('Patient does not have enough funds')
    await told.waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true)

    // Someone else bills the wallet meanwhile: what the screen shows is old, and the server says no.
    const affordable = Math.floor((await wallet()) / 1_500_000)
    await page.getByLabel('Quantity of Oncology consultation, first visit').fill(String(affordable))
    await told.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('dialog').waitFor()
    const doctor = await portal.demo.as('DOCTOR')
    const services = [{ service_id: CONSULTATION, quantity: 1 }]
    await doctor.post('/api/coestaff/billings', { patient_id: demoPatient(), services })
    const before = await wallet()
    await page.getByRole('button', { name: 'Complete billing' }).click()
    await page.getByRole('dialog').getByText('Patient does not have enough funds').waitFor()
    expect(await wallet()).toBe(before)
  })
})

test('a bill whose answer is lost is billed once, though it is sent again', async () => {
  await portal.as('COE_STAFF', { name: 'lost-answer' }, async ({ page }) => {
    const [before, bills] = [await wallet(), await billsOf(portal.demo, demoPatient())]
    await page.goto(`${portal.url}/coestaff/billing`)
    await choosePatient(page, 'patient@chf.example')
    await addService(page, '1')
    let lost = 0
    await page.route('**/api/coestaff/billings', async (route) => {
      if (lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Complete billing' }).click()
    await page.getByText(/^TRX-\d{4}-\d{6} has been billed/).waitFor()
    expect(lost).toBe(1)
    expect(await wallet()).toBe(before - 1_500_000)
    expect(await billsOf(portal.demo, demoPatient())).toBe(bills + 1)
  })
})

test('nobody is found who is a patient elsewhere; sign-out leaves no draft behind', async () => {
  await portal.as('COE_STAFF', { name: 'billing-stranger' }, async ({ page }) => {
    const addresses: string[] = []
    page.on('framenavigated', (frame) => void addresses.push(frame.url()))
    await page.goto(`${portal.url}/coestaff/billing`)
    // Nothing typed: it says so, and asks nobody.
    const searches: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/coestaff/patient')) searches.push(request.url())
    })
    await page.getByRole('button', { name: 'Find patient' }).click()
    await page.getByText('Provide a search value').waitFor()
    expect(searches).toEqual([])
    await page.getByRole('searchbox', { name: 'Patient' }).fill('Yakubu Danladi')
    await page.getByRole('button', { name: 'Find patient' }).click()
    await page.getByText('Patient not found').waitFor()
    await choosePatient(page, 'ngozi')
    await expect.poll(() => page.getByText(CHF_ID).count()).toBe(1)
    await addService(page, '1')
    const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('chf.bill.')))
    expect(await kept()).toHaveLength(1)
    await page.getByRole('button', { name: /Sani Abubakar/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Email').waitFor()
    expect(await kept()).toEqual([])
    // What was typed about people stands in no address, so in no history of the browser.
    expect(addresses).not.toEqual([])
    expect(addresses.filter((address) => /danladi|ngozi/i.test(address))).toEqual([])
  })
})

test('who may bill nothing is sent to the dashboard', async () => {
  await portal.as('AUDITOR', { name: 'billing-auditor' }, async ({ page }) => {
    await page.goto(`${portal.url}/coestaff/billing`)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.goto(`${portal.url}/coestaff/billings`)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })
})
