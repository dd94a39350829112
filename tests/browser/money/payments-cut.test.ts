import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bill, type Ministry, ministryOf, step } from '#tests/api/money/payments/ministry.ts'
import { axeProblems, keepPicture } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
let ministry: Ministry
beforeAll(async () => {
  portal = await startPortal()
  ministry = await ministryOf(portal.demo, portal.url)
})
afterAll(() => portal.end())

const INITIATE = '**/api/fanda/payment/initiate'
const rowOf = (page: Page, { reference }: Bill) => page.getByRole('row').filter({ hasText: reference }).first()
const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })

/** Selects bills in the list of all statuses, where a row stays when its step is taken. */
async function selectOf(page: Page, bills: readonly Bill[]): Promise<void> {
  await page.goto(`${portal.url}/payments/consolidated_report?status=`)
  for (const bill of bills) {
    const index = await rowOf(page, bill).getAttribute('row-index')
    await page
      .locator(`[row-index="${index ?? ''}"]`)
      .getByRole('checkbox')
      .first()
      .check()
  }
  await bar(page).getByRole('button', { name: 'Initiate' }).click()
}

test('a step that is cut half way says what is done and what is not known, and can be sent again', async () => {
  const [first, second] = [await ministry.billServices(1), await ministry.billServices(2, 2)]
  await portal.as('FINANCE', { name: 'cut-half-way' }, async ({ page }) => {
    await selectOf(page, [first, second])
    let key: string | undefined
    await page.route(INITIATE, async (route) => {
      const { coe_id: coeId } = route.request().postDataJSON() as { coe_id: string }
      if (coeId !== ministry.otherCoeId) return route.continue()
      key = route.request().headers()['idempotency-key']
      return lose(route)
    })
    const dialog = page.getByRole('dialog', { name: 'Initiate payment' })
    await dialog.getByRole('button', { name: 'Initiate 2 transactions' }).click()
    await dialog.getByText(/^Done for 1 transaction, /).waitFor()
    const known = dialog.getByRole('row').filter({ hasText: first.reference })
    await known.getByText('INITIATED').waitFor()
    const lost = dialog.getByRole('row').filter({ hasText: second.reference })
    await lost.getByText('It may have been done. Checking again.').waitFor()
    expect(await dialog.getByText('Unable to send request').count()).toBe(0)
    expect((await axeProblems(page)).filter((text) => !text.includes('partially obscured'))).toEqual([])
    await keepPicture(page, 'cut-half-way')
    await page.unroute(INITIATE)
    const [sent] = await Promise.all([
      page.waitForRequest(
        (request) => request.url().endsWith('/initiate') && request.postData()?.includes(ministry.otherCoeId) === true,
      ),
      dialog.getByRole('button', { name: 'Initiate again' }).click(),
    ])
    expect(sent.headers()['idempotency-key']).toBe(key)
    await dialog.getByText('Done for 2 transactions').waitFor()
    await dialog.getByRole('button', { name: 'Finish' }).click()
    // Both stay in this list, with nothing selected.
    for (const bill of [first, second]) await rowOf(page, bill).getByText('INITIATED').waitFor()
    await bar(page).waitFor({ state: 'hidden' })
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  })
})

test('whoever closes after a cut reads what became of it', async () => {
  const bill = await ministry.billServices(1)
  await portal.as('FINANCE', { name: 'cut-closed' }, async ({ page }) => {
    await selectOf(page, [bill])
    await page.route(INITIATE, lose)
    const dialog = page.getByRole('dialog', { name: 'Initiate payment' })
    await dialog.getByRole('button', { name: 'Initiate 1 transaction' }).click()
    await dialog.getByText('It may have been done').first().waitFor()
    await dialog.getByRole('button', { name: 'Finish' }).click()
    await rowOf(page, bill).getByText('INITIATED').waitFor()
    await bar(page).waitFor({ state: 'hidden' })
  })
})

test('what is refused, as someone was faster, is looked at again: nothing is left to press, and no row selected', async () => {
  const bill = await ministry.billServices(1)
  await portal.as('FINANCE', { name: 'faster', second: 2 }, async ({ page }) => {
    await selectOf(page, [bill])
    const dialog = page.getByRole('dialog', { name: 'Initiate payment' })
    const go = dialog.getByRole('button', { name: 'Initiate 1 transaction' })
    await go.waitFor()
    await step(ministry, 'FINANCE', [bill])
    await go.click()
    await dialog.getByRole('alert').first().waitFor()
    expect(await dialog.getByText('Reference').count()).toBe(0)
    await dialog.getByText('You cannot take this step on any of these now.').waitFor()
    await go.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await rowOf(page, bill).getByText('INITIATED').waitFor()
    await bar(page).waitFor({ state: 'hidden' })
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  })
})

/** The portal gets the request, the browser no answer. */
async function lose(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}
