import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BilledAnswer } from '#api/money/contracts/billing.ts'
import { CONSULTATION, demoPatient, fund, OWN } from '#tests/api/money/billing/hospital.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

const DISPUTES = '/superadmin/transactions/dispute'
const EMPTY = 'No comments on this dispute yet. Be the first to comment.'

let portal: Portal
let bill: { readonly id: string; readonly reference: string; readonly disputeId: string }
beforeAll(async () => {
  portal = await startPortal()
  await fund(portal.demo, demoPatient(), OWN, 500_000_00)
  const services = [{ service_id: CONSULTATION, quantity: 1 }]
  const staff = await portal.demo.as('COE_STAFF')
  const billed = await staff.post('/api/coestaff/billings', { patient_id: demoPatient(), services })
  const { id, transaction_id: reference } = BilledAnswer.parse(billed.json()).data
  const raised = await (
    await portal.demo.as('FINANCE')
  ).post('/api/transactions/dispute', { transaction_id: id, comment: 'It was not given' })
  bill = { id, reference, disputeId: raised.json<{ data: { id: string } }>().data.id }
})
afterAll(() => portal.end())

const open = async (page: Page, path: string, heading: string) => {
  await page.goto(`${portal.url}${path}`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}
const drawerOf = (page: Page) => page.getByRole('dialog', { name: `Dispute chat: ${bill.reference}` })
const messages = (page: Page) => page.getByRole('log', { name: 'Messages' })
/** How much of the window's height the list of messages may take. */
const mostOf = (page: Page) =>
  messages(page).evaluate((box) => Math.round((parseFloat(getComputedStyle(box).maxHeight) / innerHeight) * 100))
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })

test('two people write to each other from two browsers, each sees the other without asking, and it ends for both', async () => {
  await portal.as('COE_ADMIN', { name: 'chat-hospital' }, async ({ page, problems }) => {
    await open(page, '/coeadmin/dispute', 'Transaction disputes')
    const button = page.getByRole('button', { name: `Chat: ${bill.reference}` })
    await button.focus()
    await page.keyboard.press('Enter')
    const drawer = drawerOf(page)
    await drawer.getByText('It was not given').waitFor()
    await drawer.getByText(EMPTY).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'chat-empty')

    await portal.as('SECRETARIAT', { name: 'chat-ministry' }, async ({ page: theirs, problems: others }) => {
      await open(theirs, DISPUTES, 'Transaction disputes')
      expect(await theirs.getByRole('button', { name: /^Resolve/ }).count()).toBe(0)
      await theirs.getByRole('button', { name: `Chat: ${bill.reference}` }).click()
      await drawerOf(theirs).getByLabel('Chat', { exact: true }).fill('Who gave it?\nAnd when?')
      await drawerOf(theirs).getByRole('button', { name: 'Send' }).click()
      await messages(theirs).getByText('Who gave it?').waitFor()
      // The other browser has asked for nothing.
      await messages(page).getByText('Who gave it?').waitFor()

      await drawer.getByRole('button', { name: 'Send' }).click()
      await drawer.getByText('Write a message').waitFor()
      await drawer.getByLabel('Attach a file').setInputFiles(pdf('chart.pdf'))
      await drawer.getByText('Attached', { exact: true }).waitFor()
      await drawer.getByLabel('Chat', { exact: true }).fill('On Monday, see the chart')
      await drawer.getByRole('button', { name: 'Send' }).click()
      await messages(theirs).getByText('On Monday, see the chart').waitFor()
      const [download] = await Promise.all([
        theirs.waitForEvent('download'),
        messages(theirs).getByRole('button', { name: 'chart' }).click(),
      ])
      expect(download.suggestedFilename()).toContain('chart')
      await keepPicture(theirs, 'chat-drawer')
      expect(await axeProblems(theirs)).toEqual([])

      // Ended by the hospital: nothing more is written, on both sides and without a reload.
      const ended = await (
        await portal.demo.as('COE_ADMIN')
      ).put(`/api/transactions/dispute/${bill.disputeId}`, { transaction_id: bill.id })
      expect(ended.statusCode).toBe(200)
      for (const one of [page, theirs])
        await drawerOf(one).getByText('No more messages can be sent: it was resolved and the bill is right').waitFor()
      expect(await theirs.getByRole('button', { name: 'Send' }).count()).toBe(0)
      expect(others).toEqual([])
    })
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(problems).toEqual([])
  })
})

