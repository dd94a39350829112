import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { lasts } from '#tests/browser/lasts.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const UCH = 'University College Hospital, Ibadan'
/** On a phone it is the button of a card. */
const cell = (page: Page, name: string) =>
  page.getByRole('gridcell', { name, exact: true }).or(page.getByRole('button', { name, exact: true }))
const open = async (page: Page) => {
  await page.goto(`${portal.url}/coes`)
  await page.getByRole('heading', { level: 1, name: 'Hospitals' }).waitFor()
  await cell(page, UCH).waitFor()
}
const opened = async (page: Page, name: string) => {
  await cell(page, name).click()
  const detail = page.getByRole('dialog', { name: 'Hospital', exact: true })
  await detail.getByRole('tab', { name: 'Details', exact: true }).waitFor()
  return detail
}
const said = (problems: readonly string[]) => problems.filter((problem) => !problem.includes('422'))

test('an administrator adds a hospital with its first administrator by keyboard, and edits it', async () => {
  await portal.as('SUPER_ADMIN', { name: 'coes' }, async ({ page, problems }) => {
    await page.clock.install()
    await page.goto(`${portal.url}/dashboard`)
    await page.getByRole('link', { name: 'Hospitals', exact: true }).first().click()
    await cell(page, UCH).waitFor()
    await page.getByText('6 rows').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'coes')

    await page.getByRole('tab', { name: 'Add hospital' }).focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: 'New hospital' })
    await form.getByRole('button', { name: 'Create hospital' }).focus()
    await page.keyboard.press('Enter')
    for (const wrong of [
      'Please provide a coe name',
      'Please choose a state',
      'Please provide a last name of coe admin',
    ])
      await form.getByText(wrong).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'coe-wrong')
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Lagos University Teaching Hospital')
    expect(await form.getByLabel('Code').inputValue()).toBe('LUTH')
    await form.getByLabel('Code').fill('UCH')
    for (const [label, choice] of [
      ['Type', 'Federal'],
      ['State', 'Lagos'],
    ] as const) {
      await form
        .getByRole('combobox', { name: label })
        .or(form.getByRole('textbox', { name: label }))
        .first()
        .click()
      await page.getByRole('option', { name: choice, exact: true }).click()
    }
    await form.getByLabel("Hospital's CAP number").fill('CAP-LUTH')
    await form.getByLabel('Address').fill('Ishaga Road, Idi-Araba, Lagos')
    await form.getByLabel('First name').fill('Zubaida')
    await form.getByLabel('Last name').fill('Nwachukwu')
    await form.getByLabel('Email').fill('zubaida@luth.example')
    await form.getByLabel('Phone number').fill('08012345678')
    await page.keyboard.press('Enter')
    await form.getByText('Another hospital has this code').waitFor()
    await form.getByLabel('Code').fill('LUTH')
    await keepPicture(page, 'coe-new')
    // It is said for two seconds; what was created is seen next, with what to do then.
    const toast = page.getByText('COE Created successfully').first()
    await lasts(page, '2 s', () => page.keyboard.press('Enter'), {
      said: toast,
      isOver: async () => (await toast.count()) === 0,
    })
    const detail = page.getByRole('dialog', { name: 'Hospital', exact: true })
    await detail.getByText('What to do next').waitFor()
    await keepPicture(page, 'coe-created')
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    await opened(page, 'Lagos University Teaching Hospital')
    expect(await detail.getByText('What to do next').count()).toBe(0)
    await detail.getByRole('button', { name: 'Topup Wallet' }).waitFor()
    expect(await detail.getByRole('button', { name: 'Topup Wallet' }).isDisabled()).toBe(true)
    await detail.getByLabel('Only people who allocate the pool can top up this wallet').first().waitFor()
    await detail.getByRole('tab', { name: 'Staff' }).click()
    await detail.getByText('Zubaida Nwachukwu').waitFor()
    await detail.getByRole('tab', { name: 'Details', exact: true }).click()
    await detail.getByRole('button', { name: 'Edit hospital' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit hospital' })
    await editing.getByLabel('Address').fill('Short')
    await page.keyboard.press('Tab')
    await editing.getByText('Address must be more than 10 characters!').waitFor()
    await editing.getByLabel('Address').fill('1 Ishaga Road, Surulere, Lagos')
    await keepPicture(page, 'coe-edit')
    await editing.getByRole('button', { name: 'Save hospital' }).click()
    await page.getByText('COE updated').first().waitFor()
    await detail.getByRole('tab', { name: 'History' }).click()
    await detail.getByText('Details changed: address from Ishaga Road, Idi-Araba, Lagos to 1 Ishaga Road').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'coe-history')
    expect(said(problems)).toEqual([])
  })
})

