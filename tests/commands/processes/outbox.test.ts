import { expect, test } from 'vitest'
import type { Difference } from '#commands/log/verify/difference.ts'
import { type Change, mails, type ProcessDefinition } from '#commands/processes/definition.ts'
import { isEndedByUs } from '#commands/processes/ended-mail.ts'
import { type Mail, MailRefused, MailServerAway, type Sender } from '#commands/processes/outbox.ts'
import { checkOutbox } from '#commands/processes/verify-outbox.ts'
import type { Turn } from '#commands/sole-turn.ts'
import { createCuttingProxy } from '#tests/support/cutting-proxy.ts'
import { parcels } from './parcels.ts'
import { keysOfParcels, macs, parcelWorld, SOON, untilTaken } from './world.ts'

/** Keeps what it was given; fails as it is told to. */
function testSender(fails: (mail: Mail, nth: number) => boolean = () => false) {
  const tried: Mail[] = []
  const sent: Mail[] = []
  const send: Sender = async (mail) => {
    tried.push(mail)
    if (fails(mail, tried.length)) throw new TypeError('550 no such user: ada@example.org')
    sent.push(mail)
  }
  return { send, tried, sent }
}

/** A world in which parcels have been sent, and their mail was asked for. */
async function worldWithMail(...ids: readonly string[]) {
  const world = await parcelWorld()
  await world.run()
  for (const id of ids) await world.send(id)
  await untilTaken(world)
  return world
}

test('what is asked for is sent once, by references alone', async () => {
  const world = await worldWithMail('one', 'two')
  const { send, sent } = testSender()
  await world.post({ send })
  await expect.poll(async () => (await world.mail()).map((mail) => mail.sent), SOON).toEqual([true, true])
  expect(sent.map(({ template, to }) => `${template} ${to}`).toSorted()).toEqual([
    'sent somebody-one',
    'sent somebody-two',
  ])
  expect(sent[0]?.event.event.data).toMatchObject({ note: `For ${sent[0]?.to}` })
  const { rows } = await world.pool.query('select outbox::text as row from outbox')
  expect(JSON.stringify(rows)).not.toContain('For somebody')
})

test('what is said of a person who was erased before the mail went out is not there any more', async () => {
  const world = await worldWithMail('gone')
  await keysOfParcels.destroy('somebody-gone')
  const { send, sent } = testSender()
  await world.post({ send })
  await expect.poll(() => sent.length, SOON).toBe(1)
  expect(sent[0]?.event.event.data).toMatchObject({ note: '[erased]' })
})

test('what fails is tried again after a pause that grows, then is a dead letter, which the next start tries once more', async () => {
  const world = await worldWithMail('one', 'two')
  let isDown = true
  const { send, tried, sent } = testSender(({ to }) => isDown && to === 'somebody-one')
  const runner = await world.post({ send, tries: 3 })
  const one = async () => (await world.mail()).find(({ recipient }) => recipient === 'somebody-one')
  const dueIn = async () => {
    const { rows } = await world.pool.query<{ due_at: Date }>(
      "select due_at from outbox where recipient = 'somebody-one'",
    )
    return (rows[0]?.due_at.getTime() ?? 0) - world.now()
  }
  for (const [attempts, ms] of [
    [1, 1_000],
    [2, 2_000],
  ] as const) {
    await expect.poll(dueIn, SOON).toBe(ms)
    expect(await one()).toMatchObject({ attempts, is_dead: false, sent: false })
    world.passes(ms)
  }
  await expect.poll(async () => (await one())?.is_dead, SOON).toBe(true)
  expect(sent.map(({ to }) => to)).toEqual(['somebody-two'])
  // The text of an error may quote an address: it is in no table.
  const { rows } = await world.pool.query("select error from outbox where recipient = 'somebody-one'")
  expect(rows).toEqual([{ error: 'TypeError' }])
  world.passes(86_400_000)
  await runner.stop()
  expect(tried.filter(({ to }) => to === 'somebody-one')).toHaveLength(3)
  expect(new Set(tried.map(({ id }) => id)).size).toBe(2)
  isDown = false
  await world.post({ send, tries: 3 })
  await expect.poll(async () => (await one())?.sent, SOON).toBe(true)
  expect(tried.filter(({ to }) => to === 'somebody-one')).toHaveLength(4)
})

test('two senders that both take themselves for the only one send everything once', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => `p${n}`)
  const world = await worldWithMail(...ids)
  const { send, tried } = testSender()
  const slow: Sender = async (mail, signal) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    await send(mail, signal)
  }
  const anyTurn = (what: string) => async (): Promise<Turn | undefined> => world.turns(what)()
  await world.post({ send: slow, takeTurn: anyTurn('one') })
  await world.post({ send: slow, takeTurn: anyTurn('two') })
  await expect.poll(async () => (await world.mail()).filter(({ sent }) => !sent).length, SOON).toBe(0)
  expect(tried.map(({ to }) => to).toSorted()).toEqual(ids.map((id) => `somebody-${id}`).toSorted())
})

