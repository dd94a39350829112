import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { maskedRows } from '#projections/masked-rows.ts'
import { patient } from '#projections/care/patient/patient.ts'
import { transactionDocument } from '#projections/money/transaction/transaction-document.ts'
import { userAccount } from '#projections/people/user-account/user-account.ts'
import { createDb } from '#projections/postgres.ts'
import { readModels } from '#projections/read-models.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { engineDatabase } from './engine/engine.ts'

test('who may not see personal data sees the rows without it, by what each model declares', async () => {
  const database = await engineDatabase()
  await prepareReadModels({ models: readModels, ...database })
  const { pool } = database
  await pool.query(`insert into user_account (id, email, first_name, gender, role_ids, status, created_at, updated_at)
    values ('ngozi', 'ngozi@example.org', 'Ngozi', 'Female', '{}', 'active', now(), now())`)
  await pool.query(`insert into patient (id, chf_id, coe_id, city, ailment_stage, ailments, is_erased, created_at)
    values ('ngozi', 'CHF-000001', 'coe-1', 'Ikeja', 2, '{"1": "breast"}', false, now())`)
  await pool.query(`insert into transaction_document values ('document-1', 'transaction-1', 'ngozi', 'transaction-1')`)
  const db = createDb<unknown>(pool)
  const seen = async (model: Parameters<typeof maskedRows>[0], maySee: boolean) =>
    (
      await sql<Record<string, unknown>>`select t.* from ${maskedRows(model, sql.table(model.name), maySee)} t`.execute(
        db,
      )
    ).rows

  expect(await seen(userAccount, true)).toMatchObject([{ id: 'ngozi', first_name: 'Ngozi', gender: 'Female' }])
  const [open] = await seen(userAccount, true)
  const [account] = await seen(userAccount, false)
  expect(account).toMatchObject({ id: 'ngozi', email: null, first_name: null, gender: 'Female', status: 'active' })
  expect(Object.keys(account ?? {}).sort()).toEqual(Object.keys(open ?? {}).sort())
  const clear = { chf_id: 'CHF-000001', coe_id: 'coe-1' }
  expect(await seen(patient, false)).toMatchObject([{ ...clear, city: null, ailment_stage: null, ailments: {} }])
  expect(await seen(patient, true)).toMatchObject([{ ...clear, city: 'Ikeja', ailments: { 1: 'breast' } }])
  expect([await seen(transactionDocument, true), await seen(transactionDocument, false)]).toMatchObject([[{}], []])
})
