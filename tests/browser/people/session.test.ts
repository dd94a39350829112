import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STARTING_ROLES } from '#domain/people/role/starting-roles.ts'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { axeProblems, fillSignIn, sidewaysScroll, visit } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { personOf } from '#tests/support/demo-app.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const pathOf = (page: Page) => new URL(page.url()).pathname
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('chf.session'))

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /: profile and sign out$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Email').waitFor()
}

test('every role signs in, and every entry of its menu opens a screen', { timeout: 600_000 }, async () => {
  // One after the other on one page, as each signs out again. By its address is each screen opened once: that loads the
  // page. The other roles come to it by a click.
  const opened = new Set<string>()
  await visit(portal.browser, 'menus', {}, async ({ page, problems, quiet }) => {
    const menu = page.getByRole('navigation', { name: 'Main' })
    const heading = page.getByRole('heading', { level: 1 })
    await page.goto(`${portal.url}/login`)
    for (const { role } of STARTING_ROLES) {
      await fillSignIn(page, personOf(role).email, DEMO_PASSWORD)
      await menu.getByRole('link', { name: 'Dashboard' }).waitFor()
      expect(await stored(page), 'signed out -> login -> signed in').not.toBeNull()
      const inside = menu.locator('a[href^="/"]')
      const paths = await inside.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      expect(paths.length, role).toBeGreaterThan(0)
      for (const [index, path] of paths.entries()) {
        if (opened.has(path)) await inside.nth(index).click()
        else await page.goto(`${portal.url}${path}`)
        opened.add(path)
        // A list may write its own filter behind it.
        await page.waitForURL((url) => url.pathname === new URL(path, portal.url).pathname)
        await heading.waitFor()
        await quiet()
        expect(await heading.textContent(), `${path} of ${role}`).not.toBe('Lost In The Desert')
        expect(await page.getByRole('alert').allTextContents(), `${path} of ${role}`).toEqual([])
        // What lies outside of the frame leads back into it.
        if ((await menu.count()) === 0) await page.getByRole('link', { name: 'Back to the dashboard' }).click()
        // Nobody lands on a page that has nothing for them.
        if (path === '/dashboard') {
          expect(await page.locator('main').getByRole('region').count(), role).toBeGreaterThan(0)
          const quick = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link')
          const first = paths.filter((other) => other !== path).slice(0, 3)
          expect(
            await quick.evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
            `${role}: first 3 menu entries`,
          ).toEqual(first.length === 0 ? ['/users/profile'] : first)
        }
      }
      expect(problems, role).toEqual([])
      // Whoever signs in comes to where the one before has signed out.
      await menu.getByRole('link', { name: 'Dashboard' }).click()
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
      await signOut(page)
    }
  })
})

