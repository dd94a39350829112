import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { keepHouse } from '#api/housekeeping.ts'
import type { UploadedDocument } from '#api/money/contracts/billing.ts'
import { SIGNED_TABLES, signOldTables } from '#api/signed-tables.ts'
import { findingId } from '#commands/integrity/finding.ts'
import type { SignedTable } from '#commands/signed-rows.ts'
import { demoPatient, OTHER } from '#tests/api/money/billing/hospital.ts'
import { askDatabase } from '#tests/support/ask-database.ts'
import { type Caller, type DemoApp, personOf } from '#tests/support/demo-app.ts'
import { filesOf, upload } from '#tests/support/upload.ts'
import { type HeldPortal, openHeldPortal } from './held-portal.ts'

// Somebody with the database's app role, at the rows that people trust and no log gives back, while the portal runs.
let portal: HeldPortal
let demo: DemoApp
let [auditor, pharmacist, staff] = [] as unknown as [Caller, Caller, Caller]
/** What the tests change. */
let of: { manifest: string; order: string; loose: string }
let bill: object

beforeAll(async () => {
  portal = await openHeldPortal()
  ;({ demo } = portal)
  ;[auditor, pharmacist, staff] = [await demo.as('AUDITOR'), await demo.as('PHARMACIST'), await demo.as('COE_STAFF')]
  const exported = await auditor.get('/api/ledger/accounts/csv')
  const uploaded = await upload(demo, staff, 'mine.pdf', Buffer.from('%PDF-1.7\n% not billed yet'))
  const [drug] = (await pharmacist.get('/api/product?search=cisplatin')).json<{ data: { productId: string }[] }>().data
  const products = [{ productId: drug?.productId ?? '', quantity: 2 }]
  const ordered = await pharmacist.post('/api/transaction/chf', { patientId: demoPatient(), products })
  of = {
    manifest: String(exported.headers['x-export-id']),
    order: ordered.json<{ data: { transactionId: string } }>().data.transactionId,
    loose: uploaded.json<UploadedDocument>().document.id,
  }
  const drugs = [{ productId: drug?.productId, quantity: 2, service_category_id: 4 }]
  bill = { patient_id: demoPatient(), order_id: of.order, drugs }
  await portal.settle()
  await house()
  await askDatabase(demo.database.superuserUrl, async (superuser) => {
    for (const { name } of SIGNED_TABLES)
      await superuser.query(`create table kept_rows_${name} as select * from ${name}`)
  })
})
afterEach(() =>
  askDatabase(demo.database.superuserUrl, async (superuser) => {
    for (const { name } of SIGNED_TABLES)
      await superuser.query(`delete from ${name}; insert into ${name} select * from kept_rows_${name}`)
  }),
)
afterAll(async () => {
  await demo.close()
  await portal.end()
})

const house = () => keepHouse(demo.context, new AbortController().signal)
const forged = async () =>
  (await portal.verify()).differences.filter(({ check }) => check === 'MAC of a row').map(({ row }) => row)

test('nobody touched a row, and the portal is green', async () => {
  const { differences, notes } = await portal.verify()
  expect(differences).toEqual([])
  expect(notes).toContainEqual(
    expect.stringMatching(/^[1-9]\d* rows of document, product_order, export_manifest were held against their MACs$/),
  )
})

const CHANGES: Readonly<Record<string, string>> = {
  text: `'another'`,
  number: '7',
  time: `'2026-01-01'`,
  bytes: `'\\x00'`,
  json: `'{"credit": "1.00"}'`,
}
const SPECIAL: Readonly<Record<string, string>> = {
  'document.state': `case state when 'loose' then 'cleared' else 'loose' end`,
  'document.id': 'gen_random_uuid()',
  'export_manifest.id': 'gen_random_uuid()',
  'product_order.products': `'[]'`,
}
test.each(
  SIGNED_TABLES.flatMap((table: SignedTable) =>
    Object.entries(table.columns).map(([column, kind]) => [table.name, column, kind] as const),
  ),
)('another %s.%s is found', async (table, column, kind) => {
  const which = { document: of.loose, product_order: of.order, export_manifest: of.manifest }[table] ?? ''
  await portal.edit(
    `update ${table} set ${column} = ${SPECIAL[`${table}.${column}`] ?? CHANGES[kind]} where id = '${which}'`,
  )
  expect(await forged()).toEqual([{ table, key: column === 'id' ? expect.any(String) : which }])
})

