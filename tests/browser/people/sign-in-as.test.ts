import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#commands/ids.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { registerUser } from '#commands/people/user/register-user.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { command } from '#tests/support/command.ts'
import { personOf } from '#tests/support/demo-app.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

test('support sees the portal as a patient does, under a banner, and comes back as themselves', async () => {
  const [patient, support] = [personOf('PATIENT'), personOf('SUPPORT')]
  const viewport = { width: 360, height: 740 }
  const at = '/superadmin/anonymous/auth'
  await portal.as('SUPPORT', { name: 'see-as', at, options: { viewport } }, async ({ page }) => {
    await page.getByRole('link', { name: 'Back to the dashboard' }).waitFor()
    await page.getByLabel('Email').fill(patient.email)
    await page.keyboard.press('Enter')
    await page.getByText('Enter a reason').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'see-as')
    await page.getByLabel('Reason').fill('They cannot find their bill')
    await page.getByRole('button', { name: 'See as this person' }).click()
    const banner = page.getByText(`${support.firstName} ${support.lastName} sees the portal as`)
    await banner.waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await keepPicture(page, 'see-as-banner')
    await page.goto(`${portal.url}/users/wallet`)
    await banner.waitFor()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await banner.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `${support.firstName} ${support.lastName}: profile and sign out` }).waitFor()
  })
  await portal.as('PATIENT', { name: 'seen-as', at: '/users/sessions', options: { viewport } }, async ({ page }) => {
    await page.getByRole('table').waitFor()
    expect(await page.getByText('sees the portal as').count()).toBe(0)
  })
})

test('support looks somebody up and sees what became of the last code', async () => {
  await portal.as('SUPPORT', { name: 'staff-verify', at: '/support/users/email-verification' }, async ({ page }) => {
    await page.getByLabel('Email').fill('nobody@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('No user found with that credential').waitFor()
    await page.getByLabel('Email').fill(personOf('PATIENT').email)
    await page.keyboard.press('Enter')
    await page.getByText('Email verified').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'staff-verify')
    const { handler, emailSecret, caughtUp, log, now } = portal.demo.context
    const [email, userId] = ['not.yet@example.org', newId(now())]
    const about = { firstName: 'Ada', lastName: 'Obi', phoneNumber: '08012345678', emailVerified: false }
    const roles = { roles: [roleIdOf('ANALYST')], granter: 'system' as const }
    await registerUser({ handler, emailSecret }, command('RegisterUser', { userId, email, ...about, ...roles }))
    await caughtUp(await log.head())
    await page.getByLabel('Email').fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Verify e-mail' }).click()
    await page.route('**/api/users/*', (route) => route.fulfill({ status: 500, json: { message: 'A test' } }), {
      times: 9,
    })
    const asked = page.getByRole('dialog', { name: 'Verify e-mail' })
    await asked.getByRole('button', { name: 'Verify' }).click()
    await asked.getByText("Could not verify user's email. Try again").waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'staff-verify-failed')
    await page.unrouteAll()
    await asked.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('User email has been verified').waitFor()
  })
})
