import { Done } from '#api/contracts/done.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { menuItemIdOf } from '#commands/people/menu/menu-item-id.ts'
import { referenceProductId, referenceServiceId } from '#scripts/demo/catalogue/reference.ts'
import { made, OTHER, OWN, someone, staff } from '#tests/api/people/staff-world.ts'
import { InvoiceDone } from '#api/money/contracts/invoice.ts'
import { giveBack, type Ministry, startMinistry, step } from '#tests/api/money/payments/ministry.ts'
import { personOf } from '#tests/support/demo-app.ts'

/** A record of the caller's own (hospital or person), one of somebody else's, and one that is not there. */
export const TARGETS = ['own', 'other', 'missing'] as const
export type Target = (typeof TARGETS)[number]
type Of = Readonly<Record<Target, string>>

/** What each kind of record is called in the table; the first of a kind is of the first hospital and its patient. */
export type World = { readonly ministry: Ministry; readonly kinds: Readonly<Record<string, Of>> }

export const MISSING = '00000000-0000-7000-8000-000000000000'
const of = (own: string, other: string): Of => ({ own, other, missing: MISSING })
const only = (own: string): Of => of(own, own)

async function uploaded({ demo }: Ministry, second?: 2): Promise<string> {
  const clerk = await demo.as('COE_STAFF', second)
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'histology.pdf')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const answer = await demo.app.inject({
    ...{ method: 'POST', url: '/api/documents', payload: Buffer.from(await request.arrayBuffer()) },
    headers: { authorization: `Bearer ${clerk.token}`, 'content-type': request.headers.get('content-type') ?? '' },
  })
  const document_id = answer.json<{ document: { id: string } }>().document.id
  const services = [{ service_id: referenceServiceId('CO01'), quantity: 1 }]
  const documents = [{ document_id, document_name: 'Histology' }]
  const bill = { patient_id: personOf('PATIENT', second).userId, services, documents }
  if ((await clerk.post('/api/coestaff/billings', bill)).statusCode !== 200) throw new Error('Nothing was billed')
  return document_id
}

const PRODUCT = referenceProductId(MEDICINES[0]?.id ?? '')

/** Bills, a payment, a document, staff and a patient of each of two hospitals. */
export async function startWorld(): Promise<World> {
  const ministry = await startMinistry()
  const { demo, today } = ministry
  const [head, admin] = [await demo.as('COE_ADMIN'), await demo.as('SUPER_ADMIN')]
  const newcomers = of((await made(head)).id, (await made(admin, staff({ coe_id: OTHER }))).id)
  const documents = of(await uploaded(ministry), await uploaded(ministry, 2))
  // Of the bills that the documents are of, and of none after.
  const period = { startDate: today, endDate: today }
  const invoiced = async (second?: 2) =>
    (await (await ministry.as('COE_STAFF', second)).post('/api/coes/invoice', InvoiceDone, period)).data.id
  const invoices = of(await invoiced(), await invoiced(2))
  const [mine, theirs, sentBack] = [
    await ministry.billServices(1),
    await ministry.billServices(1, 2),
    await ministry.billServices(2),
  ]
  await step(ministry, 'FINANCE', [sentBack])
  const [held, theirHeld] = [await ministry.billServices(1), await ministry.billServices(1, 2)]
  for (const { id: transaction_id } of [held, theirHeld])
    await (
      await ministry.as('FINANCE')
    ).post('/api/transactions/dispute', Done, { transaction_id, comment: 'Not given' })
  await giveBack(await ministry.as('NCCP'), [sentBack], 'The report is missing')
  const paid = async (bill: { id: string }, coe_id: string) => {
    const body = { coe_id, start_date: today, end_date: today, transactions: [bill.id] }
    await (await demo.as('FINANCE')).post('/api/fanda/payment/initiate', body)
    const { rows } = await demo.context.pool.query<{ payment_id: string }>(
      'select payment_id from transaction where id = $1',
      [bill.id],
    )
    return rows[0]?.payment_id ?? ''
  }
  const exported = async (role: string) => {
    const { headers } = await (await demo.as(role)).get('/api/transactions/csv')
    return String(headers['x-export-id'])
  }
  const funded = async (coeId: string) => {
    const { rows } = await demo.context.pool.query<{ id: string }>('select id from funding where coe_id = $1 limit 1', [
      coeId,
    ])
    return rows[0]?.id ?? ''
  }
  const chf = async (patientId: string) => {
    const { rows } = await demo.context.pool.query<{ chf_id: string }>('select chf_id from patient where id = $1', [
      patientId,
    ])
    return rows[0]?.chf_id ?? ''
  }
  const [patient, other] = [personOf('PATIENT').userId, personOf('PATIENT', 2).userId]
  const kinds = {
    hospital: of(OWN, OTHER),
    patient: of(patient, other),
    bill: of(mine.id, theirs.id),
    returned: only(sentBack.id),
    disputed: of(held.id, theirHeld.id),
    payment: of(await paid(mine, OWN), await paid(theirs, OTHER)),
    document: documents,
    invoice: invoices,
    biller: of(personOf('COE_STAFF').userId, personOf('COE_STAFF', 2).userId),
    chf: { own: await chf(patient), other: await chf(other), missing: 'CHF-999999' },
    export: of(await exported('ANALYST'), await exported('FINANCE')),
    funding: of(await funded(OWN), await funded(OTHER)),
    session: only(MISSING),
    newcomer: newcomers,
    account: { own: `patient:${patient}`, other: `patient:${other}`, missing: `patient:${MISSING}` },
    allocation: { own: `allocation:${OWN}`, other: `allocation:${OTHER}`, missing: `allocation:${MISSING}` },
    service: only(referenceServiceId('CO01')),
    product: only(PRODUCT),
    stock: { own: `${PRODUCT}/coes/${OWN}`, other: `${PRODUCT}/coes/${OTHER}`, missing: `${PRODUCT}/coes/${MISSING}` },
    category: { ...only('1'), missing: '999' },
    holiday: { ...only('2026-10-01'), missing: '2027-10-01' },
    role: only(roleIdOf('ANALYST')),
    menu: only(menuItemIdOf('/dashboard')),
    setting: { ...only('support_line'), missing: 'nothing' },
  }
  await demo.context.caughtUp(await demo.context.log.head())
  return { ministry, kinds }
}