test('what is changed once more in a row that was decided about is another finding', async () => {
  await portal.edit(`update export_manifest set rows = 7 where id = '${of.manifest}'`)
  const [first] = (await portal.verify()).differences.map(findingId)
  await portal.edit(`update export_manifest set rows = 8 where id = '${of.manifest}'`)
  expect((await portal.verify()).differences.map(findingId)).not.toContain(first)
})

test('a manifest that was changed, or made up, is shown to nobody', async () => {
  const show = (id = of.manifest) => auditor.get(`/api/exports/${id}`)
  expect((await show()).statusCode).toBe(200)
  await portal.edit(`update export_manifest set sha256 = repeat('0', 64) where id = '${of.manifest}'`)
  expect([(await show()).statusCode, (await show()).json()]).toEqual([
    410,
    { message: expect.stringContaining('not what was written') },
  ])
  const made = randomUUID()
  await portal.edit(
    `insert into export_manifest select (jsonb_populate_record(m, '{"id": "${made}", "url": "\\\\x0011"}')).* from export_manifest m
      where id = '${of.manifest}'`,
  )
  expect((await show(made)).statusCode).toBe(410)
})

test('an order of other drugs, or of another hospital, is billed by nobody', async () => {
  for (const change of [`products = products || products`, `coe_id = '${OTHER}'`, `ordered_by = 'another'`]) {
    await portal.edit(`update product_order set ${change} where id = '${of.order}'`)
    const refused = await pharmacist.post('/api/coestaff/drugbillings', bill)
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('This patient has no such order')])
  }
})

test('an upload that was given to somebody else opens to nobody, and goes on no bill', async () => {
  const thief = await demo.as('DOCTOR')
  expect((await thief.get(`/api/documents/${of.loose}`)).statusCode).toBe(404)
  await portal.edit(`update document set uploaded_by = '${personOf('DOCTOR').userId}'`)
  const { rows } = await portal.pool.query<{ id: string }>('select id from document')
  for (const { id } of rows) expect((await thief.get(`/api/documents/${id}`)).statusCode).toBe(410)
})

test.each([
  ['let go and cleared', `state = 'cleared'`],
  ['let go long ago', `state = 'loose', uploaded_at = '2020-01-01'`],
  ['somebody’s who was erased', `state = 'cleared', person_id = 'nobody'`],
])('no file is removed because a row says that it is %s', async (_, change) => {
  const before = (await filesOf(demo)).kept
  await portal.edit(`update document set ${change}`)
  await house()
  expect((await filesOf(demo)).kept).toEqual(before)
  expect((await forged()).length).toBe(before.length)
})

test('rows of a day that others wrote use up nobody’s room', async () => {
  await portal.edit(`update document set bytes = 9007199254740991, uploaded_at = now() where id = '${of.loose}'`)
  const answer = await upload(demo, staff, 'more.pdf', Buffer.from('%PDF-1.7\n% another one'))
  expect(answer.statusCode).toBe(200)
})

test('mail in the mailbox that was given to another is left out', async () => {
  const { mailbox } = demo.context
  if (mailbox === undefined) throw new Error('There is no mailbox')
  const message = {
    id: randomUUID(),
    userId: personOf('FINANCE').userId,
    to: 'a@b.example',
    subject: 'One',
    text: 'Hello',
  }
  await mailbox.deliver({ ...message, html: '' }, new AbortController().signal)
  expect((await mailbox.list()).map(({ id }) => id)).toContain(message.id)
  await portal.edit(`update local_mail set user_id = '${personOf('DOCTOR').userId}' where id = '${message.id}'`)
  expect((await mailbox.list()).map(({ id }) => id)).not.toContain(message.id)
})

test('rows from before there were MACs come under theirs once, and none that is put in later', async () => {
  const { ownerUrl } = demo.database
  const sign = () =>
    signOldTables(demo.context.pool, ownerUrl, { macs: demo.context.rowMacs, wrappingKey: Buffer.alloc(32) })
  await askDatabase(ownerUrl, async (owner) => {
    for (const { name } of SIGNED_TABLES)
      await owner.query(`alter table ${name} alter column mac set default ''; update ${name} set mac = ''`)
  })
  await Promise.all([sign(), sign()])
  expect(await forged()).toEqual([])
  await portal.edit(`update product_order set mac = '' where id = '${of.order}'`)
  await sign()
  expect(await forged()).toEqual([{ table: 'product_order', key: of.order }])
})
