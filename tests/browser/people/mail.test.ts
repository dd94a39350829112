import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { assignRoles } from '#commands/people/user/assign-roles.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'
import { command } from '#tests/support/command.ts'
import { personOf } from '#tests/support/demo-app.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  const { handler, pool } = portal.demo.context
  const { userId } = personOf('COE_STAFF')
  const given = { userId, roles: ['DOCTOR'].map(roleIdOf) }
  await assignRoles(handler, command('AssignRoles', given, { by: personOf('SUPER_ADMIN').userId }))
  // Once it was sent: as if it had never been.
  const refused = `update outbox set sent_at = null, is_dead = true, due_at = null, attempts = 10,
                     error = 'MailRefused EENVELOPE 550 RCPT TO' where sent_at is not null`
  while ((await pool.query(refused)).rowCount !== 1);
})
afterAll(() => portal.end())

test.each([
  [1280, 'light'],
  [768, 'dark'],
  [360, 'light'],
  [360, 'dark'],
] as const)('mail at %i px, %s: whole, readable and without anything wrong', async (width, colorScheme) => {
  const options = { viewport: { width, height: 800 }, colorScheme }
  await portal.as('SUPER_ADMIN', { name: `mail-${width}`, at: '/superadmin/mail', options }, async (visited) => {
    const { page, problems, quiet } = visited
    await page.getByText('roles changed').waitFor()
    await quiet()
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await keepPicture(page, `mail-${width}-${colorScheme}`)
    expect(problems).toEqual([])
  })
})

test('by keyboard a dead letter is tried again, and is then among those that were sent', async () => {
  await portal.as('SUPER_ADMIN', { name: 'mail-again', at: '/superadmin/mail' }, async ({ page, problems }) => {
    await page.getByRole('button', { name: /^Try again: roles changed/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('The email is being sent again').waitFor()
    await page.getByText('No email needs attention').waitFor()
    await page.getByRole('tab', { name: /^Could not be sent/ }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.waitForURL('**/superadmin/mail?state=sent')
    await page.getByRole('cell', { name: 'roles changed' }).waitFor()
    expect(problems).toEqual([])
  })
})
