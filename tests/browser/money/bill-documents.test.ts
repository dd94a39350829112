import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPatient, fund, OWN, patientWith } from '#tests/api/money/billing/hospital.ts'
import { axeProblems } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { addService, choosePatient, isFine, PDF } from './billing-page.ts'

const START = 40_000_000

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  await fund(portal.demo, demoPatient(), OWN, START)
})
afterAll(() => portal.end())

/** Holds what is sent to an address until it is let go. */
async function held(page: Page, address: string): Promise<() => void> {
  let goOn = () => {}
  const isHeld = new Promise<void>((resolve) => (goOn = resolve))
  await page.route(address, async (route) => {
    await isHeld
    // Whoever asked may have left.
    await route.continue().catch(() => undefined)
  })
  return goOn
}

test('a bill waits for its documents: what is on its way is said, what failed is tried again, what is taken off is gone', async () => {
  await portal.as('COE_STAFF', { name: 'bill-uploading' }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/coestaff/billing`)
    await choosePatient(page, 'ngozi')
    await addService(page, '1')
    const [file, preview] = [page.getByLabel('Attach a file'), page.getByRole('button', { name: 'Preview' })]
    await file.setInputFiles({ ...PDF, name: 'big.pdf', buffer: Buffer.alloc(0) })
    await page.getByText('big.pdf: The file is empty').waitFor()
    expect(await page.getByRole('list', { name: 'Documents chosen' }).count()).toBe(0)

    let isFull = true
    await page.route('**/api/documents', (route) =>
      isFull ? route.fulfill({ status: 422, json: { message: 'The disk is full' } }) : route.continue(),
    )
    await file.setInputFiles(PDF)
    await page.getByText('Not attached. The disk is full').waitFor()
    expect(await preview.isDisabled()).toBe(true)
    expect(await axeProblems(page)).toEqual([])
    isFull = false
    await page.getByRole('button', { name: 'Upload again: histology report' }).click()
    await page.getByText('Attached', { exact: true }).waitFor()
    await page.unroute('**/api/documents')

    const goOn = await held(page, '**/api/documents')
    await file.setInputFiles({ ...PDF, name: 'second.pdf' })
    await page.getByText(/^Uploading, \d+ %$/).waitFor()
    expect(await preview.isDisabled()).toBe(true)
    await isFine(
      page,
      problems.filter((problem) => !problem.includes('422')),
    )
    // A reload ends it, and that is said.
    await page.reload()
    await page.getByText('Not attached. Remove it, or choose the file again.').waitFor()
    goOn()
    await page.getByRole('button', { name: 'Remove second' }).click()
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(2)
    await preview.click()
    await page.getByRole('dialog').getByText('Documents: histology report', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()

    // Cancel asks when there is something to lose.
    await page.getByRole('button', { name: 'Cancel bill' }).click()
    const asked = page.getByRole('dialog', { name: 'Cancel the bill' })
    await asked.getByText('You will lose 1 line, 1 document.').waitFor()
    await asked.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Remove histology report' }).waitFor()
    await page.getByRole('button', { name: 'Cancel bill' }).click()
    await asked.getByRole('button', { name: 'Cancel bill' }).click()
    await choosePatient(page, 'ngozi')
    await page.getByText('Nothing to bill yet').waitFor()
    await page.getByRole('button', { name: 'Cancel bill' }).click()
    await page.getByRole('searchbox', { name: 'Patient' }).waitFor()
  })
})

/** All that a page says and holds: its words, its fields (files too), its dialogs. */
const heldBy = (page: Page) =>
  page.evaluate(() => ({
    words: document.querySelector('main')?.innerText,
    dialogs: [...document.querySelectorAll('[role=dialog]')].map(({ textContent }) => textContent),
    fields: [...document.querySelectorAll('input, textarea')].map((field) => {
      const { value, checked, files } = field as HTMLInputElement
      return [field.id === '' ? '' : field.closest('div')?.textContent, value, checked, files?.length ?? 0]
    }),
  }))

test('nothing of one patient is there for another, whichever way one comes to them, and whatever answers late', async () => {
  const [one, other] = [await patientWith(portal.demo, START), await patientWith(portal.demo, START)]
  await portal.as('COE_STAFF', { name: 'bill-of-another' }, async ({ page, quiet }) => {
    const at = (id: string) => `${portal.url}/coestaff/billing?patient=${id}`
    const shows = (id: string) =>
      page
        .waitForURL((url) => url.searchParams.get('patient') === id)
        .then(() => page.getByText('Nothing to bill yet').waitFor())
    await page.goto(at(other))
    await shows(other)
    await quiet()
    const fresh = await heldBy(page)
    const storage = () =>
      page.evaluate(() =>
        Object.entries({ ...localStorage, ...sessionStorage }).filter(([, text]) => /zzword/.test(text)),
      )

    /** From the other's page to this one's, so that Back leads to the other's. */
    const toOne = async () => {
      await page.goto(at(other))
      await shows(other)
      await page.getByRole('button', { name: 'Another patient' }).click()
      const { chf_id: chfId } = await portal.demo.context.db
        .selectFrom('patient')
        .select('chf_id')
        .where('id', '=', one)
        .executeTakeFirstOrThrow()
      await page.getByRole('searchbox', { name: 'Patient' }).fill(chfId)
      await page.getByRole('button', { name: 'Find patient' }).click()
      await page
        .getByRole('list', { name: 'Patients found' })
        .getByRole('button', { name: /^Select/ })
        .click()
      await page.getByRole('combobox', { name: 'Service' }).waitFor()
    }
    /** Something in everything that a bill has, done and half done. */
    const fillAll = async () => {
      await addService(page, '2')
      await page.getByRole('textbox', { name: 'Comment' }).fill('zzword of the comment')
      const file = page.getByLabel('Attach a file')
      await file.setInputFiles({ ...PDF, name: 'zzword attached.pdf' })
      await page.getByText('Attached', { exact: true }).waitFor()
      await file.setInputFiles({ ...PDF, name: 'zzword.exe' })
      await page.getByText('zzword.exe: Choose a PDF, PNG or JPG file').waitFor()
      const goOn = await held(page, '**/api/documents')
      await file.setInputFiles({ ...PDF, name: 'zzword uploading.pdf' })
      await page.getByText(/^Uploading, \d+ %$/).waitFor()
      await page.getByRole('combobox', { name: 'Service' }).click()
      await page.getByRole('option').first().click()
      await page.getByLabel('Quantity', { exact: true }).fill('77')
      return goOn
    }

    await toOne()
    const uploadGoesOn = await fillAll()
    await page.getByRole('button', { name: 'Cancel bill' }).click()
    await page.getByRole('dialog', { name: 'Cancel the bill' }).waitFor()
    await page.goBack()
    await page.goBack()
    await shows(other)
    uploadGoesOn()
    await quiet()
    expect(await heldBy(page)).toEqual(fresh)
    expect((await storage()).map(([key]) => key)).toEqual([`chf.bill.service.${one}`])
    await page.unroute('**/api/documents')

    // The draft is the one patient's alone; another tab of the same browser session begins with nothing of it, too.
    await page.goto(at(one))
    await page.getByText('Not attached. Remove it, or choose the file again.').waitFor()
    await page.getByRole('button', { name: 'Remove zzword uploading' }).click()
    await page.goBack()
    await shows(other)
    await quiet()
    expect(await heldBy(page)).toEqual(fresh)

    // Completed, while the person is at another patient already.
    await toOne()
    await page.getByRole('button', { name: 'Preview' }).click()
    const billGoesOn = await held(page, '**/api/coestaff/billings')
    await page.getByRole('button', { name: 'Complete billing' }).click()
    await page.goBack()
    await page.goBack()
    await shows(other)
    const completed = page.getByText(/^Billing has been completed: TRX/)
    billGoesOn()
    await completed.waitFor()
    await quiet()
    expect(await heldBy(page)).toEqual(fresh)
    expect(await storage()).toEqual([])
    await page.goto(at(one))
    await shows(one)
  })
})

/** A photo as a phone takes it: 3,200 by 2,400 px of grey noise, above what may be uploaded. */
const photo = (page: Page) =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [3_200, 2_400]
    const context = canvas.getContext('2d')
    const noise = context?.createImageData(3_200, 2_400)
    if (!context || !noise) return ''
    for (let place = 0; place < noise.data.length; place += 4) {
      const grey = Math.random() * 256
      noise.data.set([grey, grey, grey, 255], place)
    }
    context.putImageData(noise, 0, 0)
    return canvas.toDataURL('image/jpeg', 1).replace(/^.*,/, '')
  })

test('photos are made smaller before they are sent, several at once', async () => {
  await portal.as('COE_STAFF', { name: 'bill-photos' }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/coestaff/billing`)
    await choosePatient(page, 'ngozi')
    const buffer = Buffer.from(await photo(page), 'base64')
    expect(buffer.length).toBeGreaterThan(5_000_000)
    const files = ['scan.jpg', 'wound.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer }))
    await page.getByLabel('Attach a file').setInputFiles([...files, PDF])
    await page.getByText('Attached', { exact: true }).nth(2).waitFor()
    expect(await page.getByRole('list', { name: 'Documents chosen' }).getByRole('listitem').count()).toBe(3)
    expect(problems).toEqual([])
  })
})
