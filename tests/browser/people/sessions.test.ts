import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '#api/people/session/sessions.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { personOf } from '#tests/support/demo-app.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const onPhone = (role: string) =>
  openSession(portal.demo.context, { userId: personOf(role).userId, device: PHONE, address: '102.89.1.2' })

test.each([
  [1280, 'light'],
  [768, 'dark'],
  [360, 'light'],
  [360, 'dark'],
] as const)('my sessions at %i px, %s: whole, readable and without anything wrong', async (width, colorScheme) => {
  await onPhone('AUDITOR')
  const options = { viewport: { width, height: 800 }, colorScheme }
  await portal.as('AUDITOR', { name: `sessions-${width}`, at: '/users/sessions', options }, async (visited) => {
    const { page, problems, quiet } = visited
    await page.getByRole('cell', { name: 'Chrome on Android' }).first().waitFor()
    await quiet()
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    // Nor within the table: the way to end a session is never off to the side.
    const table = page.getByRole('region', { name: 'My sessions' })
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await keepPicture(page, `sessions-${width}-${colorScheme}`)
    expect(problems).toEqual([])
  })
})

test('by keyboard one is signed out, and then all others', async () => {
  await onPhone('DFA')
  await onPhone('DFA')
  await portal.as('DFA', { name: 'sessions-end', at: '/users/sessions' }, async ({ page, problems }) => {
    const ends = page.getByRole('button', { name: 'Sign out Chrome on Android, 102.89.1.2' })
    await ends.first().focus()
    await page.keyboard.press('Enter')
    await page.getByText('The session has been signed out').waitFor()
    await expect.poll(() => ends.count()).toBe(1)
    await page.getByRole('button', { name: 'Sign out all others' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('All other sessions have been signed out').waitFor()
    await expect.poll(() => ends.count()).toBe(0)
    await page.getByText('This session').waitFor()
    expect(problems).toEqual([])
  })
})

test('of a refusal with several messages each is a toast of its own', async () => {
  await onPhone('DFA')
  await portal.as('DFA', { name: 'toasts', at: '/users/sessions' }, async ({ page }) => {
    const refused = { message: ['The first message.', 'The second message.'] }
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, json: refused }),
    )
    await page.getByRole('button', { name: 'Sign out all others' }).click()
    for (const text of refused.message) await page.getByText(text, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Dismiss message' }).count()).toBe(2)
  })
})

test('what went wrong stays until it is dismissed, below what the screen is about and its actions', async () => {
  await onPhone('DFA')
  await portal.as('DFA', { name: 'toast-stays', at: '/users/sessions' }, async ({ page }) => {
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 400, json: { message: 'It cannot be done.' } }),
    )
    await page.clock.install()
    await page.getByRole('button', { name: 'Sign out all others' }).click()
    const said = page.getByText('It cannot be done.', { exact: true })
    await said.waitFor()
    await page.clock.runFor(60_000)
    const { x = 0, y = 0 } = (await said.boundingBox()) ?? {}
    expect([x > 640, y > 400]).toEqual([true, true])
    await page.getByRole('button', { name: 'Dismiss message' }).click()
    await said.waitFor({ state: 'detached' })
  })
})