test('a wrong password says so and keeps the e-mail', async () => {
  await visit(portal.browser, 'wrong-password', {}, async ({ page }) => {
    await page.goto(`${portal.url}/login`)
    await page.getByLabel('Email').fill('auditor@chf.example')
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    // Whatever was stored here before is of nobody who is signed in.
    await page.evaluate(() => localStorage.setItem('chf.session', '{"token":"old","expiresAt":"2099-01-01T00:00:00Z"}'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The email or password is wrong').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('auditor@chf.example')
    expect(await stored(page), 'signed out -> login failure -> signed out (session cleared)').toBeNull()
  })
})

test('who has signed in is led on at once', async () => {
  await visit(portal.browser, 'led-on', {}, async ({ page }) => {
    await page.clock.install()
    await page.goto(`${portal.url}/login`)
    await page.getByLabel('Email').fill('dfa@chf.example')
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.clock.pauseAt(Date.now() + 60_000)
    const answered = page.waitForResponse('**/api/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await answered
    // The page's clock goes on by our hand alone, a millisecond at a time: no half second may pass before it goes on.
    let passed = 0
    await expect
      .poll(async () => {
        await page.clock.runFor(1)
        passed += 1
        return new URL(page.url()).pathname
      })
      .toBe('/dashboard')
    expect(passed).toBeLessThan(400)
  })
})

test('a deep link asks for sign-in and comes back to it', async () => {
  await visit(portal.browser, 'deep-link', {}, async ({ page }) => {
    await page.goto(`${portal.url}/users/profile`)
    await page.getByLabel('Email').fill('dfa@chf.example')
    expect(pathOf(page), 'no stored session -> open a protected route -> /login').toBe('/login')
    await page.getByLabel('Password', { exact: true }).fill('Demo-pass-2026')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'My profile' }).waitFor()
  })
})

test('a person edits the own profile by keyboard alone, on a phone', async () => {
  const options = { viewport: { width: 360, height: 740 } }
  await portal.signingIn('PATIENT', { name: 'profile-phone', options }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/users/profile`)
    await page.getByRole('region', { name: 'Care' }).getByText('Ahmadu Bello University Teaching Hospital').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '')
    const edit = page.getByRole('button', { name: 'Edit profile' })
    await edit.focus()
    await page.keyboard.press('Enter')
    // The form takes the focus from the button that it stands for, and gives it back.
    await page.getByLabel('First name').waitFor()
    expect(await focused()).toBe(await page.getByLabel('First name').getAttribute('id'))
    const phone = page.getByLabel('Phone number')
    await phone.fill('0803')
    await page.keyboard.press('Enter')
    await page.getByText('Phone number must be 11 digits').waitFor()
    await phone.fill('08035559876')
    await page.keyboard.press('Enter')
    await page.getByText('Profile updated.').waitFor()
    await page.getByText('08035559876').waitFor()
    expect(await edit.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    expect(problems.filter((text) => !text.includes('422'))).toEqual([])
  })
})

test('an outage while the page loads again signs nobody out; a refused session does', async () => {
  await portal.signingIn('AUDITOR', { name: 'outage-on-reload' }, async ({ page }) => {
    const answering = (status: number) =>
      page.route('**/api/users/profile', (route) =>
        route.fulfill({
          status,
          headers: { 'retry-after': '1' },
          json: { message: 'The portal cannot reach its records' },
        }),
      )
    await answering(503)
    await page.reload()
    await page.getByText('The portal cannot reach its records').waitFor()
    expect(await page.getByText('Give this reference to support').count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('chf.session'))).not.toBeNull()
    await page.unroute('**/api/users/profile')
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(pathOf(page), 'stored -> start of the app -> signed in').toBe('/dashboard')

    // An address that nobody has, and a screen of others, say so within the shell.
    await page.goto(`${portal.url}/no/such/page`)
    await page.getByRole('heading', { level: 1, name: 'Lost In The Desert' }).waitFor()
    await page.getByRole('button', { name: /: profile and sign out$/ }).waitFor()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    // What the specs' own menu names leads on (open-questions.tsv, Q096).
    for (const [from, to] of [
      ['/service', '/services'],
      ['/patient', '/dashboard'],
      ['/mybilling', '/users/billing_history'],
    ] as const) {
      await page.goto(`${portal.url}${from}`)
      await page.waitForURL((url) => [to, '/dashboard'].includes(url.pathname))
    }
    await page.goto(`${portal.url}/coestaff/billing`)
    await page.getByText('“Billing” is not open to your roles, so we brought you to your dashboard.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(pathOf(page), 'signed in, permission missing -> open a gated route -> /dashboard').toBe('/dashboard')

    await answering(403)
    await page.reload()
    await page.getByLabel('Email').waitFor()
    await page.getByText('Your session has ended. Sign in again to continue where you were.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('chf.session'))).toBe('ended')

    // Loaded again, the page still says why one is there, and leads back to where one was.
    await page.unroute('**/api/users/profile')
    await page.reload()
    await page.getByText('Your session has ended. Sign in again to continue where you were.').waitFor()
    await fillSignIn(page, personOf('AUDITOR').email, DEMO_PASSWORD)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  })
})

test('sign-out leaves nothing behind', async () => {
  await portal.signingIn('AUDITOR', { name: 'sign-out' }, async ({ page }) => {
    await signOut(page)
    expect(pathOf(page), 'signed in -> logout -> signed out').toBe('/login')
    expect(await page.getByText('Your session has ended').count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('chf.session'))).toBeNull()
    await page.evaluate(() => localStorage.setItem('chf.session', '{'))
    await page.goto(`${portal.url}/users/profile`)
    await page.getByLabel('Email').waitFor()
    expect(pathOf(page), 'stored -> parse failure -> signed out').toBe('/login')
  })
})

test.each(['light', 'dark'] as const)('the dashboard and sign-in pass axe in %s', async (colorScheme) => {
  await visit(portal.browser, `axe-${colorScheme}`, { colorScheme }, async ({ page }) => {
    await page.goto(`${portal.url}/login`)
    await page.getByLabel('Email').waitFor()
    expect(await axeProblems(page)).toEqual([])
  })
  await portal.signingIn(
    'COE_ADMIN',
    { name: `dashboard-${colorScheme}`, options: { colorScheme } },
    async ({ page }) => {
      await page.waitForLoadState('networkidle')
      expect(await axeProblems(page)).toEqual([])
    },
  )
})
