import { mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { createHandler, handle } from '#commands/handle.ts'
import { countFunding } from '#commands/money/funding/count-funding.ts'
import { findingId } from '#commands/integrity/finding.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createPostgresKeys } from '#commands/log/postgres/keys.ts'
import type { Verification } from '#commands/log/verify/verify.ts'
import { allEvents } from '#domain/events.ts'
import { kobo } from '#domain/kernel/money.ts'
import { funding } from '#domain/money/funding/funding.ts'
import { demoPatient } from '#tests/api/money/billing/hospital.ts'
import { healthOf } from '#tests/api/running/health-of.ts'
import { startTestApp } from '#tests/support/app.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { command } from '#tests/support/command.ts'
import { pipeAt } from '#tests/support/pipe.ts'
import { type HeldPortal, openHeldPortal, placesOf } from './held-portal.ts'

let portal: HeldPortal
let whileItRan: Verification
beforeAll(async () => {
  portal = await openHeldPortal()
  await portal.settle()
  whileItRan = await portal.verify()
  await portal.stop()
})
afterEach(() => portal.putBack())
afterAll(() => portal.end())

test('a portal that nobody touched is green while it runs, and all of it was looked at', () => {
  expect(whileItRan.differences).toEqual([])
  const unchecked = [
    expect.stringContaining('no seal yet'),
    expect.stringContaining('no second place'),
    expect.stringMatching(/^What \d+ personal fields say/),
  ]
  expect(whileItRan.unchecked).toEqual(unchecked)
  const notes = whileItRan.notes.join('\n')
  expect(notes).toMatch(/[1-9]\d* read models were folded anew and compared, [1-9]\d* rows/)
  expect(notes).toMatch(/[1-9]\d* personal values were opened/)
  expect(notes).toContain('2 documents were read and opened')
})

const patient = demoPatient()
const wallet = `account = 'patient:${patient}'`

type Tampering = readonly [holder: string, what: string, found: string, ...statements: string[]]

test.each<Tampering>([
  [
    'app role',
    'a balance',
    'read model account: account.balance',
    `update account set balance = balance + 1 where ${wallet}`,
  ],
  [
    ...(['app role', 'the counter of bills set back', 'short code: short_code.next'] as const),
    `update short_code set next = 1 where kind = 'TRX'`,
  ],
  [
    ...(['app role', 'the counter of bills set far ahead', 'short code: short_code.next'] as const),
    `update short_code set next = next + 1000001 where kind = 'TRX'`,
  ],
  [
    ...(['app role', 'a counter of what was never given', 'short code: short_code.next'] as const),
    `insert into short_code values ('PAY', 2031, 1000002)`,
  ],
  ['app role', 'a wallet that is taken out', 'read model account: account', `delete from account where ${wallet}`],
  [
    ...(['app role', 'a wallet that is put in', 'read model account: account'] as const),
    `insert into account select (jsonb_populate_record(a, '{"account": "patient:thief"}')).* from account a where ${wallet}`,
  ],
  [
    'app role',
    'an amount that was posted',
    'read model posting: posting.amount',
    'update posting set amount = amount * 2',
  ],
  ['app role', 'a posting that is taken out', 'read model posting: posting', 'delete from posting where line = 1'],
  [
    'app role',
    'a status of a bill',
    'read model transaction: transaction.status',
    `update transaction set status = 'paid'`,
  ],
  [
    ...(['app role', 'the past of a bill', 'read model transaction: transaction_history.status'] as const),
    `update transaction_history set status = 'paid'`,
  ],
  [
    ...(['app role', 'until when something stood', 'read model transaction: transaction_history.valid_to'] as const),
    'update transaction_history set valid_to = valid_to + 1',
  ],
  [
    'app role',
    'a name',
    'read model user_account: user_account.first_name',
    `update user_account set first_name = 'Zzforged'`,
  ],
  [
    ...(['app role', 'a checkpoint that is set back', 'read model posting: posting'] as const),
    `update read_model set position = position - 4 where name = 'posting'`,
  ],
  [
    ...(['app role', 'a checkpoint that is set ahead', 'read model posting: posting'] as const),
    'delete from posting; insert into posting select * from posting_before',
  ],
  [
    ...(['app role', 'a checkpoint beyond the log', 'read model posting'] as const),
    `update read_model set position = position + 1000000 where name = 'posting'`,
  ],
  ['owner', 'a checkpoint that is taken out', 'read model posting', `delete from read_model where name = 'posting'`],
  [
    ...(['owner', 'an event that tables went around by no decision', 'read model posting'] as const),
    `update read_model set skipped = '{5}' where name = 'posting'`,
  ],
  ['app role', 'somebody who is kept as erased', 'erased people', `insert into erased_person values ('${patient}')`],
  ['app role', 'a key that is taken out', 'person key', `delete from person_key where person_id = '${patient}'`],
  [
    ...(['app role', 'a key that is destroyed by no event', 'person key'] as const),
    `update person_key set wrapped_key = null, destroyed_at = now() where person_id = '${patient}'`,
  ],
  [
    ...(['app role', 'keys that are swapped', 'person key'] as const),
    `update person_key k set wrapped_key = o.wrapped_key from person_key o
      where k.person_id = '${patient}' and o.person_id <> k.person_id and o.wrapped_key is not null`,
  ],
  ['app role', 'a document that is another', 'document: document', `update document set sha256 = repeat('a', 64)`],
  [
    ...(['app role', 'a document that is another one of the same patient', 'document: document'] as const),
    `update document d set sha256 = o.sha256, file_name = o.file_name from document o
      where o.person_id = d.person_id and o.id <> d.id and (o.state, d.state) = ('attached', 'attached')`,
  ],
  [
    ...(['app role', 'a document that has the name of another of its patient', 'document: document'] as const),
    `update document d set file_name = o.file_name from document o
      where o.person_id = d.person_id and o.id <> d.id and (o.state, d.state) = ('attached', 'attached')`,
  ],
  ['app role', 'a document of another type', 'document: document', `update document set media_type = 'image/png'`],
  ['app role', 'a document whose row is taken out', 'document: document', 'delete from document'],
  ['app role', 'a document that is let go', 'document: document', `update document set state = 'loose'`],
  [
    ...(['app role', 'something open that has ended', 'process billing'] as const),
    `insert into process_item (process, key, stream, revision, position)
     select 'billing', stream, stream, revision, position from event_log where type = 'TransactionBillingRequested'`,
  ],
  [
    ...(['app role', 'a process beyond the log', 'process billing'] as const),
    `update process_checkpoint set position = 1000000 where name = 'billing'`,
  ],
])('%s: %s is found', async (holder, _what, expected, ...statements) => {
  await (holder === 'owner' ? portal.editAsOwner : portal.edit)(...statements)
  const verified = await portal.verify()
  expect(placesOf(verified)).toContain(expected)
  // What is personal is never told, neither what should be there nor what is.
  const said = JSON.stringify(verified)
  for (const email of await portal.emails()) expect(said).not.toContain(email)
  expect(said).not.toContain('Zzforged')
})

test.each([
  [
    'a wallet that is put in',
    `insert into account select (jsonb_populate_record(a, '{"account": "patient:thief"}')).* from account a where ${wallet}`,
    `update account set balance = balance + 1 where account = 'patient:thief'`,
  ],
  [
    'more rows than are told',
    `insert into account select (jsonb_populate_record(a, jsonb_build_object('account', 'patient:' || n))).*
       from account a, generate_series(1000, 1200) n where ${wallet}`,
    `update account set balance = balance + 1 where account = 'patient:1190'`,
  ],
])('%s: what is changed in it once more is another finding', async (_what, first, then) => {
  await portal.edit(first)
  const before = (await portal.verify()).differences.map(findingId)
  await portal.edit(then)
  const after = (await portal.verify()).differences.map(findingId)
  expect(after.filter((id) => !before.includes(id))).toHaveLength(1)
})

test('holder of the wrapping key: a key that is replaced is found', async () => {
  await portal.edit(`delete from person_key where person_id = '${patient}'`)
  const keys = createPostgresKeys(portal.pool, portal.secrets.wrappingKey, Date.now)
  await keys.getOrCreate(patient)
  const verified = await portal.verify()
  expect(verified.differences).toContainEqual(
    expect.objectContaining({ check: 'person key', found: expect.stringMatching(/^another key, which does not open/) }),
  )
})

/** The file of a bill's document. */
async function attachedFile(): Promise<string> {
  const { rows } = await portal.pool.query<{ sha256: string }>(`select sha256 from document where state = 'attached'`)
  const sha256 = rows[0]?.sha256 ?? ''
  return join(portal.demo.dataDir, 'documents', sha256.slice(0, 2), sha256)
}

test.each<readonly [what: string, tamper: (file: string) => Promise<void>]>([
  ['a document that is edited', async (file) => writeFile(file, `${await readFile(file, 'latin1')} `, 'latin1')],
  ['a document that is taken away', (file) => rename(file, `${file}.gone`)],
  ['a pipe in the place of a document', pipeAt],
  ['a document of four gigabytes that are nothing', (file) => truncate(file, 2 ** 32)],
])('the disk: %s is found', async (_what, tamper) => {
  const file = await attachedFile()
  const bytes = await readFile(file)
  await tamper(file)
  const places = placesOf(await portal.verify())
  await rm(file, { force: true })
  await writeFile(file, bytes)
  expect(places).toEqual(['document: document'])
})

test('a folder of documents that is away is not checked, which is said, and is no difference', async () => {
  const folder = join(portal.demo.dataDir, 'documents')
  await rename(folder, `${folder}-away`)
  const { differences, unchecked } = await portal.verify()
  await rename(`${folder}-away`, folder)
  expect(differences).toEqual([])
  expect(unchecked).toContainEqual(expect.stringMatching(/^(\d+) of \1 documents: the disk does not let them be read$/))
})

test('a file that is no document’s is said, and is no difference', async () => {
  const folder = join(portal.demo.dataDir, 'documents', 'aa')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'a'.repeat(64)), 'left')
  const { differences, notes } = await portal.verify()
  expect(differences).toEqual([])
  expect(notes).toContain("1 files in the documents' folder are of no document")
})

