import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Done } from '#api/contracts/done.ts'
import { reportPage } from '#api/contracts/report.ts'
import { DisputeRow } from '#api/money/contracts/dispute.ts'
import { DisputeChat, DisputeCommented, DisputeRead, UnreadDisputes } from '#api/money/contracts/dispute-chat.ts'
import { DisputeNotices } from '#api/money/contracts/dispute-notice.ts'
import { MenuAnswer } from '#api/people/contracts/menu.ts'
import { handle } from '#commands/handle.ts'
import type { DisputeNoticeEvent } from '#domain/money/dispute-notice/events.ts'
import { dispute } from '#domain/money/dispute/dispute.ts'
import { MAX_DISPUTE_COMMENTS } from '#domain/money/dispute/limits.ts'
import { type Bill, type Ministry, startMinistry } from '#tests/api/money/payments/ministry.ts'
import { comment } from '#tests/domain/money/dispute/disputes.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { upload } from '#tests/support/upload.ts'

let ministry: Ministry
beforeAll(async () => {
  ministry = await startMinistry()
})
afterAll(() => ministry.end())

const DISPUTE = '/api/transactions/dispute'
const chatOf = ({ id }: Bill) => `/api/transactions/${id}/dispute/comments`

/** A bill of the first hospital (or the second), disputed by the ministry. */
async function disputed(second?: 2): Promise<{ readonly bill: Bill; readonly id: string }> {
  const bill = await ministry.billServices(1, second)
  const said = { transaction_id: bill.id, comment: 'It was not given' }
  return { bill, id: (await (await ministry.as('FINANCE')).post(DISPUTE, Done, said)).data.id }
}
const end = async (id: string, bill: Bill) =>
  (await ministry.as('COE_ADMIN')).send('PUT', `${DISPUTE}/${id}`, { transaction_id: bill.id })
const say = async (role: string, bill: Bill, comment: string, over: object = {}) =>
  (await (await ministry.as(role)).post(chatOf(bill), DisputeCommented, { comment, ...over })).data
const read = async (role: string, bill: Bill, query = '') =>
  (await (await ministry.as(role)).get(`${chatOf(bill)}${query}`, DisputeChat)).data
const unread = async (role: string, id: string) => {
  const { data } = await (await ministry.as(role)).get('/api/disputes/unread', UnreadDisputes)
  return data.find((one) => one.id === id)
}
const texts = ({ comments }: DisputeChat) => comments.map(({ username, comment }) => [username, comment])

test('hospital and ministry write to each other, by number or id of the bill, and each knows whose it is', async () => {
  const { bill, id } = await disputed()
  expect(await read('FINANCE', bill)).toMatchObject({
    ...{
      id,
      status: 'open',
      reason_for_dispute: 'It was not given',
      comments: [],
      last: 0,
      read: 0,
      send_refused: null,
    },
    transaction: { id: bill.id, transaction_id: bill.reference },
  })
  const first = await say('COE_STAFF', bill, '  It was, on Monday  ', { transaction_id: bill.reference })
  expect(first).toMatchObject({ number: 1, comment: 'It was, on Monday', is_own: true, caught_up: true })
  await say('SECRETARIAT', bill, 'Show us the chart')
  expect((await read('FINANCE', bill)).status, 'open -> chat -> open').toBe('open')
  const byReference = `/api/transactions/${bill.reference}/dispute/comments`
  const { data } = await (await ministry.as('COE_ADMIN')).get(byReference, DisputeChat)
  const [one, other] = data.comments
  expect(data.comments).toHaveLength(2)
  expect(one).toMatchObject({ id: first.id, comment: 'It was, on Monday', is_own: false, created_at: one?.timestamp })
  expect(one?.user).toEqual({ name: one?.username, coe_name: expect.stringMatching(/\w/) })
  expect(other?.user.coe_name).toBeNull()
  const [row] = (
    await (await ministry.as('FINANCE')).get(`/api/disputes?search=${bill.reference}`, reportPage(DisputeRow))
  ).data.data
  expect(row?.comments_count).toBe(2)
})

test('who reads may not all write, and nobody reads of another hospital', async () => {
  const [{ bill, id }, elsewhere] = [await disputed(), await disputed(2)]
  await say('COE_ADMIN', bill, 'It was given')
  expect((await read('AUDITOR', bill)).send_refused).toBe('Your role can read this but not write here')
  expect((await (await ministry.as('AUDITOR')).send('POST', chatOf(bill), { comment: 'So?' })).status).toBe(403)
  // Support sees that something was said.
  expect(await read('SUPPORT', bill)).toMatchObject({
    ...{ is_masked: true, reason_for_dispute: null, comments: [{ comment: null, documents: [] }] },
  })
  const admin = await ministry.as('COE_ADMIN')
  for (const one of [`${chatOf(elsewhere.bill)}`, `${chatOf(elsewhere.bill)}?dispute_id=${id}`])
    expect((await admin.send('GET', one)).status).toBe(404)
  expect((await admin.send('POST', chatOf(elsewhere.bill), { comment: 'Mine' })).status).toBe(404)
  const marked = { dispute_id: elsewhere.id, number: 1 }
  expect((await admin.send('POST', `${chatOf(elsewhere.bill)}/read`, marked)).status).toBe(404)
  expect((await admin.send('GET', chatOf(await ministry.billServices(1)))).status).toBe(404)
  expect(await admin.send('POST', chatOf(bill), { comment: 'Mine', transaction_id: elsewhere.bill.id })).toMatchObject({
    ...{ status: 422, body: { errors: { transaction_id: ['The dispute is about another bill'] } } },
  })
  expect(await admin.send('POST', chatOf(bill), { comment: ' \u200b ' })).toMatchObject({
    ...{ status: 422, body: { errors: { comment: ['Write a message'] } } },
  })
})

