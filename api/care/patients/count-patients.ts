import { sql } from 'kysely'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { patientPlace } from '#projections/care/patient/patient-place.ts'
import { AsOfQuery } from '#api/contracts/report.ts'
import { PatientCount } from '#api/care/contracts/patient-count.ts'
import { notFound } from '#api/http-error.ts'
import { readAsOf } from '#api/report/read-as-of.ts'

const MODELS = ['patient_place'] as const

/** GET /api/patients/count: how many patients the caller's hospital has; the whole fund's, for who reaches all. */
export const countPatients: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/patients/count',
    config: { permission: ['VIEW_PATIENT', 'VIEW_PATIENT_CAREPLAN'], scope: 'reach', shows: MODELS },
    schema: {
      tags: ['Patients'],
      summary: 'How many patients there are',
      querystring: AsOfQuery,
      response: { 200: PatientCount },
    },
    handler: async (request) => {
      const reach = request.reach()
      if (reach.kind === 'patient') throw notFound('Hospital')
      const { rows } = await readAsOf(app.context, request.query, MODELS, (db, moment) =>
        sql<PatientCount>`
          select count(*)::bigint as patients_count from ${moment.rowsOf(patientPlace)} p
           where ${reach.kind === 'all' ? sql`true` : sql`p.coe_id = ${reach.coeId}`}`.execute(db),
      )
      const [data] = rows
      if (data === undefined) throw new Error('A count is always one row')
      return { data }
    },
  })
}