test('owner: what holds the log’s own table and was taken away is found by verify, and by a start before it puts it back', async () => {
  const owner = new pg.Client(portal.demo.database.superuserUrl)
  await owner.connect()
  await owner.query('alter table event_log disable trigger event_log_no_change, drop constraint event_log_place')
  await owner.end()
  const keys = ['constraint event_log_place', 'trigger event_log_no_change']
  const { differences } = await portal.verify()
  expect(differences.map(({ check, row }) => [check, row?.key])).toEqual(keys.map((key) => ['guard of the log', key]))

  const roles = { api: true, projections: false, processes: false }
  const started = await startTestApp({ secretsDir: demoSecrets(inject('runDir')), roles }, portal.demo.database)
  expect(
    started.context.integrity
      .open()
      .map(({ row }) => row?.key)
      .sort(),
  ).toEqual(keys)
  expect(await healthOf(started)).toMatchObject({ status: 'red' })
  await started.close()
  await portal.pool.query('delete from integrity_finding')
  expect((await portal.verify()).differences).toEqual([])
})

test('what is left out is said', async () => {
  await portal.edit(`update account set balance = balance + 1 where ${wallet}`)
  const logOnly = await portal.verify({ logOnly: true })
  expect([logOnly.differences, logOnly.unchecked]).toEqual([
    [],
    expect.arrayContaining([expect.stringContaining('Documents and read models')]),
  ])
  const { unchecked } = await portal.verify({ secrets: undefined })
  expect(unchecked).toContainEqual(expect.stringContaining('The keys of persons, documents and read models'))
})