test('a message sent twice is there once, with a document that those who reach the bill open', async () => {
  const { bill } = await disputed()
  const sent = await upload(ministry.demo, await ministry.demo.as('COE_ADMIN'), 'chart.pdf', Buffer.from('%PDF-1.7\n'))
  const { document } = sent.json<{ document: { id: string } }>()
  const documents = [{ document_id: document.id, document_name: 'Chart' }]
  const admin = await ministry.as('COE_ADMIN')
  for (let nth = 1; nth <= 2; nth += 1)
    await admin.post(chatOf(bill), DisputeCommented, { comment: 'The chart', documents }, 'chart-1')
  const { comments } = await read('FINANCE', bill)
  expect(comments).toMatchObject([
    { comment: 'The chart', documents: [{ document_id: document.id, document_name: 'Chart' }] },
  ])
  const url = comments[0]?.documents[0]?.document_url ?? ''
  const statusOf = async (role: string, second?: 2) =>
    (await (await ministry.demo.as(role, second)).get(url)).statusCode
  expect([await statusOf('FINANCE'), await statusOf('COE_STAFF'), await statusOf('COE_ADMIN', 2)]).toEqual([
    200, 200, 404,
  ])
  expect(await statusOf('SUPPORT')).toBe(404)
  // The upload of somebody else is nobody's to send.
  expect((await (await ministry.as('FINANCE')).send('POST', chatOf(bill), { comment: 'Mine', documents })).status).toBe(
    422,
  )
})

test('each person has their own unread messages, and the menu of who follows it counts the dispute', async () => {
  const { bill, id } = await disputed()
  await say('COE_ADMIN', bill, 'It was given')
  const { number } = await say('COE_STAFF', bill, 'On Monday')
  expect(await unread('COE_ADMIN', id)).toMatchObject({ unread: 1, is_followed: true, transaction: { id: bill.id } })
  expect(await unread('FINANCE', id)).toMatchObject({ unread: 2, is_followed: true })
  expect(await unread('SECRETARIAT', id)).toMatchObject({ unread: 2, is_followed: false })
  const waiting = async (role: string) => {
    const { data } = await (await ministry.as(role)).get('/api/uimenu', MenuAnswer)
    return data.find(({ link }) => link === '/transactions/dispute')?.waiting ?? 0
  }
  const before = [await waiting('FINANCE'), await waiting('SECRETARIAT')]
  const mark = async (role: string, to: number) =>
    (await (await ministry.as(role)).post(`${chatOf(bill)}/read`, DisputeRead, { dispute_id: id, number: to })).data
      .read
  expect(await mark('FINANCE', number)).toBe(number)
  expect(await mark('FINANCE', 1)).toBe(number)
  expect(await unread('FINANCE', id)).toBeUndefined()
  expect((await unread('SECRETARIAT', id))?.unread).toBe(2)
  expect([await waiting('FINANCE'), await waiting('SECRETARIAT')]).toEqual([(before[0] ?? 0) - 1, before[1]])
  expect((await read('FINANCE', bill)).read).toBe(number)
  // Whoever has looked there once is told when somebody writes again.
  await mark('SECRETARIAT', number)
  await say('COE_ADMIN', bill, 'Here is more')
  expect(await unread('SECRETARIAT', id)).toMatchObject({ unread: 1, is_followed: true })
})

test('both sides are told of a raise, a message and the end: by the bell at once, and by one mail each an hour', async () => {
  const { log } = ministry.demo.context
  const { bill, id } = await disputed()
  const bell = async (role: string) =>
    (await (await ministry.as(role)).get('/api/notification/disputes', DisputeNotices)).data.find(
      (notice) => notice.id === id,
    )
  const ADMIN = { bill_id: bill.id, transaction_id: bill.reference, coe_name: null, is_read: false }
  for (const role of ['COE_ADMIN', 'COE_STAFF']) expect(await bell(role)).toMatchObject({ ...ADMIN, kind: 'raised' })
  expect(await bell('FINANCE'), 'not who raised it').toBeUndefined()
  await say('COE_STAFF', bill, 'It was given')
  await say('COE_STAFF', bill, 'On Monday')
  expect(await bell('FINANCE')).toMatchObject({ kind: 'message', coe_name: expect.stringMatching(/\w/) })
  expect(await bell('COE_STAFF')).toMatchObject({ kind: 'raised' })
  expect(await bell('SECRETARIAT'), 'no part in it').toBeUndefined()
  expect((await end(id, bill)).status).toBe(200)
  for (const role of ['FINANCE', 'COE_STAFF']) expect(await bell(role)).toMatchObject({ kind: 'resolved' })

  const hours = [...new Set([0, 60_000].map((ago) => new Date(Date.now() - ago).toISOString().slice(0, 13)))]
  const told = (
    await Promise.all(hours.map((hour) => log.read<DisputeNoticeEvent>(`disputeNotice-${id}:${hour}`)))
  ).flat()
  const people = told.map(({ event }) => event.data.people)
  const idOf = (role: string) => personOf(role).userId
  expect(people[0]).toEqual(expect.arrayContaining([idOf('COE_ADMIN'), idOf('COE_STAFF')]))
  expect(people[0]).not.toContain(idOf('FINANCE'))
  expect(people.flat()).toContain(idOf('FINANCE'))
  expect(people.flat()).not.toContain(idOf('SECRETARIAT'))
  if (hours.length === 1) expect(people.flat()).toHaveLength(new Set(people.flat()).size)
})

