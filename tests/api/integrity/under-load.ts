import { randomUUID } from 'node:crypto'
import { erasePerson } from '#api/people/erasure/erase-person.ts'
import type { UploadedDocument } from '#api/money/contracts/billing.ts'
import { readModels } from '#projections/read-models.ts'
import { rebuild } from '#projections/rebuild.ts'
import { APP } from '#scripts/postgres/roles.ts'
import { CONSULTATION, patientWith } from '#tests/api/money/billing/hospital.ts'
import { command } from '#tests/support/command.ts'
import type { Caller, DemoApp } from '#tests/support/demo-app.ts'
import { upload } from '#tests/support/upload.ts'

/** What is being done in a portal, all at once; `over` is set when all of it was. */
export type Load = { readonly over: () => boolean; readonly done: Promise<void> }

/** Bills with documents, erasures, uploads that stay loose, and rebuilds, so many times as much of each. */
export async function startLoad(demo: DemoApp, times: number): Promise<Load> {
  const staff = await demo.as('COE_STAFF')
  const again = async (often: number, once: () => Promise<unknown>) => {
    for (let n = 0; n < often * times; n += 1)
      await once().catch((error: unknown) => {
        // So much is done that lists are behind now and then.
        if (!String(error).includes('The read models lag')) throw error
      })
  }
  let isOver = false
  const done = Promise.all([
    again(8, () => billOne(demo, staff)),
    again(6, () => eraseOne(demo, staff)),
    again(16, () => uploaded(demo, staff)),
    again(2, () =>
      rebuild({
        ...{ log: demo.context.log, models: readModels, ownerUrl: demo.database.ownerUrl, appRole: APP },
      }),
    ),
  ]).then(() => undefined)
  const over = () => void (isOver = true)
  done.then(over, over)
  return { over: () => isOver, done }
}

/** A new patient, billed and erased. */
async function eraseOne(demo: DemoApp, staff: Caller): Promise<void> {
  const personId = await billOne(demo, staff)
  const { outcome } = await erasePerson(demo.context, command('ErasePerson', { personId, reason: 'asked' }))
  if (outcome === 'refused') throw new Error('The erasure was refused')
}

/** A new patient's bill with a document; gives who. */
async function billOne(demo: DemoApp, staff: Caller): Promise<string> {
  const patientId = await patientWith(demo, 50_000_00)
  const billed = await staff.post('/api/coestaff/billings', {
    patient_id: patientId,
    services: [{ service_id: CONSULTATION, quantity: 1 }],
    documents: [{ document_id: await uploaded(demo, staff), document_name: 'Referral' }],
  })
  if (billed.statusCode !== 200) throw new Error(billed.body)
  return patientId
}

async function uploaded(demo: DemoApp, staff: Caller): Promise<string> {
  await demo.context.pool.query('delete from call_count') // of one person's uploads an hour
  const answer = await upload(demo, staff, 'letter.pdf', Buffer.from(`%PDF-1.7\n% ${randomUUID()}`))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<UploadedDocument>().document.id
}