// Last: the log goes on from here.
test('a move of money that was begun: said while its process has not come to it, found once nobody will', async () => {
  const { log, pool, secrets } = portal
  const keys = createPostgresKeys(pool, secrets.wrappingKey, Date.now)
  const handler = createHandler(createDomainLog(log, createCodec(allEvents, keys, secrets), keys))
  const amount = kobo(500_000_00)
  const request = command('RequestPoolCredit', { benefactor: 'A bank', amount }, { by: personOf('FUND_ADMIN').userId })
  const counted = { fundingId: 'begun', amount, above: kobo(50_000_000_00) }
  const { sum: today, above } = await countFunding(handler, request, counted)
  await handle(handler, funding, 'begun', { ...request, data: { ...request.data, above, today } })
  const head = await log.head()
  const later = { now: () => Date.now() + 60_000 }
  const before = await portal.verify(later)
  expect(before.differences).toEqual([])
  expect(before.notes).toContainEqual(expect.stringContaining('funding: 1 open for longer than it takes'))

  const ahead = `update process_checkpoint set position = ${head}`
  await portal.edit(ahead)
  const lost = await portal.verify(later)
  expect(lost.differences).toMatchObject([
    {
      position: head,
      stream: 'funding-begun',
      check: 'process funding',
      found: expect.stringContaining('nobody follows it up'),
    },
  ])

  const item = (due: string) =>
    `insert into process_item (process, key, stream, revision, position, due_at)
     values ('funding', 'funding-begun', 'funding-begun', 0, ${head}, ${due})`
  await portal.edit(item('now()'))
  expect((await portal.verify(later)).differences).toEqual([])
  await portal.edit(`update process_item set due_at = '9999-12-30'`)
  const found = async () => (await portal.verify(later)).differences.map((one) => one.found)
  expect(await found()).toEqual([expect.stringContaining('put off to')])
  await portal.edit('update process_item set due_at = null')
  expect(await found()).toEqual([expect.stringContaining('it is tried no more')])
  await portal.edit(`update process_item set due_at = now(), stream = 'funding-another', revision = 3`)
  expect(await found()).toEqual(['one of revision 3 in funding-another'])
  await portal.edit(`update process_item set key = 'unread ${head}', due_at = now()`)
  expect(await found()).toEqual([])
  await portal.edit('update process_item set due_at = null')
  expect(await found()).toEqual([expect.stringContaining('nobody follows it up')])
})
