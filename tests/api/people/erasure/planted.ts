import type { UploadedDocument } from '#api/money/contracts/billing.ts'
import { openSession } from '#api/people/session/sessions.ts'
import { registerPatient } from '#commands/care/patient/register-patient.ts'
import { handle } from '#commands/handle.ts'
import { deriveId, newId } from '#commands/ids.ts'
import { moveFunds } from '#commands/money/funding/move-funds.ts'
import { patient } from '#domain/care/patient/patient.ts'
import { kobo, MAX_AMOUNT } from '#domain/kernel/money.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { user } from '#domain/people/user/user.ts'
import { MEDICINES } from '#domain/catalogue/reference/medicines.ts'
import { referenceProductId } from '#scripts/demo/catalogue/reference.ts'
import { CONSULTATION, OWN } from '#tests/api/money/billing/hospital.ts'
import { type Bill, giveBack, type Ministry, step } from '#tests/api/money/payments/ministry.ts'
import { command } from '#tests/support/command.ts'
import { type DemoApp, personOf } from '#tests/support/demo-app.ts'
import { upload } from '#tests/support/upload.ts'

/** A patient in each of whose personal fields stands a word of their own. */
export type Planted = {
  readonly id: string
  readonly canary: string
  readonly email: string
  readonly chfId: string
  readonly documents: readonly string[]
  readonly bill: Bill
  readonly content: Buffer
}

export const PASSWORD = 'A-long-one-2026'

/** Everything that can be recorded, typed, uploaded and opened for a patient. */
export async function plant(ministry: Ministry, canary: string): Promise<Planted> {
  const { demo } = ministry
  const { handler, codes, credentials } = demo.context
  const id = deriveId('planted', canary)
  const email = `${canary}@patients.example`
  const contact = { phoneNumber: `${canary}-phone`, dateOfBirth: '1980-02-03' }
  const name = { firstName: `${canary}-first`, lastName: `${canary}-last`, otherNames: `${canary}-other` }
  const registration = { ...name, ...contact, email, emailVerified: true, profession: `${canary}-work` }
  const register = { patientId: id, coeId: OWN, capId: `${canary}-cap`, ...registration }
  const registered = await registerPatient(
    { handler, codes, emailSecret: demo.context.emailSecret },
    command('RegisterPatient', register, { by: id }),
  )
  if (registered.outcome === 'refused') throw new Error(registered.refusal.refused)
  await credentials.setPassword(id, PASSWORD)
  const renamed = { userId: id, ...name, ...contact, firstName: `${canary}-renamed` }
  await handle(handler, user, id, command('ChangeUserProfile', renamed, { by: id }))
  const illness = { ailmentId: `${canary}-ill`, ailmentStage: 2 }
  const places = { address: `${canary} street`, city: `${canary} city`, phoneAlt: `${canary}-alt` }
  const numbers = {
    identificationId: `${canary}-card`,
    nhisNo: `${canary}-nhis`,
    identificationNumber: `${canary}-number`,
  }
  const counted = { stateId: '25', lgaId: null, stateOfResidence: '25', primaryPhysicianId: null }
  const information = { patientId: id, ...illness, ...places, ...numbers, ...counted }
  await handle(handler, patient, id, command('RecordPatientInformation', information, { by: id }))
  await fundWith(demo, id, `${canary} reason`)
  await withFactor(demo, id, `${canary}-secret`)

  const content = Buffer.from(`%PDF-1.7\n% ${canary}\n`)
  const staff = await demo.as('COE_STAFF')
  const upload1 = await uploadedBy(demo, staff.token, `${canary}.pdf`, content)
  const { token } = await openSession(demo.context, { userId: id, device: `${canary} browser` })
  const own = await uploadedBy(demo, token, `${canary}-own.pdf`, Buffer.concat([content, content]))
  const billed = await staff.post(
    '/api/coestaff/billings',
    {
      patient_id: id,
      services: [{ service_id: CONSULTATION, quantity: 1 }],
      documents: [{ document_id: upload1, document_name: `${canary} histology` }],
      comment: `${canary} comment`,
    },
    `${canary}-key`,
  )
  if (billed.statusCode !== 200) throw new Error(billed.body)
  const { data } = billed.json<{ data: { id: string; transaction_id: string; total: string } }>()
  const bill = { id: data.id, reference: data.transaction_id, total: data.total }
  await step(ministry, 'FINANCE', [bill])
  await giveBack(await ministry.as('NCCP'), [bill], `${canary} is why`)
  const missing = await uploadedBy(
    demo,
    staff.token,
    `${canary}-missing.pdf`,
    Buffer.concat([content, content, content]),
  )
  const documents = [{ document_id: missing, document_name: `${canary} missing` }]
  const answer = { transaction_id: bill.id, answer: `${canary} is attached`, documents }
  const answered = await staff.post('/api/coestaff/billings/answer', answer)
  if (answered.statusCode !== 200) throw new Error(answered.body)
  const disputed = await dispute(demo, bill, canary, content)
  const products = [{ productId: referenceProductId(MEDICINES[0]?.id ?? ''), quantity: 1 }]
  await (await demo.as('PHARMACIST')).post('/api/transaction/chf', { patientId: id, products })
  const until = new Date().toISOString()
  const read = { method: 'POST', url: '/api/notification/transactions/read', payload: { until } } as const
  await demo.app.inject({ ...read, headers: { authorization: `Bearer ${token}` } })
  // A key of their own, and a sign-in that failed.
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `${canary}-own` }
  await demo.app.inject({ method: 'PUT', url: '/api/profile', headers, payload: profileOf(canary) })
  await demo.app.inject({ method: 'POST', url: '/api/login', payload: { email, password: `${canary}-wrong` } })
  return { id, canary, email, chfId: registered.chfId, documents: [upload1, own, missing, ...disputed], bill, content }
}