/** What is sent, of the calls that say in their body what they are about, or that find it before they look at the rest. */
export const BODIES: Readonly<Record<string, (id: string) => object>> = {
  'POST /api/coestaff/billings': (patient_id) => ({
    patient_id,
    services: [{ service_id: referenceServiceId('CO01'), quantity: 1 }],
  }),
  ...Object.fromEntries(
    ['cmd_approve', 'initiate', 'recommend', 'approve', 'dfa_recommend', 'permsec_approve'].map((step) => [
      `POST /api/invoices/${step}`,
      (invoice_id: string) => ({ invoice_id }),
    ]),
  ),
  'POST /api/invoices/return': (invoice_id) => ({ invoice_id, reason: 'It is for another month' }),
  'POST /api/invoices/preview': (id) => ({ step: 'return', invoices: [id] }),
  'POST /api/coestaff/billings/answer': (transaction_id) => ({ transaction_id, answer: 'It is attached' }),
  'POST /api/transactions/:id/dispute/comments': () => ({ comment: 'It was given' }),
  'POST /api/transactions/:id/dispute/comments/read': () => ({ dispute_id: MISSING, number: 1 }),
  'POST /api/coes/:id/allocation': () => ({ amount: '1.00' }),
  'POST /api/patients/:id/fund': () => ({ amount: '1.00' }),
  'POST /api/users': (coe_id) => staff({ coe_id }),
  'POST /api/sadmin/coehelpdeskstaffs': (coe_id) => {
    const { role_id: _, ...body } = staff({ coe_id })
    return body
  },
  'PATCH /api/users/:id/roles': () => ({ roles: [roleIdOf('DOCTOR')] }),
  'PUT /api/coeadmin/staff/:id': () => someone,
  'PUT /api/users/:id': () => ({ email_verified_at: '2026-11-23' }),
  'POST /api/users/:id/second_factor/reset': () => ({ reason: 'Lost' }),
  'POST /api/users/:id/second_factor/reset/confirm': () => ({ reset_id: 'none' }),
  'POST /api/users/:id/second_factor/reset/decline': () => ({ reset_id: 'none', reason: 'Found' }),
  'POST /api/products/:id/coes/:coeId/stock/received': () => ({ quantity: 1 }),
  'POST /api/products/:id/coes/:coeId/stock/removed': () => ({ quantity: 1, reason: 'Expired' }),
  'POST /api/products/:id/coes/:coeId/stock/counted': () => ({ quantity: 1, reason: 'Counted' }),
  'POST /api/transaction/chf': (patientId) => ({
    patientId,
    products: [{ productId: PRODUCT, quantity: 1 }],
  }),
}