test('one that ends between a mail and the note that it was sent sends it again, under the same id, and no other', async () => {
  const world = await worldWithMail('one', 'two', 'three')
  const { hostname, port } = new URL(world.database.appUrl)
  const proxy = await createCuttingProxy({ host: hostname, port: Number(port) })
  const through = new URL(world.database.appUrl)
  Object.assign(through, { hostname: '127.0.0.1', port: String(proxy.port) })
  const { send, tried } = testSender()
  // The claim is done and not heard of: tried again when it has run out. So is the note: then it stands.
  proxy.cutAnswerTo('outbox claim')
  await world.post({ send, takeTurn: world.turns('test mail', through.href) })
  await expect.poll(() => tried.length, SOON).toBe(2)
  expect(proxy.cuts()).toBe(1)
  world.passes(120_000)
  await expect.poll(async () => (await world.mail()).every(({ sent }) => sent), SOON).toBe(true)
  expect(tried).toHaveLength(3)
  await world.send('four')
  proxy.cutAnswerTo('outbox sent')
  await expect.poll(() => tried.length, SOON).toBe(4)
  await expect.poll(async () => (await world.mail()).every(({ sent }) => sent), SOON).toBe(true)
  world.passes(120_000)
  expect(tried).toHaveLength(4)
  expect(proxy.cuts()).toBe(2)
  await proxy.close()
})

test('a mail that is refused for good is a dead letter at once, and the others go out', async () => {
  const world = await worldWithMail('one', 'two')
  const sent: string[] = []
  const send: Sender = async ({ to }) => {
    if (to === 'somebody-one') throw new MailRefused('EENVELOPE 550 RCPT TO')
    sent.push(to)
  }
  await world.post({ send })
  await expect.poll(async () => (await world.mail()).map(({ is_dead: isDead }) => isDead), SOON).toEqual([true, false])
  await expect.poll(() => sent, SOON).toEqual(['somebody-two'])
  const { rows } = await world.pool.query("select attempts, error from outbox where recipient = 'somebody-one'")
  expect(rows).toEqual([{ attempts: 1, error: 'MailRefused EENVELOPE 550 RCPT TO' }])
})

test('while the server is away no mail becomes a dead letter, however long that is, and all go out when it is back', async () => {
  const ids = Array.from({ length: 5 }, (_, n) => `p${n}`)
  const world = await worldWithMail(...ids)
  let isAway = true
  const tried: string[] = []
  const sent = new Set<string>()
  const send: Sender = async ({ to }) => {
    tried.push(to)
    if (isAway) throw new MailServerAway('ECONNECTION CONN')
    sent.add(to)
  }
  await world.post({ send, tries: 2 })
  for (let hours = 1; hours <= 6; hours += 1) {
    const before = tried.length
    await expect.poll(() => tried.length, SOON).toBeGreaterThan(before)
    world.passes(3_600_000)
  }
  expect((await world.mail()).filter(({ is_dead: isDead, sent: isSent }) => isDead || isSent)).toEqual([])
  isAway = false
  world.passes(3_600_000)
  await expect.poll(() => sent.size, SOON).toBe(ids.length)
})

test('what nobody asked for is never sent: it is a dead letter, and the others go out', async () => {
  const world = await worldWithMail('one', 'two')
  await world.pool.query(
    `insert into outbox (id, process, template, recipient, stream, revision, due_at)
     select gen_random_uuid(), process, template, recipient, stream, revision, due_at from outbox
      where recipient = 'somebody-one'
     union all
     select gen_random_uuid(), 'parcels', 'sent', 'thief', 'parcel-one', 0, due_at from outbox
      where recipient = 'somebody-one'`,
  )
  await world.pool.query(`update outbox set template = 'late' where recipient = 'somebody-two'`)
  const { send, sent } = testSender()
  await world.post({ send })
  await expect.poll(async () => (await world.mail()).filter((mail) => mail.is_dead).length, SOON).toBe(3)
  await expect.poll(() => sent.map(({ template, to }) => `${template} ${to}`), SOON).toEqual(['sent somebody-one'])
  const { rows } = await world.pool.query('select distinct error, attempts from outbox where is_dead')
  expect(rows).toEqual([{ error: 'NotAskedFor', attempts: 1 }])
  expect(world.reports.join()).toContain('its row was written past the portal')
  // Told at once, and not at night: each row that the portal cannot have written.
  await expect
    .poll(() => world.found.map(({ found }) => found.replace(/,.*/, '')).sort(), SOON)
    .toEqual([
      'one of parcels: late to somebody-two',
      'one of parcels: sent to somebody-one',
      'one of parcels: sent to thief',
    ])
})

