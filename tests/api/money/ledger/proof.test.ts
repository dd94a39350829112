import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkEvent, hashOfEvent, metaWith } from '#commands/log/event-hash.ts'
import { macOf } from '#commands/log/event-mac.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { patient, stream, tamperedWallet, type TamperedWallet } from './tampered-wallet.ts'

let wallet: TamperedWallet
let app: TamperedWallet['app']
let superuser: TamperedWallet['superuser']
let moved: TamperedWallet['moved']
const movement = (nth: number) => wallet.movement(nth)
const prove = (account?: string) => wallet.prove(account)
const firstDifference = () => wallet.firstDifference()

beforeAll(async () => {
  wallet = await tamperedWallet()
  ;({ app, superuser, moved } = wallet)
})
afterAll(() => wallet.end())
beforeEach(() => wallet.restore())

test('an untouched wallet is green, for every wallet there is', async () => {
  expect(moved.length).toBeGreaterThan(7)
  const list = await wallet.auditor.get('/api/ledger/accounts?limit=1000')
  const { data } = list.json<{ data: { data: { account: string; balance: string }[] } }>().data
  const wallets = data.filter(({ account }) => /^(pool|allocation|patient)/.test(account))
  expect(wallets.length).toBeGreaterThan(4)
  for (const { account, balance } of wallets)
    expect(await prove(account), account).toMatchObject({ holds: true, difference: null, balance })
})

test('a wallet on which nothing has moved is green', async () => {
  const [{ id } = { id: '' }] = await app.context.db
    .selectFrom('coe')
    .select('id')
    .where('id', 'not in', app.context.db.selectFrom('account').select('owner').where('kind', '=', 'allocation'))
    .limit(1)
    .execute()
  expect(await prove(`allocation:${id}`)).toMatchObject({ holds: true, events: 0, balance: '0.00' })
})

test('an account without events of its own has nothing to replay', async () => {
  const answer = await wallet.auditor.get('/api/ledger/accounts/in-transit/proof')
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ errors: { account: ['Only wallets have events of their own to replay'] } })
})

test('an amount edited in the log is red at its position', async () => {
  const { position, amount } = movement(3)
  await superuser.query(`update event_log set data = replace(data, $2, $3) where position = $1`, [
    position,
    `"amount":${amount}`,
    `"amount":${amount + 1}`,
  ])
  expect(await firstDifference()).toMatchObject({ position, what: 'hash of the stored bytes' })
})

test('an actor edited in the log is red at its position', async () => {
  const { position } = movement(5)
  await superuser.query(
    `update event_log set meta = replace(meta, '"actor":"user-1"', '"actor":"user-2"') where position = $1`,
    [position],
  )
  expect(await firstDifference()).toMatchObject({ position, what: 'hash of the stored bytes' })
})

test('an event edited with its own hash is red by its MAC; by who has the key, at the next, which names its hash', async () => {
  const { position, revision } = movement(3)
  const [event] = (await app.context.eventLog.read(stream, revision)).filter((one) => one.position === position)
  if (event === undefined) throw new Error('No such event')
  const { eventKeys } = app.context
  const { hash } = checkEvent(event, eventKeys)
  const meta = event.meta
    .replace('"actor":"user-1"', '"actor":"user-2"')
    .replace(/,"hash":"[0-9a-f]{64}","mac":"[0-9a-f]{64}"\}$/, '}')
  const forged = hashOfEvent({ ...event, meta })
  const put = (mac: string) =>
    superuser.query('update event_log set meta = $2 where position = $1', [position, metaWith(meta, forged, mac)])
  await put(macOf(Buffer.alloc(32, 'a guess'), forged))
  expect(await firstDifference()).toMatchObject({ position, what: 'who wrote it' })
  await put(macOf(eventKeys.current.key, forged))
  const { rows } = await superuser.query<{ position: string }>(
    'select position from event_log where stream = $1 and revision = $2',
    [stream, revision + 1],
  )
  expect(await firstDifference()).toEqual({
    position: Number(rows[0]?.position),
    what: 'hash of the event before',
    expected: forged,
    found: hash,
  })
})

test('two events that changed places are red at the first of them', async () => {
  const [one, two] = [movement(2), movement(6)]
  const place = 'update event_log set revision = $2 where stream = $3 and revision = $1'
  for (const [from, to] of [
    [one.revision, -1],
    [two.revision, one.revision],
    [-1, two.revision],
  ])
    await superuser
      .query('alter table event_log drop constraint if exists event_log_revision_check')
      .then(() => superuser.query(place, [from, to, stream]))
  expect((await firstDifference()).position).toBe(one.position)
})

