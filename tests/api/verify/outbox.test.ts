import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { assignRoles } from '#commands/people/user/assign-roles.ts'
import { command } from '#tests/support/command.ts'
import { createRowMacs } from '#commands/row-macs.ts'
import { askedMac, type RowOfMail } from '#commands/processes/asked-mail.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { type HeldPortal, openHeldPortal, placesOf } from './held-portal.ts'

// A portal that has sent one mail, and ended. Its log and its keys are whole; somebody writes to its tables.
let portal: HeldPortal
beforeAll(async () => {
  portal = await openHeldPortal()
  const { handler } = portal.demo.context
  const { userId } = personOf('COE_STAFF')
  const roles = ['DOCTOR'].map(roleIdOf)
  await assignRoles(handler, command('AssignRoles', { userId, roles }, { by: personOf('SUPER_ADMIN').userId }))
  await portal.settle()
  const isSent = async () => (await portal.pool.query('select from outbox where sent_at is not null')).rowCount
  while ((await isSent()) !== 1);
  await portal.stop()
})
afterEach(() => portal.putBack())
afterAll(() => portal.end())

const WAITS = `update outbox set sent_at = null, ended_mac = null, due_at = now()`

test('a mail that was sent, and one that waits, are as the log asks for them', async () => {
  const sent = await portal.verify()
  expect([sent.differences, sent.notes]).toEqual([
    [],
    expect.arrayContaining(['1 mails were held against their events']),
  ])
  await portal.edit(WAITS)
  expect((await portal.verify()).differences).toEqual([])
})

/** A row beside the one that is there, with something else in it. */
const putIn = (over: Record<string, string>) => {
  const columns = { id: 'gen_random_uuid()', template: 'template', recipient: 'recipient', ...over }
  return `insert into outbox (${Object.keys(columns).join()}, process, stream, revision, due_at)
          select ${Object.values(columns).join()}, process, stream, revision, now() from outbox`
}

test.each<readonly [what: string, found: string, ...statements: string[]]>([
  ['a mail that its event does not ask for', 'outbox: outbox', putIn({ template: `'password changed'` })],
  ['a mail to somebody else', 'outbox: outbox', putIn({ recipient: `'somebody'` })],
  ['a mail that is doubled', 'outbox: outbox', putIn({})],
  ['another recipient', 'outbox: outbox.recipient', WAITS, `update outbox set recipient = 'somebody'`],
  ['another template', 'outbox: outbox.template', `update outbox set template = 'password changed'`],
  ['a template that nobody has', 'outbox: outbox.template', `update outbox set template = '__proto__'`],
  ['another event', 'outbox: outbox.revision', 'update outbox set revision = -1'],
  ['another stream', 'outbox: outbox.stream', `update outbox set stream = 'x'`],
  ['another process', 'outbox: outbox.process', `update outbox set process = 'x'`],
  ['a mail that is taken out', 'outbox: outbox', 'delete from outbox'],
  [
    'a mail that is said to be sent',
    'outbox: outbox.sent_at',
    WAITS,
    'update outbox set sent_at = now(), due_at = null',
  ],
  ['a mail that is said to be sent at another time', 'outbox: outbox.sent_at', `update outbox set sent_at = now()`],
  ['a dead letter', 'outbox: outbox.is_dead', WAITS, 'update outbox set is_dead = true, due_at = null'],
  ['a mail that is put off for ever', 'outbox: outbox.due_at', WAITS, `update outbox set due_at = '9999-12-30'`],
  ['a mail without a next try', 'outbox: outbox.due_at', WAITS, 'update outbox set due_at = null'],
  ['a mail of a day to come', 'outbox: outbox.asked_at', WAITS, `update outbox set asked_at = '9999-12-30'`],
])('app role: %s is found', async (_what, found, ...statements) => {
  await portal.edit(...statements)
  expect(placesOf(await portal.verify())).toContain(found)
})

/** The row of a mail that no rule of this version asks for, as a process of an earlier one could have asked for it. */
async function ofAnEarlierVersion() {
  const { rows } = await portal.pool.query<RowOfMail>(
    `select gen_random_uuid() as id, process, 'password changed' as template, recipient, stream, revision from outbox`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('There is no mail')
  const mac = askedMac(createRowMacs(portal.secrets.commandSecret), row)
  await portal.pool.query(
    `insert into outbox (id, process, template, recipient, stream, revision, due_at, asked_mac)
     values ($1, $2, $3, $4, $5, $6, now(), $7)`,
    [row.id, row.process, row.template, row.recipient, row.stream, row.revision, mac],
  )
}

test('a mail that an earlier version asked for is as it was asked for, for as long as it stands', async () => {
  await ofAnEarlierVersion()
  const { differences, notes } = await portal.verify()
  expect(differences).toEqual([])
  expect(notes).toContain('1 mails were asked for by an earlier version of the portal, as their MACs say')
})

test.each([
  ['to another', `recipient = 'somebody'`],
  ['of another kind', `template = 'second factor off'`],
  ['about another event', 'revision = 0'],
  ['under another id', 'id = gen_random_uuid()'],
  ['without its MAC', 'asked_mac = null'],
  ['under the MAC of another', `asked_mac = (select asked_mac from outbox where template = 'roles changed')`],
])('app role: such a mail %s is found', async (_what, change) => {
  await ofAnEarlierVersion()
  await portal.edit(`update outbox set ${change} where template = 'password changed'`)
  expect(placesOf(await portal.verify())).toEqual(['outbox: outbox'])
})

test('app role: the MAC of a mail that is asked for is held, too', async () => {
  await portal.edit(`update outbox set asked_mac = 'x'`)
  expect(placesOf(await portal.verify())).toEqual(['outbox: outbox.asked_mac'])
})

test('owner: a process that first ran beyond the log’s end, or will, is found', async () => {
  await portal.editAsOwner(
    `update process_checkpoint set quiet_up_to = 9007199254740991, born_at = '9999-12-30' where name = 'account mail'`,
  )
  expect(placesOf(await portal.verify())).toEqual([
    'outbox: process_checkpoint.quiet_up_to',
    'outbox: process_checkpoint.born_at',
  ])
})

test('a clock that was ahead when the portal was set up, and is right by now, is nobody’s forgery', async () => {
  await portal.edit(WAITS)
  const since = { now: () => Date.now() - 26 * 3_600_000 }
  expect((await portal.verify(since)).differences).toEqual([])
})

test('a mail of a process that this version does not have is told as not checked', async () => {
  await portal.edit(putIn({}), `update outbox set process = 'of tomorrow' where sent_at is null`)
  const { differences, unchecked } = await portal.verify()
  expect(differences).toEqual([])
  expect(unchecked).toContainEqual(expect.stringMatching(/^1 mails: this version of the portal has no such process/))
})