test('who has not read is told how many messages, until they look; the page of a chat is as high as half a screen', async () => {
  const raised = await (
    await portal.demo.as('FINANCE')
  ).post('/api/transactions/dispute', { transaction_id: bill.id, comment: 'Again: not given' })
  expect(raised.statusCode).toBe(200)
  const admin = await portal.demo.as('COE_ADMIN')
  const path = `/api/transactions/${bill.id}/dispute/comments`
  for (let nth = 1; nth <= 12; nth += 1)
    expect((await admin.post(path, { comment: `Message ${nth} `.repeat(nth) })).statusCode).toBe(200)
  await portal.as('FINANCE', { name: 'chat-unread' }, async ({ page, problems }) => {
    await open(page, DISPUTES, 'Transaction disputes')
    const waiting = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').filter({ hasText: 'Disputes' })
    // The one that has ended since, and the one that is open.
    await waiting.getByText('2 ready for you').waitFor()
    await page.getByRole('button', { name: `Chat: ${bill.reference}, 12 unread` }).waitFor()
    await keepPicture(page, 'chat-unread-list')
    await open(page, `/transactions/${bill.id}/dispute/chat`, `Dispute chat: ${bill.reference}`)
    await messages(page).getByText('Message 12').first().waitFor()
    expect(await messages(page).getByText('New', { exact: true }).count()).toBe(12)
    expect(await mostOf(page)).toBe(50)
    // It is open at its end.
    expect(await messages(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 2)).toBe(true)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'chat-page')
    await open(page, DISPUTES, 'Transaction disputes')
    await page
      .getByRole('button', { name: `Chat: ${bill.reference}`, exact: true })
      .first()
      .waitFor()
    await waiting.getByText('1 ready for you').waitFor()
    expect(problems).toEqual([])
  })
})

test('on a phone in the dark a chat takes a fifth of the screen, and scrolls sideways nowhere', async () => {
  const visit = {
    name: 'chat-phone',
    options: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  } as const
  await portal.as('COE_STAFF', visit, async ({ page, problems }) => {
    await open(page, `/transactions/${bill.reference}/dispute/chat`, `Dispute chat: ${bill.reference}`)
    await messages(page).getByText('Message 12').first().waitFor()
    expect(await mostOf(page), '20vh on small screens').toBe(20)
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'chat-phone')
    const list = page.getByRole('link', { name: 'All disputes' })
    expect(await list.getAttribute('href')).toBe('/coeadmin/dispute')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(() => mostOf(page), { message: '50vh' }).toBe(50)
    expect(problems).toEqual([])
  })
})

test('support finds the chat by the number of the transaction, and sees that something was said and not what', async () => {
  await portal.as('SUPPORT', { name: 'chat-support' }, async ({ page, problems }) => {
    await open(page, '/support/transactions', 'Transactions search')
    await page.getByLabel('Search With Transaction ID or patient CHF ID').fill(bill.reference)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Chat: ${bill.reference}, 14 unread` }).click()
    await messages(page).getByText('Hidden, because your role cannot see personal data').first().waitFor()
    await drawerOf(page).getByText('Your role can read this but not write here').waitFor()
    expect(await page.getByText('Message 12').count()).toBe(0)
    expect(problems).toEqual([])
  })
})

test('a chat goes on behind an interruption, and ends with the session', async () => {
  await portal.as('SUPER_ADMIN', { name: 'chat-away' }, async ({ page }) => {
    await open(page, `/transactions/${bill.id}/dispute/chat`, `Dispute chat: ${bill.reference}`)
    await messages(page).getByText('Message 12').first().waitFor()
    await page.context().setOffline(true)
    const admin = await portal.demo.as('COE_ADMIN')
    await admin.post(`/api/transactions/${bill.id}/dispute/comments`, { comment: 'Written meanwhile' })
    await page.context().setOffline(false)
    await messages(page).getByText('Written meanwhile').waitFor()
    await portal.demo.context.pool.query(
      'delete from session where user_id = (select id from user_account where email = $1)',
      ['super-admin@chf.example'],
    )
    await page
      .getByRole('heading', { name: /sign in/i })
      .first()
      .waitFor()
    expect(await page.getByText('Written meanwhile').count()).toBe(0)
  })
})
