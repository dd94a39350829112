import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { capKey } from '#commands/care/patient/cap-key.ts'
import type { AppContext } from '#api/context.ts'
import { HttpError, invalid } from '#api/http-error.ts'
import { countedAddress } from '#api/limits/address.ts'
import { countCall } from '#api/limits/call-limits.ts'
import {
  CapAccountAnswer,
  CapPath,
  type CapPatient,
  CapPatientAnswer,
  CapQuery,
} from '#api/people/contracts/enrolment.ts'
import { CapFailed } from './cap-registry.ts'

const DAY_MS = 24 * 3_600_000
/** Whoever knows somebody's phone number tries no days of birth against it. */
const IN_A_DAY = { ofOne: 20, fromAddress: 500, words: 'There were too many requests for this CAP account today.' }
const config = { permission: 'public', scope: 'none', shows: [] } as const
const INVALID_ACCOUNT = 'Invalid CAP account details provided'

type Known = { readonly id: string; readonly dateOfBirth: string }

/** Counts a look-up of an id, whether CAP has it or not. Throws 429. */
async function countLookUp(context: AppContext, request: FastifyRequest, id: string): Promise<void> {
  const address = countedAddress(context, request)
  await countCall(context, DAY_MS, IN_A_DAY.words, [
    { key: `cap:${capKey(id, context.emailSecret)}`, most: IN_A_DAY.ofOne },
    ...(address === undefined ? [] : [{ key: `cap-from:${address}`, most: IN_A_DAY.fromAddress }]),
  ])
}

/** What CAP answers; that it does not is said by `away`. */
async function answered<T>(asking: Promise<T>, away: string): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof CapFailed)) throw error
    if (error.why === 'away') throw new HttpError(503, away, undefined, 30)
    throw new HttpError(502, 'An unknown error occured. Please contact CHF Support is this persist')
  }
}

/**
 * GET /api/patient/{id} (E075): who has this id, phone number or e-mail on CAP, told to whoever knows when they were born: that
 * somebody is there says that they have cancer.
 */
export const findCapPatient: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/patient/:id',
    config,
    schema: {
      tags: ['Enrolment'],
      summary: 'Find a patient on CAP, for their enrolment',
      params: CapPath,
      querystring: CapQuery,
      response: { 200: CapPatientAnswer },
    },
    handler: async (request) => {
      const { context } = app
      const known = { id: request.params.id, dateOfBirth: request.query.date_of_birth }
      await countLookUp(context, request, known.id)
      const found = await answered(
        context.cap.patient(known.id),
        'CAP cannot be reached now. You can continue without it.',
      )
      if (!isTheirs(found, known)) throw invalid('id', 'Invalid CAP Patient ID/Phone Number/Email provided')
      return { data: found }
    },
  })
}

/** GET /api/user/{id} (E098): whether there is an account of this CAP id, of whoever was born on that day. */
export const verifyCapAccount: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/user/:id',
    config,
    schema: {
      tags: ['Enrolment'],
      summary: 'Verify an account on CAP, for an enrolment',
      params: CapPath,
      querystring: CapQuery,
      response: { 200: CapAccountAnswer },
    },
    handler: async (request) => {
      const { id } = request.params
      await mustBeOnCap(app.context, request, { id, dateOfBirth: request.query.date_of_birth }, 'id')
      return { data: { id, is_verified: true as const } }
    },
  })
}

/** Throws 422 at this field unless the CAP id is of somebody born on that day who has an account there; 502, 503 when CAP fails. */
export async function mustBeOnCap(
  context: AppContext,
  request: FastifyRequest,
  known: Known,
  field: string,
): Promise<void> {
  await countLookUp(context, request, known.id)
  const asking = Promise.all([context.cap.patient(known.id), context.cap.hasAccount(known.id)])
  const [found, hasAccount] = await answered(asking, 'Unable to verify CAP account')
  if (!isTheirs(found, known) || found.patientId !== known.id || !hasAccount) throw invalid(field, INVALID_ACCOUNT)
}

const isTheirs = (found: CapPatient | undefined, { dateOfBirth }: Known): found is CapPatient =>
  found?.dateOfBirth === dateOfBirth
