import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailKey } from '#commands/people/user/email-key.ts'
import { INVITATION_LIFE_MS, invitationToken } from '#commands/people/user/invitation.ts'
import { mailedCode } from '#commands/people/user/mailed-code.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import { axeProblems, keepPicture, sidewaysScroll, tabTo } from '#tests/browser/kit.ts'
import { lasts } from '#tests/browser/lasts.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { personOf } from '#tests/support/demo-app.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.end())

const nameOf = (role: string) => `${personOf(role).firstName} ${personOf(role).lastName}`
const record = (page: Page) => page.getByRole('dialog', { name: 'Person' })
const looksRight = async (page: Page, name: string) => {
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await keepPicture(page, name)
}

async function fill(page: Page, over: { readonly email: string; readonly role?: string; readonly hospital?: string }) {
  await page.getByLabel('First name').fill('Zubaida')
  await page.getByLabel('Last name').fill('Nwachukwu')
  await page.getByLabel('Email').fill(over.email)
  await page.getByLabel('Phone number').fill('08012345678')
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('3-2-1990')
  const choose = async (label: string, option: string) => {
    await page
      .getByRole('combobox', { name: label })
      .or(page.getByRole('textbox', { name: label }))
      .first()
      .click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose('Gender', 'Female')
  if (over.role !== undefined) await choose('Role', over.role)
  if (over.hospital !== undefined) await choose('Hospital', over.hospital)
}

/** The link that was mailed to whoever has this e-mail. */
async function linkTo(email: string): Promise<string> {
  const { log, emailSecret, pool } = portal.demo.context
  const { rows } = await pool.query<{ id: string }>('select id from user_account where email = $1', [email])
  const userId = rows[0]?.id ?? ''
  const events = (await log.read(`user-${userId}`)).map(({ event }) => event as UserEvent)
  const invited = events.find((event) => event.type === 'UserCodeAsked')
  if (invited?.type !== 'UserCodeAsked') throw new Error('No one was invited')
  const until = Date.parse(invited.data.at) + INVITATION_LIFE_MS
  return `/set-password/${invitationToken(emailSecret, { userId, codeId: invited.data.codeId, until })}`
}

/** The code that was mailed to change staff. */
async function codeOf(email: string): Promise<string> {
  const { pool, emailSecret } = portal.demo.context
  const key = emailKey(email, emailSecret)
  const asked = async () =>
    (
      await pool.query<{ code_id: string; done: boolean }>(
        'select code_id, resolved_at is not null as done from code_request where email_key = $1',
        [key],
      )
    ).rows[0]
  await expect.poll(async () => (await asked())?.done, { timeout: 20_000 }).toBe(true)
  return mailedCode(emailSecret, { codeId: (await asked())?.code_id ?? '', purpose: 'staff', emailKey: key })
}

test('the head of a hospital creates somebody by keyboard alone, who chooses a password by the link and signs in', async () => {
  const email = 'new.doctor@example.org'
  await portal.as('COE_ADMIN', { name: 'staff-create', at: '/coestaffs' }, async ({ page, problems }) => {
    await page.getByRole('region', { name: 'Hospital staff' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/coestaffs\/[\w-]{36}$/)
    const fresh = () => page.getByText('need to change password').count()
    const shown = 'created_at equals updated_at -> show -> need to change password'
    await expect.poll(fresh, { message: shown }).toBeGreaterThan(0)
    await looksRight(page, 'staff-list')
    const { keyboard } = page
    // Tabs of a list are one stop; arrows go within.
    await tabTo(page, /^All Staff$/)
    await keyboard.press('ArrowRight')
    await page.waitForURL('**/create')
    await page.getByLabel('First name').waitFor()
    await tabTo(page, /^Create$/)
    await keyboard.press('Enter')
    await page.getByText('Please choose a date of birth!').waitFor()
    await page.getByText('Please choose a gender').waitFor()
    await looksRight(page, 'staff-create-wrong')
    // What is missing has taken the focus.
    await keyboard.type('Zubaida')
    for (const [field, text] of [
      [/^Last name/, 'Nwachukwu'],
      [/^Email/, email],
      [/^Phone number/, '08012345678'],
      [/^Date of birth/, '3-2-1990'],
    ] as const) {
      await tabTo(page, field)
      await keyboard.type(text)
    }
    for (const [field, option] of [
      [/^Gender/, 'Female'],
      [/^Role/, 'Doctor'],
    ] as const) {
      await tabTo(page, field)
      await keyboard.press('Enter')
      const isChosen = () => page.locator('[data-combobox-selected]', { hasText: option }).count()
      await page.getByRole('option', { name: option }).waitFor()
      for (let presses = 0; presses < 20 && (await isChosen()) === 0; presses++) await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
    }
    await tabTo(page, /^Create$/)
    await keyboard.press('Enter')
    const confirmed = () => page.getByText('Zubaida Nwachukwu, Doctor.').count()
    await expect.poll(confirmed, { message: 'form -> submit -> confirmation' }).toBe(1)
    await looksRight(page, 'staff-created')
    await tabTo(page, /^Cancel$/)
    await keyboard.press('Enter')
    const typed = () => page.getByLabel('First name').inputValue()
    await expect.poll(typed, { message: 'confirmation -> Cancel -> step 1' }).toBe('')
    expect(problems).toEqual([])
  })
  await portal.as('PATIENT', { name: 'staff-set-password' }, async ({ page }) => {
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${portal.url}${await linkTo(email)}`)
    await page.getByRole('textbox', { name: 'New password' }).fill('Ward-seven-kettle-9')
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('Ward-seven-kettle-9')
    await looksRight(page, 'staff-set-password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password is set.').waitFor()
    await page.goto(`${portal.url}/set-password/nothing`)
    await page.getByRole('textbox', { name: 'New password' }).fill('Ward-seven-kettle-9')
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('Ward-seven-kettle-9')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText("This link is wrong or has expired. Use 'Recover password' to get a code.").waitFor()
  })
})

test('Edit Staff asks for the code that was mailed, and the history says from which value to which', async () => {
  const { userId } = personOf('SOCIAL_WORKER')
  await portal.as('COE_ADMIN', { name: 'staff-edit', at: '/coestaffs' }, async ({ page }) => {
    const changed = () => page.getByText('Password changed', { exact: true }).count()
    const shown = 'updated -> show -> Password changed (Active on one screen)'
    await expect.poll(changed, { message: shown }).toBeGreaterThan(0)
    await page.getByRole('link', { name: `Details of ${nameOf('SOCIAL_WORKER')}` }).click()
    await page.waitForURL(`**/${userId}`)
    await record(page).getByText('Need to change password').waitFor()
    await looksRight(page, 'staff-record')
    await record(page).getByRole('button', { name: 'Send link again' }).click()
    await looksRight(page, 'staff-invite')
    await page.getByRole('dialog', { name: 'Send link again' }).getByRole('button', { name: 'Send' }).click()
    await page.getByText('We sent them another link. The earlier link no longer works.').waitFor()
    await record(page).getByRole('button', { name: 'Edit Staff' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Staff' })
    await edit.getByLabel('Phone number').fill('08099999999')
    await looksRight(page, 'staff-edit')
    await edit.getByRole('button', { name: 'Update' }).click()
    const asking = page.getByRole('dialog', { name: 'Verification code' })
    await asking.getByText('An email verification code is needed to update staff information.').waitFor()
    expect(await asking.count(), 'editing -> Update -> code requested, code modal open').toBe(1)
    await asking.getByLabel('Code').fill('AAAAAA')
    await asking.getByRole('button', { name: 'Verify and save' }).click()
    await asking.getByText('The code is wrong or has expired').waitFor()
    await looksRight(page, 'staff-code')
    await asking.getByLabel('Code').fill(await codeOf(personOf('COE_ADMIN').email))
    await asking.getByRole('button', { name: 'Verify and save' }).click()
    const saved = () => page.getByText('Staff updated successfully').count()
    await expect.poll(saved, { message: 'code modal -> verify -> saved' }).toBeGreaterThan(0)
    await record(page).getByRole('tab', { name: 'History' }).click()
    await record(page)
      .getByText(/phone number from \d{11} to 08099999999/)
      .waitFor()
    await looksRight(page, 'staff-history')

    // A used code ends its wait: the next change is mailed one at once. One left unused is still good, and another one can be
    // asked for where it is typed.
    await record(page).getByRole('tab', { name: 'Details' }).click()
    const changePhone = async () => {
      await record(page).getByRole('button', { name: 'Edit Staff' }).click()
      await edit.getByLabel('Phone number').fill('08088888888')
      await edit.getByRole('button', { name: 'Update' }).click()
    }
    await changePhone()
    await asking.getByText(/It works for ten minutes\./).waitFor()
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await changePhone()
    await edit.getByText(/^We just sent a code\. You can ask for another one in /).waitFor()
    await edit.getByRole('button', { name: 'Enter the code' }).click()
    await asking.getByText(/a moment ago\. It works once, for ten minutes\./).waitFor()
    await asking.getByRole('button', { name: /^Another code in [0-2]:\d\d$/ }).waitFor()
    await looksRight(page, 'staff-code-again')
  })
})

test('the super administrator chooses a hospital, moves somebody, and closes an account', async () => {
  await portal.as('SUPER_ADMIN', { name: 'staff-any', at: '/coestaffs' }, async ({ page }) => {
    await page.getByText('No hospital is chosen').waitFor()
    await looksRight(page, 'staff-no-hospital')
    await page
      .getByRole('combobox', { name: 'Hospital' })
      .or(page.getByRole('textbox', { name: 'Hospital' }))
      .first()
      .click()
    await page.getByRole('option').first().click()
    await page
      .getByRole('region', { name: 'Hospital staff' })
      .or(page.getByText('No COE Staff Record available'))
      .waitFor()
    await looksRight(page, 'staff-any-hospital')
    await page.goto(`${portal.url}/users/${personOf('PHARMACIST').userId}`)
    await record(page).getByRole('button', { name: 'Make User Hospital Staff' }).click()
    await looksRight(page, 'staff-move')
    await page.getByRole('button', { name: 'Add to hospital' }).click()
    await page.getByText('User is now added to COE').waitFor()
    await record(page).getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog', { name: 'Deactivate account' }).getByRole('button', { name: 'Deactivate' }).click()
    await record(page).getByText('INACTIVE').waitFor()
    await record(page).getByRole('button', { name: 'Activate', exact: true }).waitFor()
  })
})

test.each([
  ['/chfadmins', 'Create CHF Admin', 'No Admin Record available'],
  ['/chfstaffs', 'Create Staff', 'No Staff Record available'],
  ['/coehelpdesks', 'Add Help Desk Staff', 'No Staff Record available'],
])('%s lists its people, finds one by name, and has the tab %s', async (at, tab, empty) => {
  await portal.as('SUPER_ADMIN', { name: `staff${at.replace('/', '-')}`, at }, async ({ page }) => {
    await page
      .getByRole('link', { name: /^Details of / })
      .first()
      .waitFor()
    await looksRight(page, `staff${at.replace('/', '-')}`)
    await page.getByRole('textbox', { name: /ame or e-mail/ }).fill('x')
    await page.keyboard.press('Enter')
    await page.getByText('Type at least two characters').waitFor()
    await page.getByRole('textbox', { name: /ame or e-mail/ }).fill('nobody has this')
    await page.keyboard.press('Enter')
    await page.getByText(empty).waitFor()
    expect(page.url()).not.toContain('nobody')
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Please provide a valid email').waitFor()
    await looksRight(page, `staff${at.replace('/', '-')}-create`)
  })
})

test('a help desk and an administrator of the fund are created', async () => {
  await portal.as('SUPER_ADMIN', { name: 'staff-desk', at: '/coehelpdesks?tab=create' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Please choose a coe name').waitFor()
    await fill(page, { email: 'new.desk@example.org', hospital: 'University College Hospital' })
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('COE help desk staff Created').waitFor()
    await page.goto(`${portal.url}/chfadmins?tab=create`)
    await fill(page, { email: 'new.admin@example.org' })
    // Held back until the page has said what it does meanwhile.
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/api/sadmin/chfstaffs', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('sending request').waitFor()
    goOn()
    await page.getByText('CHF Admin Created').waitFor()
    await page.getByText('Zubaida Nwachukwu, Fund administrator.').waitFor()
    await page.getByText('What to do next').waitFor()
    await page.getByRole('link', { name: 'Open the record' }).click()
    await page.getByRole('dialog', { name: 'Person' }).getByText('new.admin@example.org').waitFor()
  })
})

test('that a help desk was created is said for three seconds', async () => {
  await portal.as('SUPER_ADMIN', { name: 'staff-desk-said' }, async ({ page }) => {
    await page.clock.install()
    await page.goto(`${portal.url}/coehelpdesks?tab=create`)
    await fill(page, { email: 'other.desk@example.org', hospital: 'University College Hospital' })
    const said = page.getByText('COE help desk staff Created')
    await lasts(page, '3 s', () => page.getByRole('button', { name: 'Create', exact: true }).click(), {
      said,
      isOver: async () => (await said.count()) === 0,
    })
  })
})

test('users are listed by role and found by e-mail; support reads them masked', async () => {
  await portal.as('SUPER_ADMIN', { name: 'staff-users', at: '/users' }, async ({ page }) => {
    const table = page.getByRole('region', { name: 'Users' })
    await table.waitFor()
    await looksRight(page, 'staff-users')
    // On a laptop all of a row is there.
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.getByLabel('Email').fill('nobody@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('No user records available').waitFor()
    await page.getByLabel('Email').fill(personOf('PATIENT').email)
    await page.keyboard.press('Enter')
    // Patients choose their passwords as they enrol.
    const patient = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: `Details of ${nameOf('PATIENT')}` }) })
    await patient.getByText('Active', { exact: true }).waitFor()
    // The one who has chosen a password, above.
    await page.getByLabel('Email').fill('new.doctor@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('Active', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Create User' }).click()
    await page.getByLabel('First name').waitFor()
    await looksRight(page, 'staff-users-create')
  })
  await portal.as('SUPPORT', { name: 'staff-users-masked', at: '/users' }, async ({ page }) => {
    const table = page.getByRole('region', { name: 'Users' })
    await table.getByRole('link', { name: 'Details of row 10' }).waitFor()
    // Said once for all of them; every row is one line.
    expect(await page.getByText('Hidden, because your role cannot see personal data').count()).toBe(1)
    const rows = await table.locator('tbody tr').evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(Math.max(...rows)).toBeLessThan(48)
    await looksRight(page, 'staff-users-masked')
  })
})

test.each([
  [360, 'light'],
  [360, 'dark'],
  [768, 'light'],
  [1280, 'dark'],
] as const)('the screens of staff fit %i px, %s', async (width, colorScheme) => {
  const options = { viewport: { width, height: 780 }, colorScheme }
  const name = `staff-${width}-${colorScheme}`
  await portal.as('SUPER_ADMIN', { name, options, at: '/chfstaffs' }, async ({ page }) => {
    await page
      .getByRole('link', { name: /^Details of / })
      .first()
      .waitFor()
    await looksRight(page, `${name}-list`)
    await page
      .getByRole('link', { name: /^Details of / })
      .first()
      .click()
    await record(page).getByRole('tab', { name: 'History' }).waitFor()
    await looksRight(page, `${name}-record`)
    await page.goto(`${portal.url}/users?tab=create`)
    await page.getByLabel('First name').waitFor()
    await looksRight(page, `${name}-create`)
  })
})
