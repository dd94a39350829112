import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignRoles } from '#commands/people/user/assign-roles.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { MailRefused } from '#commands/processes/outbox.ts'
import type { Message } from '#commands/mail/send.ts'
import { tablesWith } from '#tests/support/canaries.ts'
import { command } from '#tests/support/command.ts'
import { type DemoApp, personOf, startDemoApp } from '#tests/support/demo-app.ts'
import pg from 'pg'

const staff = personOf('COE_STAFF')
const admin = personOf('SUPER_ADMIN')

/** Gives somebody other roles, as an administrator does. */
const roles = (app: DemoApp, ...names: readonly string[]) =>
  assignRoles(
    app.context.handler,
    command('AssignRoles', { userId: staff.userId, roles: names.map(roleIdOf) }, { by: admin.userId }),
  )

const messages: Message[] = []
let isRefused = false
let app: DemoApp
beforeAll(async () => {
  app = await startDemoApp({
    deliver: async (message) => {
      if (isRefused) throw new MailRefused('EENVELOPE 550 RCPT TO')
      messages.push(message)
    },
  })
})
afterAll(() => app.end())

type Listed = {
  counts: { dead: number; waiting: number; sent: number }
  mails: { id: string; kind: string; to: string; error: string | null; tries: number }[]
}
const listed = async (state: string) =>
  (await (await app.as('SUPER_ADMIN')).get(`/api/outbox?state=${state}`)).json<{ data: Listed }>().data

test('who is given other roles is written to, once, where they are now', async () => {
  await roles(app, 'DOCTOR')
  await expect.poll(() => messages.length).toBe(1)
  expect(messages[0]).toMatchObject({ to: staff.email, userId: staff.userId })
  expect((await listed('sent')).mails).toMatchObject([{ kind: 'roles changed', error: null, tries: 1 }])
})

test('what could not be sent is shown to administrators, without a word of it, and tried again by their wish, which is recorded', async () => {
  isRefused = true
  await roles(app, 'COE_STAFF')
  await expect.poll(async () => (await listed('dead')).counts.dead).toBe(1)
  const [dead] = (await listed('dead')).mails
  if (dead === undefined) throw new Error('No mail is dead')
  expect(dead).toMatchObject({
    to: `${staff.firstName} ${staff.lastName}`,
    error: 'MailRefused EENVELOPE 550 RCPT TO',
  })
  expect(Object.keys(dead).sort()).toEqual(
    ['asked_at', 'error', 'id', 'kind', 'next_try_at', 'sent_at', 'to', 'tries', 'user_id'].sort(),
  )
  const health = await app.app.inject({ url: '/api/health' })
  expect(health.statusCode).toBe(200)

  isRefused = false
  const superAdmin = await app.as('SUPER_ADMIN')
  expect((await superAdmin.post('/api/outbox/retry', { mail_id: dead.id })).statusCode).toBe(200)
  await expect.poll(async () => (await listed('sent')).counts).toEqual({ dead: 0, waiting: 0, sent: 2 })
  const events = await app.context.log.read(`user-${staff.userId}`)
  expect(events.at(-1)).toMatchObject({
    event: { type: 'UserMailRetried', data: { mailId: dead.id, tries: 1, by: admin.userId } },
    meta: { permission: 'MANAGE_MAIL' },
  })
  // Sent, it is no more there to be tried.
  for (const mail_id of [dead.id, 'no-such-mail'])
    expect((await superAdmin.post('/api/outbox/retry', { mail_id })).statusCode).toBe(404)
  expect(messages.filter(({ id }) => id === dead.id)).toHaveLength(1)
})

test('nobody else sees it, or has it tried', async () => {
  const auditor = await app.as('AUDITOR')
  expect((await auditor.get('/api/outbox')).statusCode).toBe(403)
  expect((await auditor.post('/api/outbox/retry', { mail_id: 'any' })).statusCode).toBe(403)
})

test('where there is a mail server, there is no mailbox to read it in', async () => {
  expect((await app.app.inject({ url: '/dev/mailbox' })).statusCode).toBe(404)
})

test('a portal without a mail server keeps its mail, sealed, in a mailbox that shows it; production has none', async () => {
  let now = Date.now()
  const own = await startDemoApp({ now: () => now })
  try {
    await roles(own, 'DOCTOR')
    const page = async () => (await own.app.inject({ url: '/dev/mailbox' })).body
    await expect.poll(page).toContain(staff.email)
    expect(await page()).toContain('/users/profile')
    const client = new pg.Client(own.database.superuserUrl)
    await client.connect()
    const tables = await tablesWith(client, staff.email)
    await client.end()
    expect(tables).not.toContain('local_mail')
    expect(tables).not.toContain('outbox')
    // Whoever is gone has no mail any more.
    await own.context.keys.destroy(staff.userId)
    now += 31_000 // this process had the key in memory
    expect(await page()).not.toContain(staff.email)
  } finally {
    await own.end()
  }
  const production = await startDemoApp({ production: true })
  const answer = await production.app.inject({ url: '/dev/mailbox' })
  await production.end()
  expect(answer.statusCode).toBe(404)
})