test('who waits is answered when somebody writes, and when the dispute ends; then nothing more is written', async () => {
  const { bill, id } = await disputed()
  const waits = read('FINANCE', bill, '?seen=0')
  await say('COE_ADMIN', bill, 'It was given')
  expect(texts(await waits)).toEqual([[expect.any(String), 'It was given']])
  await say('FINANCE', bill, 'By whom?')
  // What is there is answered at once, and only that.
  expect(texts(await read('COE_ADMIN', bill, '?seen=1'))).toEqual([[expect.any(String), 'By whom?']])
  const ending = read('FINANCE', bill, '?seen=2')
  expect((await end(id, bill)).status).toBe(200)
  const closed = 'No more messages can be sent: it was resolved and the bill is right'
  expect(await ending).toMatchObject({ status: 'resolved', comments: [], last: 2, send_refused: closed })
  expect(await (await ministry.as('FINANCE')).send('POST', chatOf(bill), { comment: 'Late' })).toMatchObject({
    ...{ status: 409, body: { message: closed } },
  })
  // A second dispute has a chat of its own, and the first stays to be read.
  const raised = { transaction_id: bill.id, comment: 'Again' }
  const second = (await (await ministry.as('FINANCE')).post(DISPUTE, Done, raised)).data.id
  expect(await read('COE_ADMIN', bill)).toMatchObject({ id: second, comments: [] })
  expect((await read('COE_ADMIN', bill, `?dispute_id=${id}`)).comments).toHaveLength(2)
  const late = await (await ministry.as('FINANCE')).send('POST', chatOf(bill), { comment: 'Late', dispute_id: id })
  expect(late.status).toBe(409)
})

test('who has signed out while they wait is told nothing', async () => {
  const { bill } = await disputed()
  const { demo } = ministry
  const { token } = await demo.as('SECRETARIAT')
  const headers = { authorization: `Bearer ${token}` }
  const waits = demo.app.inject({ method: 'GET', url: `${chatOf(bill)}?seen=0`, headers })
  await pause(100)
  await demo.app.inject({ method: 'POST', url: '/api/logout', headers: { ...headers, 'idempotency-key': 'out-1' } })
  await say('COE_ADMIN', bill, 'Not for whoever has left')
  const answer = await waits
  expect([answer.statusCode, answer.body.includes('Not for whoever')]).toEqual([401, false])
})

test('whoever waits takes no place of those who call, and one account waits four times at most', async () => {
  const { bill } = await disputed()
  const { demo } = ministry
  const { token } = await demo.as('FINANCE')
  const ask = () =>
    demo.app.inject({ method: 'GET', url: `${chatOf(bill)}?seen=0`, headers: { authorization: `Bearer ${token}` } })
  const five = Array.from({ length: 5 }, ask)
  // One is not kept: it has nothing to tell, and says so.
  expect((await Promise.race(five)).json<DisputeChatAnswer>().data.comments).toEqual([])
  await expect.poll(() => demo.context.load.underWay()).toBe(0)
  await say('COE_ADMIN', bill, 'It was given')
  const told = (await Promise.all(five)).map((one) => one.json<DisputeChatAnswer>().data.comments.length)
  expect(told.toSorted()).toEqual([0, 1, 1, 1, 1])
})

test('a dispute takes three hundred messages', async () => {
  const { bill, id } = await disputed()
  const { handler } = ministry.demo.context
  for (let nth = 1; nth < MAX_DISPUTE_COMMENTS; nth += 1)
    await handle(handler, dispute, id, comment('cmd', `Message ${nth}`))
  await say('COE_ADMIN', bill, 'The last one')
  const full = 'This dispute has reached 300 messages. It can only be resolved now.'
  expect(await (await ministry.as('COE_ADMIN')).send('POST', chatOf(bill), { comment: 'One more' })).toMatchObject({
    ...{ status: 422, body: { errors: { comment: [full] } } },
  })
  expect(await read('FINANCE', bill)).toMatchObject({ last: MAX_DISPUTE_COMMENTS, send_refused: full })
})

type DisputeChatAnswer = { readonly data: DisputeChat }
