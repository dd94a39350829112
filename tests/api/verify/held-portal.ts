import { createPool } from '#commands/postgres.ts'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { loadSecrets, type Secrets } from '#api/secrets.ts'
import type { PortalToVerify } from '#api/verify/portal-checks.ts'
import type { UploadedDocument } from '#api/money/contracts/billing.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { logTypes } from '#commands/log/postgres/connection.ts'
import { createPostgresLog } from '#commands/log/postgres/log.ts'
import type { Verification } from '#commands/log/verify/verify.ts'
import { CONSULTATION, demoPatient, fund, OWN } from '#tests/api/money/billing/hospital.ts'
import { type Caller, type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { upload } from '#tests/support/upload.ts'
import { verified } from './verified.ts'

/** A portal with a funded patient, bills and documents, and somebody with all rights on its database and its disk. */
export type HeldPortal = {
  readonly demo: DemoApp
  readonly secrets: Secrets
  readonly log: EventLog
  readonly pool: pg.Pool
  /** Until the portal's read models and processes have all that is in its log. */
  settle(): Promise<void>
  /** Ends the portal, so that nothing but the test changes its tables, and keeps a copy of them. */
  stop(): Promise<void>
  /** Every table as it was when the portal ended. */
  putBack(): Promise<void>
  /** As the app's role. */
  edit(...statements: readonly string[]): Promise<void>
  /** As the tables' owner. */
  editAsOwner(...statements: readonly string[]): Promise<void>
  verify(over?: Partial<PortalToVerify>): Promise<Verification>
  /** What nobody is to be told. */
  emails(): Promise<readonly string[]>
  end(): Promise<void>
}

const KEPT = [
  ...['read_model', 'account', 'posting', 'transaction', 'transaction_history', 'user_account', 'transaction_document'],
  ...['erased_person', 'person_key', 'document', 'process_checkpoint', 'process_item', 'short_code', 'outbox'],
]

export async function openHeldPortal(): Promise<HeldPortal> {
  const demo = await startDemoApp()
  const secrets = await loadSecrets(demoSecrets(inject('runDir')))
  const { appUrl, superuserUrl } = demo.database
  const superuser = new pg.Client(superuserUrl)
  await superuser.connect()
  await superuser.query("set session_replication_role = 'replica'")
  const pool = createPool(appUrl, { name: 'test', patience: 'hours', max: 2, types: logTypes })
  const log = createPostgresLog({ connection: { connectionString: appUrl } })
  await fund(demo, demoPatient(), OWN, 10_000_000)
  const staff = await demo.as('COE_STAFF')
  await bill(demo, staff, 'Histology')
  await superuser.query(
    'create table posting_before as select * from posting; grant select on posting_before to public',
  )
  await bill(demo, staff, 'Referral')

  return {
    ...{ demo, secrets, log, pool },
    // By a log of its own: the portal's ends with the portal.
    verify: (over = {}) => verified(demo, { pool, secrets }, { log, ...over }),
    async settle() {
      const head = await demo.context.eventLog.head()
      while (!(await demo.context.caughtUp(head)));
      const far = 'select from process_checkpoint having min(position) >= $1'
      while ((await superuser.query(far, [head])).rowCount === 0);
    },
    async stop() {
      await demo.close()
      for (const table of KEPT) await superuser.query(`create table kept_${table} as select * from ${table}`)
    },
    async edit(...statements) {
      for (const statement of statements) await pool.query(statement)
    },
    async editAsOwner(...statements) {
      const owner = new pg.Client(demo.database.ownerUrl)
      await owner.connect()
      for (const statement of statements) await owner.query(statement)
      await owner.end()
    },
    async putBack() {
      for (const table of KEPT)
        await superuser.query(`delete from ${table}; insert into ${table} select * from kept_${table}`)
    },
    async emails() {
      const { rows } = await superuser.query<{ email: string }>(
        'select email from kept_user_account where email is not null',
      )
      return rows.map(({ email }) => email)
    },
    async end() {
      await superuser.end()
      await log.close()
      await pool.end()
      await demo.database.drop()
      await rm(demo.dataDir, { recursive: true, force: true })
    },
  }
}

/** The places that do not hold: check, table and column, where there are. */
export const placesOf = ({ differences }: Pick<Verification, 'differences'>): readonly string[] =>
  differences.map(({ check, row }) =>
    row === undefined ? check : `${check}: ${row.table}${row.column === undefined ? '' : `.${row.column}`}`,
  )

async function bill(demo: DemoApp, staff: Caller, name: string): Promise<void> {
  const uploaded = await upload(demo, staff, `${name}.pdf`, Buffer.from(`%PDF-1.7\n% ${name}`))
  const { id } = uploaded.json<UploadedDocument>().document
  const billed = await staff.post('/api/coestaff/billings', {
    patient_id: demoPatient(),
    services: [{ service_id: CONSULTATION, quantity: 1 }],
    documents: [{ document_id: id, document_name: name }],
    comment: `${name} attached`,
  })
  expect(billed.statusCode).toBe(200)
}