test('two events whose contents were exchanged are red at the first of them', async () => {
  const [one, two] = [movement(2), movement(6)]
  await superuser.query(
    `update event_log l set data = o.data, meta = o.meta, type = o.type from kept_event_log o
      where (l.position, o.position) in (($1, $2), ($2, $1))`,
    [one.position, two.position],
  )
  expect((await firstDifference()).position).toBe(one.position)
})

test.each([0, 4])('a deleted event (%i) is red at its position', async (nth) => {
  const { position } = movement(nth)
  await superuser.query('delete from event_log where position = $1', [position])
  expect(await firstDifference()).toMatchObject({ position, expected: 'an event in the log', found: 'none' })
})

test('the last event deleted is red at its position', async () => {
  const { position } = movement(moved.length - 1)
  await superuser.query('delete from event_log where position >= $1 and stream = $2', [position, stream])
  expect(await firstDifference()).toMatchObject({ position, found: 'none' })
})

test('an event that was deleted from the log and the read models alike is red at the next', async () => {
  const [gone, next] = [movement(4), movement(5)]
  for (const [table, column] of [
    ['event_log', 'position'],
    ['posting', 'position'],
    ['account_history', 'valid_from'],
  ])
    await superuser.query(`delete from ${table} where ${column} = $1`, [gone.position])
  const { position, what } = await firstDifference()
  expect(position).toBeGreaterThan(gone.position)
  expect(position).toBeLessThanOrEqual(next.position)
  expect(what).toBe('revision')
})

test('an event written past the append function is red at its position', async () => {
  const last = movement(moved.length - 1)
  await superuser.query(
    `insert into event_log select (select max(position) + 1 from event_log), stream,
            (select max(revision) + 1 from event_log where stream = $1), gen_random_uuid(), type, data, meta, recorded_at
       from event_log where position = $2`,
    [stream, last.position],
  )
  // Beyond the log's head nothing is read; a thief would move that too.
  await superuser.query('update event_log_head set position = position + 1')
  const { rows } = await superuser.query<{ position: string }>('select max(position) as position from event_log')
  const planted = Number(rows[0]?.position)
  await app.context.caughtUp(planted)
  expect(await firstDifference()).toMatchObject({ position: planted, what: 'hash of the stored bytes' })
  await superuser.query('update event_log_head set position = position - 1')
  // Those that need it have not taken it.
  await superuser.query('update read_model set position = position - 1, error = null where position = $1', [planted])
})

test('a line edited in the ledger is red at its position, with what should be there', async () => {
  const { position } = movement(3)
  const { rows } = await superuser.query<{ amount: string }>(
    'select amount from posting where position = $1 and account = $2',
    [position, patient],
  )
  const amount = Number(rows[0]?.amount)
  await superuser.query('update posting set amount = amount + 100 where position = $1 and account = $2', [
    position,
    patient,
  ])
  expect(await firstDifference()).toEqual({
    position,
    what: 'ledger: amount',
    expected: formatNaira(amount),
    found: formatNaira(amount + 100),
  })
})

test('the other side of a line edited in the ledger is red too', async () => {
  const { position } = movement(3)
  await superuser.query('update posting set amount = amount + 100 where position = $1 and account <> $2', [
    position,
    patient,
  ])
  expect(await firstDifference()).toMatchObject({ position, what: 'ledger: amount' })
})

test('a line planted in the ledger is red at its position', async () => {
  const before = movement(2)
  await superuser.query(
    `insert into posting select position, 99, account, 1, counter_account, transfer_id, cause, stream, revision,
            event_id, actor, at, recorded_at
       from posting where position = $1 and account = $2`,
    [before.position, patient],
  )
  expect(await firstDifference()).toMatchObject({ position: before.position, what: 'lines in the ledger' })
})

test('a balance edited in the read model is red at the position it was reached', async () => {
  await superuser.query('update account set balance = balance + 1 where account = $1', [patient])
  const last = movement(moved.length - 1)
  expect(await firstDifference()).toMatchObject({ position: last.position, what: 'account: balance' })
})

test('a balance of the past edited in the read model is red where it was reached', async () => {
  const { position } = movement(4)
  await superuser.query('update account_history set balance = balance + 1 where account = $1 and valid_from = $2', [
    patient,
    position,
  ])
  expect(await firstDifference()).toMatchObject({ position, what: 'account: balance' })
})

test('of several faults the first is named', async () => {
  const [early, late] = [movement(2), movement(6)]
  await superuser.query('update posting set amount = 1 where position = $1 and account = $2', [early.position, patient])
  await superuser.query(`update event_log set data = replace(data, '"amount"', '"amounts"') where position = $1`, [
    late.position,
  ])
  expect((await firstDifference()).position).toBe(early.position)
})

test('bytes that are no JSON any more are red, not an error', async () => {
  const { position } = movement(1)
  await superuser.query(`update event_log set data = '{' where position = $1`, [position])
  expect(await firstDifference()).toMatchObject({ position })
})
