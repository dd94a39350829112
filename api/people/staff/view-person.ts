import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type UserEvent, userEvents } from '#domain/people/user/events.ts'
import { user } from '#domain/people/user/user.ts'
import { PersonDetail } from '#api/people/contracts/staff.ts'
import { UserPath } from '#api/people/contracts/role.ts'
import { historyOf, type Said } from '#api/history.ts'
import { notFound } from '#api/http-error.ts'
import { factorHistory } from './factor-history.ts'
import { hospitalWithin, pageOfPeople, PEOPLE_MODELS } from './people-list.ts'
import { personInWords } from './person-history.ts'

/** GET /api/users/{id}: somebody within reach with all that became of them; patients for who sees all users. */
export const viewPerson: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/users/:id',
    config: {
      permission: [
        ...(['VIEW_USERS', 'VIEW_COESTAFF', 'VIEW_OWN_COESTAFF'] as const),
        ...(['VIEW_CHFSTAFF', 'VIEW_CHFADMIN', 'VIEW_COEHELPDESK'] as const),
      ],
      scope: 'reach',
      shows: PEOPLE_MODELS,
    },
    schema: {
      tags: ['Staff'],
      summary: 'One person with their history',
      params: UserPath,
      response: { 200: PersonDetail },
    },
    handler: async (request) => {
      const { context } = app
      const { id } = request.params
      const { permissions } = request.actor()
      const sees = permissions.has('VIEW_PERSONAL_DATA')
      const coeId = hospitalWithin(request.reach(), undefined)
      const who = coeId === undefined && permissions.has('VIEW_USERS') ? 'all' : 'staff'
      const [person] = (await pageOfPeople(context, { sees, who, coeId, id }, {})).data
      if (person === undefined) throw notFound('User')
      const past = await context.log.readWhatHolds<UserEvent>(`${user.category}-${id}`, 0)
      const said = await personInWords(context, past.events, !sees)
      const inWords = (event: UserEvent): Said => ({
        what: said.get(event) ?? '',
        why: 'reason' in event.data ? event.data.reason : null,
      })
      const own = await historyOf(context, past, { events: userEvents, inWords, isMasked: !sees })
      const history = [...own, ...(await factorHistory(context, id, sees))].sort(
        (one, two) => two.position - one.position,
      )
      const revision = past.events.filter(({ event }) => event.type === 'UserProfileChanged').length
      return { data: { ...person, revision, history } }
    },
  })
}
