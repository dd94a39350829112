import { type Kysely, sql } from 'kysely'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { coe } from '#projections/catalogue/coe/coe.ts'
import type { Moment } from '#projections/moment.ts'
import type { Database } from '#projections/read-models.ts'

/** What `ownHospital` reads. */
export const HOSPITAL_FROM = ['coe', 'patient_place'] as const

/** The hospital where a patient is registered. */
export async function ownHospital(db: Kysely<Database>, moment: Moment, patientId: string) {
  const { rows } = await sql<{ coe_name: string; address: string }>`
    select c.name as coe_name, c.address
      from ${moment.rowsOf(patientPlace)} p join ${moment.rowsOf(coe)} c on c.id = p.coe_id
     where p.id = ${patientId}`.execute(db)
  return rows[0] ?? null
}
