import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod, ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { roleIdOf } from '#commands/people/role/role-id.ts'
import { text } from '#domain/kernel/text.ts'
import { hospitalNamed } from '#api/catalogue/coes/hospital-named.ts'
import { Key } from '#api/contracts/input.ts'
import {
  HospitalStaff,
  HospitalStaffQuery,
  PeopleList,
  PeoplePage,
  PeopleQuery,
  UsersQuery,
} from '#api/people/contracts/staff.ts'
import { notFound } from '#api/http-error.ts'
import type { AppContext } from '#api/context.ts'
import type { RoutePermission } from '#api/route-config.ts'
import { hospitalWithin, pageOfPeople, PEOPLE_MODELS, type PeopleFilter } from './people-list.ts'

const tags = ['Staff']
const sees = (request: FastifyRequest) => request.actor().permissions.has('VIEW_PERSONAL_DATA')
const HospitalPath = z.object({ coe_id: Key })
const OfHospital = PeopleQuery.extend({ coe_id: Key.optional().describe('Only those of this hospital') })

type List = {
  readonly url: string
  readonly summary: string
  readonly permission: Exclude<RoutePermission, 'public'>
  readonly filter: Omit<PeopleFilter, 'sees' | 'coeId' | 'search'>
}

/** A list of staff, of all hospitals within reach or of one, and the same by part of a name or an e-mail. */
function staffLists(fastify: FastifyInstance, { url, summary, permission, filter }: List, query: z.ZodObject): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const config = { permission, scope: 'reach' as const, shows: PEOPLE_MODELS }
  const schema = { tags, querystring: query, response: { 200: PeoplePage } }
  const answer = async (request: FastifyRequest, search?: string) => {
    const { coe_id: coe, ...asked } = OfHospital.parse(request.query)
    const coeId = hospitalWithin(request.reach(), coe)
    return { data: await pageOfPeople(app.context, { ...filter, sees: sees(request), coeId, search }, asked) }
  }
  app.route({ method: 'GET', url, config, schema: { ...schema, summary }, handler: (request) => answer(request) })
  const SearchPath = z.object({ text: text(120).trim().min(2, 'Type at least two characters') })
  app.route({
    method: 'GET',
    url: `${url}/search/:text`,
    config: { ...config, limit: 'search' },
    schema: { ...schema, summary: `${summary}: by part of a name or an e-mail`, params: SearchPath },
    handler: (request) => answer(request, SearchPath.parse(request.params).text),
  })
}

/** GET /api/sadmin/coehelpdeskstaffs (E158, E159), /api/chfstaffs (E161, E162), /api/sadmin/chfstaffs (E163, E164). */
export const listStaff: FastifyPluginAsyncZod = async (app) => {
  const staff = { who: 'staff' } as const
  staffLists(
    app,
    {
      url: '/api/sadmin/coehelpdeskstaffs',
      summary: 'Help desks of hospitals',
      permission: 'VIEW_COEHELPDESK',
      filter: { ...staff, roleId: roleIdOf('HELP_DESK') },
    },
    OfHospital,
  )
  staffLists(
    app,
    {
      url: '/api/chfstaffs',
      summary: 'Staff of the fund',
      permission: 'VIEW_CHFSTAFF',
      filter: { who: 'staff of the fund' },
    },
    PeopleQuery,
  )
  staffLists(
    app,
    {
      url: '/api/sadmin/chfstaffs',
      summary: 'Administrators of the fund',
      permission: 'VIEW_CHFADMIN',
      filter: { ...staff, roleId: roleIdOf('FUND_ADMIN') },
    },
    PeopleQuery,
  )
}

/** GET /api/chfstaff (E166): the same as /api/chfstaffs on one page. */
export const listAllChfStaff: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/chfstaff',
    config: { permission: 'VIEW_CHFSTAFF', scope: 'all', shows: PEOPLE_MODELS },
    schema: { tags, summary: 'Staff of the fund, on one page', response: { 200: PeopleList } },
    handler: async (request) => {
      const filter = { who: 'staff of the fund', sees: sees(request) } as const
      return { data: (await pageOfPeople(app.context, filter, { per_page: 1_000 })).data }
    },
  })
}

/** GET /api/coestaffs/{coe_id} (E149): who works at a hospital; the own one for who sees no other. */
export const listCoeStaff: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coestaffs/:coe_id',
    config: { permission: ['VIEW_COESTAFF', 'VIEW_OWN_COESTAFF'], scope: 'reach', shows: PEOPLE_MODELS },
    schema: {
      tags,
      summary: 'Staff of a hospital',
      params: HospitalPath,
      querystring: HospitalStaffQuery,
      response: { 200: PeoplePage },
    },
    handler: async (request) => {
      const reach = request.reach()
      const coeId = hospitalWithin(reach, request.params.coe_id)
      if (coeId === undefined || (reach.kind === 'all' && !request.actor().permissions.has('VIEW_COESTAFF')))
        throw notFound('Hospital')
      await hospitalNamed(app.context, coeId)
      const { status, ...asked } = request.query
      const filter = { who: 'staff', sees: sees(request), coeId, status } as const
      return { data: await pageOfPeople(app.context, filter, asked) }
    },
  })
}

/** GET /api/coes/{coeId}/staff (E044): for choices, by name and role; a patient sees their own hospital's. */
export const listHospitalStaff: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coes/:id/staff',
    config: { permission: 'signed-in', scope: 'reach', shows: PEOPLE_MODELS },
    schema: {
      tags,
      summary: 'Staff of a hospital by name',
      params: z.object({ id: Key }),
      response: { 200: HospitalStaff },
    },
    handler: async (request) => {
      const { id: coeId } = request.params
      const reach = request.reach()
      const own = reach.kind === 'patient' ? await hospitalOfPatient(app.context, reach.patientId) : undefined
      if (own === undefined) hospitalWithin(reach, coeId)
      else if (own !== coeId) throw notFound('Hospital')
      const { name } = await hospitalNamed(app.context, coeId)
      const { data } = await pageOfPeople(app.context, { who: 'staff', sees: true, coeId }, { per_page: 1_000 })
      const staffs = data
        .filter(({ status }) => status === 'active')
        .map(({ id, first_name: first, last_name: last, profession, roles }) => ({
          ...{ id, first_name: first ?? '', last_name: last ?? '', profession, roles },
        }))
      return { data: { coe_name: name, staffs } }
    },
  })
}

async function hospitalOfPatient({ db }: AppContext, id: string): Promise<string> {
  const patient = await db.selectFrom('patient').select('coe_id').where('id', '=', id).executeTakeFirst()
  return patient?.coe_id ?? ''
}

/** GET /api/users (E168): everybody, patients too. */
export const listUsers: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/users',
    config: { permission: 'VIEW_USERS', scope: 'all', shows: PEOPLE_MODELS },
    schema: { tags, summary: 'All users', querystring: UsersQuery, response: { 200: PeoplePage } },
    handler: async (request) => {
      const { role, email, ...asked } = request.query
      const filter = { who: 'all', sees: sees(request), roleId: role, email } as const
      return { data: await pageOfPeople(app.context, filter, asked) }
    },
  })
}
