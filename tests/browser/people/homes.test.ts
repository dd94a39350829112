import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { personOf } from '#tests/support/demo-app.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const

test('the home of support begins with the look-up of a user, and leads on to them', async () => {
  await portal.as('SUPPORT', { name: 'home-support', at: '/dashboard' }, async ({ page, problems }) => {
    const find = page.getByRole('region', { name: 'Find a user' })
    await find.getByLabel('Email').fill(personOf('DOCTOR').email)
    await find.getByRole('button', { name: 'Find' }).click()
    await find.getByText('Email verified').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await keepPicture(page, 'home-support')
    await find.getByRole('link', { name: 'See as this user' }).click()
    await page.getByRole('heading', { name: 'See as a user' }).waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(personOf('DOCTOR').email)
    expect(problems).toEqual([])
  })
})

test.each(['DOCTOR', 'PHARMACIST'])('the home of a %s finds a patient and opens the bill', async (role) => {
  const kind = role === 'PHARMACIST' ? 'tab=drugs&' : ''
  await portal.as(role, { name: `home-${role}`, at: '/dashboard', options: phone }, async ({ page, problems }) => {
    const find = page.getByRole('region', { name: 'Find a patient' })
    await find.getByRole('searchbox', { name: 'Patient' }).fill(personOf('PATIENT').email)
    await find.getByRole('button', { name: 'Find patient' }).click()
    await find.getByRole('button', { name: /^Select/ }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await keepPicture(page, `home-${role.toLowerCase()}`)
    await find.getByRole('button', { name: /^Select/ }).click()
    await page.waitForURL(`${portal.url}/coestaff/billing?${kind}patient=${personOf('PATIENT').userId}`)
    expect(problems).toEqual([])
  })
})

test.each(['MDT', 'SOCIAL_WORKER', 'HELP_DESK', 'COMMITTEE'])(
  'the home of %s finds a patient by the CHF ID, and opens what they may see',
  async (role) => {
    await portal.as(role, { name: `home-${role}`, at: '/dashboard', options: phone }, async ({ page, problems }) => {
      const find = page.getByRole('region', { name: 'Find a patient' })
      await find.getByRole('button', { name: 'Find patient' }).click()
      await find.getByText('Enter a CHF ID').waitFor()
      await find.getByLabel('CHF ID').fill('CHF-000001')
      await find.getByRole('button', { name: 'Find patient' }).click()
      await find.getByText('CHF-000001', { exact: true }).waitFor()
      const opens = find.getByRole('link', { name: 'CHF-000001' })
      expect(await opens.count()).toBe(['MDT', 'COMMITTEE'].includes(role) ? 1 : 0)
      expect(await axeProblems(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await keepPicture(page, `home-${role.toLowerCase()}`)
      expect(problems).toEqual([])
    })
  },
)