test('what an earlier version’s rules asked for is sent, and of what is changed in its row nothing is', async () => {
  const world = await worldWithMail('one', 'two', 'three', 'four')
  // The next version mails about no parcel that is sent.
  const silent: ProcessDefinition = { ...parcels, on: {}, timers: {} }
  await world.pool.query(`update outbox set recipient = 'thief' where recipient = 'somebody-two'`)
  await world.pool.query(`update outbox set asked_mac = null where recipient = 'somebody-three'`)
  await world.pool.query(
    `update outbox set asked_mac = (select asked_mac from outbox where recipient = 'somebody-one')
      where recipient = 'somebody-four'`,
  )
  const { send, sent } = testSender()
  await world.post({ send, definitions: [silent] })
  await expect.poll(async () => (await world.mail()).filter((mail) => mail.is_dead).length, SOON).toBe(3)
  await expect.poll(() => sent.map(({ template, to }) => `${template} ${to}`), SOON).toEqual(['sent somebody-one'])
  await expect
    .poll(() => world.found.map(({ found }) => found.replace(/,.*/, '')).sort(), SOON)
    .toEqual(
      ['four', 'three', 'thief'].map((to) => `one of parcels: sent to ${to === 'thief' ? to : `somebody-${to}`}`),
    )
})

test('a version that mails otherwise does so of what comes behind it, by a process of its own, and nothing is missing', async () => {
  const world = await parcelWorld()
  const first = await world.run()
  await world.send('one')
  await untilTaken(world)
  await first.stop()
  const { ParcelSent = () => [], ...others } = parcels.on
  const isMail = ({ kind }: Change) => kind === 'mail'
  const next: readonly ProcessDefinition[] = [
    { ...parcels, on: { ...others, ParcelSent: (event) => ParcelSent(event).filter((change) => !isMail(change)) } },
    {
      name: 'parcel mail',
      on: { ParcelSent: ({ event }) => [mails('on its way', (event.data as { to: string }).to)] },
    },
  ]
  await world.run({ definitions: next })
  await world.send('two')
  await untilTaken(world, 'parcel mail')
  const { send, sent } = testSender()
  await world.post({ send, definitions: next })
  await expect
    .poll(() => sent.map(({ template, to }) => `${template} ${to}`).sort(), SOON)
    .toEqual(['on its way somebody-two', 'sent somebody-one'])
  await expect.poll(async () => (await world.mail()).every((mail) => mail.sent), SOON).toBe(true)
  const differences: Difference[] = []
  const { log, pool, store } = world
  const templates = new Set(['sent', 'on its way'])
  const asked = { definitions: next, templates, pool, log: store, read: log, macs, now: Date.now }
  const check = checkOutbox(asked)((one) => void differences.push(one))
  for (const id of ['one', 'two']) {
    const [[stored], [event]] = await Promise.all([store.read(`parcel-${id}`), log.read(`parcel-${id}`)])
    if (stored !== undefined) check.event?.(stored, event)
  }
  await check.end?.(await store.head())
  expect([differences, check.notes?.()]).toEqual([
    [],
    [
      '1 mails were held against their events',
      '1 mails were asked for by an earlier version of the portal, as their MACs say',
    ],
  ])
})

test('a mail of a process that this version does not have waits for one that does', async () => {
  const world = await worldWithMail('one')
  await world.pool.query(`update outbox set process = 'of tomorrow'`)
  const { send, sent } = testSender()
  await world.post({ send })
  const { pool } = world
  await expect.poll(async () => (await pool.query('select error from outbox')).rows, SOON).toEqual([{ error: 'Error' }])
  expect([sent, (await world.mail()).map(({ is_dead: isDead }) => isDead)]).toEqual([[], [false]])
})

test('what is put off for longer than anything ever is, or tried as often as no column counts, goes out', async () => {
  const world = await worldWithMail('one', 'two')
  const { send, sent } = testSender()
  await world.post({ send })
  // Until it is noted, too, or the note would come behind what is written here.
  await expect.poll(async () => (await world.mail()).every((mail) => mail.sent), SOON).toBe(true)
  await world.pool.query(`update outbox set sent_at = null, due_at = '9999-12-30', attempts = 2147483647`)
  await expect.poll(() => sent.length, SOON).toBe(4)
})

test('that a mail was sent, or is a dead letter, is under a MAC, and of one that waits there is none', async () => {
  const world = await worldWithMail('one', 'two')
  const send: Sender = async ({ to }) => {
    if (to === 'somebody-one') throw new MailRefused('EENVELOPE 550 RCPT TO')
  }
  const ended = async () => {
    const { rows } = await world.pool.query<{ id: string; sent_at: Date | null; is_dead: boolean; ended_mac: string }>(
      'select id, sent_at, is_dead, ended_mac from outbox order by recipient',
    )
    return rows.map(({ id, sent_at: sentAt, is_dead: isDead, ended_mac: mac }) => ({
      isEnded: sentAt !== null || isDead,
      isOurs: isEndedByUs(macs, { id, sentAt: sentAt?.getTime(), isDead }, mac),
    }))
  }
  expect(await ended()).toEqual([
    { isEnded: false, isOurs: false },
    { isEnded: false, isOurs: false },
  ])
  await world.post({ send })
  await expect.poll(ended, SOON).toEqual([
    { isEnded: true, isOurs: true },
    { isEnded: true, isOurs: true },
  ])
})