test('bank details that one administrator gives, another confirms; a hospital is deactivated with a reason', async () => {
  await portal.as('SUPER_ADMIN', { name: 'coe-bank' }, async ({ page, problems }) => {
    await open(page)
    const detail = await opened(page, UCH)
    await detail.getByRole('tab', { name: 'Bank details' }).click()
    await detail.getByText('No bank details are confirmed for this hospital yet.').waitFor()
    await detail.getByRole('button', { name: 'Change bank details' }).click()
    const giving = page.getByRole('dialog', { name: 'New bank details' })
    await giving.getByRole('textbox', { name: 'Bank', exact: true }).fill('Wema Bank')
    await giving.getByLabel('Account number').fill('012206771')
    await giving.getByLabel('Sort code').fill('035190127')
    await giving.getByRole('button', { name: 'Ask for confirmation' }).click()
    await giving.getByText('Enter 10 digits').waitFor()
    await giving.getByLabel('Account number').fill('0122067715')
    await giving.getByRole('button', { name: 'Ask for confirmation' }).click()
    await detail.getByText('A second person must confirm the new bank details').waitFor()
    expect(await detail.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
    await detail.getByRole('button', { name: 'Withdraw' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'coe-bank-own')
    expect(said(problems)).toEqual([])
  })
  await portal.as('SUPER_ADMIN', { name: 'coe-bank-second', second: 2 }, async ({ page, problems }) => {
    await open(page)
    const detail = await opened(page, UCH)
    await detail.getByRole('tab', { name: 'Bank details' }).click()
    await detail.getByText('Fatima Kolo').waitFor()
    await keepPicture(page, 'coe-bank-other')
    await detail.getByRole('button', { name: 'Confirm' }).click()
    const confirming = page.getByRole('dialog', { name: 'Confirm bank details' })
    await confirming.getByText(`Confirm that ${UCH} is paid at Wema Bank, account 0122067715`).waitFor()
    await keepPicture(page, 'coe-bank-confirm')
    await confirming.getByRole('button', { name: 'Confirm' }).click()
    await detail.getByText('Wale Akindele').waitFor()
    await detail.getByRole('tab', { name: 'Details', exact: true }).click()
    await detail.getByRole('button', { name: 'Deactivate' }).click()
    const asking = page.getByRole('dialog', { name: 'Deactivate hospital' })
    await asking.getByRole('button', { name: 'Deactivate' }).click()
    await asking.getByText('Enter a reason').waitFor()
    await asking.getByLabel('Why').fill('The licence was withdrawn')
    await asking.getByRole('button', { name: 'Deactivate' }).click()
    await detail.getByText('INACTIVE').first().waitFor()
    await detail.getByRole('button', { name: 'Activate', exact: true }).waitFor()
    await keepPicture(page, 'coe-inactive')
    expect(said(problems)).toEqual([])
  })
})

test('who allocates the pool tops up, who only sees changes nothing, and an empty search says so', async () => {
  await portal.as('FUND_ADMIN', { name: 'coes-read' }, async ({ page }) => {
    await open(page)
    expect(await page.getByRole('tab', { name: 'Add hospital' }).count()).toBe(0)
    const detail = await opened(page, 'National Hospital, Abuja')
    await detail.getByRole('link', { name: 'View billing history' }).waitFor()
    expect(await detail.getByRole('button', { name: /^(Edit hospital|Deactivate)$/ }).count()).toBe(0)
    await detail.getByRole('link', { name: 'Topup Wallet' }).click()
    await page.waitForURL(/\/funds\?coe=/)
    await open(page)
    await page.getByLabel('Name or type').fill('nothing like it')
    await page.getByText('No COE records available').waitFor()
    await keepPicture(page, 'coes-empty')
  })
})

test.each([
  ['light', 360],
  ['dark', 360],
  ['dark', 1280],
  ['light', 768],
] as const)('the list, a hospital and the form fit, %s at %i px', async (colorScheme, width) => {
  const options = { viewport: { width, height: 740 }, colorScheme }
  const name = `coes-${colorScheme}-${width}`
  await portal.as('SUPER_ADMIN', { name, options }, async ({ page }) => {
    await open(page)
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, name)
    const detail = await opened(page, 'National Hospital, Abuja')
    await detail.getByText('Wallet utilization').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, `${name}-one`)
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Add hospital' }).click()
    await page.getByRole('form', { name: 'New hospital' }).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    await keepPicture(page, `${name}-form`)
  })
})