/** Raised with a document, talked about with another, and ended; gives the documents. */
async function dispute(demo: DemoApp, { id }: Bill, canary: string, one: Buffer): Promise<readonly string[]> {
  const content = Buffer.concat([one, one, one, one])
  const finance = await demo.as('FINANCE')
  const document_id = await uploadedBy(demo, finance.token, `${canary}-chart.pdf`, content)
  const documents = [{ document_id, document_name: `${canary} chart` }]
  const raised = await finance.post('/api/transactions/dispute', {
    ...{ transaction_id: id, comment: `${canary} was not there`, documents },
  })
  const { data } = raised.json<{ data: { id: string } }>()
  const charted = await uploadedBy(demo, finance.token, `${canary}-answer.pdf`, Buffer.concat([content, one]))
  const said = await finance.post(`/api/transactions/${id}/dispute/comments`, {
    ...{ comment: `${canary} was seen`, documents: [{ document_id: charted, document_name: `${canary} answer` }] },
  })
  if (said.statusCode !== 200) throw new Error(said.body)
  const ended = await demo.app.inject({
    method: 'PUT',
    url: `/api/transactions/dispute/${data.id}`,
    headers: { authorization: `Bearer ${(await demo.as('COE_ADMIN')).token}` },
    payload: { transaction_id: id, status: 'resolved', comment: `${canary} was` },
  })
  if (ended.statusCode !== 200) throw new Error(ended.body)
  return [document_id, charted]
}

const profileOf = (canary: string) => ({
  ...{ first_name: `${canary}-again`, last_name: `${canary}-last`, other_names: `${canary}-other`, gender: 'female' },
  ...{ date_of_birth: '1980-02-03', phone_number: '08030000000' },
})

async function uploadedBy(demo: DemoApp, token: string, name: string, content: Buffer): Promise<string> {
  const answer = await upload(demo, { ...(await demo.as('COE_STAFF')), token }, name, content)
  if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`)
  return answer.json<UploadedDocument>().document.id
}

async function fundWith({ context }: DemoApp, patientId: string, reason: string): Promise<void> {
  // What the demo data moved that day adds up with it: no second person is asked here.
  const [amount, above] = [kobo(1_000_000_00), MAX_AMOUNT]
  for (const move of [
    command(
      'RequestPoolCredit',
      { amount, above, benefactor: 'Friends of the ward' },
      { by: personOf('FUND_ADMIN').userId },
    ),
    command('RequestAllocation', { coeId: OWN, amount, above }, { by: personOf('FUND_ADMIN').userId }),
    command(
      'RequestPatientFunding',
      { amount, above, coeId: OWN, patientId, reason, cap: amount },
      { by: personOf('FUND_ADMIN').userId },
    ),
    // And one that waits for a second person.
    command(
      'RequestPatientFunding',
      { amount, above: kobo(1), coeId: OWN, patientId, reason, cap: amount },
      { by: personOf('FUND_ADMIN').userId },
    ),
  ]) {
    const moved = await moveFunds(context.handler, newId(context.now()), move)
    if (moved.outcome === 'refused') throw new Error(moved.refusal.refused)
  }
  await context.caughtUp(await context.log.head())
}

/** They had a second factor once, and had shown a code of it. */
async function withFactor({ context: { handler, pool } }: DemoApp, userId: string, secret: string): Promise<void> {
  const recovery = { recovery: ['0'.repeat(64)], pepper: 1 }
  const own = { by: userId }
  const enrol = command('EnrolSecondFactor', { userId, enrolmentId: userId, secret, ...recovery }, own)
  for (const done of [enrol, command('RemoveSecondFactor', { userId, enrolmentId: userId }, own)])
    await handle(handler, secondFactor, userId, done)
  await pool.query('insert into second_factor_step (enrolment_id, user_id, step) values ($1, $1, 1)', [userId])
}
