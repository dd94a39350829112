import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Coe } from '#domain/catalogue/coe/coe.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import { coesReport } from '#projections/catalogue/coe/coes-report.ts'
import { type Actor, reachOf } from '#api/actor.ts'
import { CoeAnswer } from '#api/catalogue/contracts/coe.ts'
import type { AppContext } from '#api/context.ts'
import { notFound } from '#api/http-error.ts'
import { pageOfPeople } from '#api/people/staff/people-list.ts'
import { pastOfCoe, stateNamed } from './coe-history.ts'
import { CoePath } from './coe-path.ts'
import { administers, bankTold, coesWithFigures, seesBank } from './seen-coes.ts'

/**
 * GET /api/coes/{id} (E042): one hospital, as anybody who is signed in may see it; with its wallet, where it is paid and its history for those who
 * administer or head it, and its staff for those who see them.
 */
export const viewCoe: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/coes/:id',
    config: {
      permission: 'signed-in',
      scope: 'none',
      shows: [...coesReport.models, 'role', 'staff_name', 'user_account'],
    },
    schema: { tags: ['Hospitals'], summary: 'One hospital', params: CoePath, response: { 200: CoeAnswer } },
    handler: async (request) => {
      const { context } = app
      const { id } = request.params
      const found = await context.db.selectFrom('coe').selectAll().where('id', '=', id).executeTakeFirst()
      if (found === undefined) throw notFound('Hospital')
      const { name: coe_name, code: coe_code, cap_id: coe_id_cap, status } = found
      const actor = request.actor()
      const isAdministered = administers(actor, id)
      return {
        data: {
          ...{ id, coe_name, coe_code, coe_id_cap, status },
          ...(isAdministered ? await administered(context, actor, id) : {}),
          ...(seesStaff(actor, id) ? { staffs: await staffOf(context, actor, id) } : {}),
        },
      }
    },
  })
}

function seesStaff(actor: Actor, coeId: string): boolean {
  const { permissions } = actor
  const reach = reachOf(actor)
  if (reach?.kind === 'all') return permissions.has('VIEW_COESTAFF')
  const isOwn = reach?.kind === 'coe' && reach.coeId === coeId
  return isOwn && (permissions.has('VIEW_COESTAFF') || permissions.has('VIEW_OWN_COESTAFF'))
}

async function staffOf(context: AppContext, { permissions }: Actor, coeId: string) {
  const filter = { who: 'staff', sees: permissions.has('VIEW_PERSONAL_DATA'), coeId } as const
  return (await pageOfPeople(context, filter, { per_page: 1_000 })).data
}

async function administered(context: AppContext, actor: Actor, id: string) {
  const [figures] = await coesWithFigures(context, { id })
  const sees = seesBank(actor)
  const { history, state } = await pastOfCoe(context, id, sees)
  if (state.status === 'none') throw notFound('Hospital')
  return { ...figures, ...detailsIn(state), ...(await banksIn(context, actor, state)), history }
}

/**
 * Where it is paid, and what waits for a second person: from the log, as what is confirmed is what stands there, whatever a
 * row says (docs/decisions/0096).
 */
async function banksIn({ db }: AppContext, actor: Actor, { bank, confirmed, proposal }: Known) {
  const nameOf = await peopleNames(db, [confirmed?.by ?? '', proposal?.by ?? ''])
  return {
    ...(bank === undefined || confirmed === undefined
      ? {}
      : { ...bankTold(bank, actor), bank_confirmed_by: nameOf(confirmed.by), bank_confirmed_at: confirmed.at }),
    bank_proposal:
      proposal === undefined
        ? null
        : {
            ...{ id: proposal.request, ...bankTold(proposal.bank, actor) },
            ...{ proposed_by: nameOf(proposal.by), proposed_at: proposal.at, is_own: proposal.by === actor.id },
          },
  }
}

type Known = Exclude<Coe, { readonly status: 'none' }>

/** From the log, as the revision is: whoever sends that revision has seen these details. */
const detailsIn = ({ details, revision }: Known) => ({
  ...{ coe_name: details.name, coe_type: details.type, coe_address: details.address, coe_id_cap: details.capId },
  ...{ state_id: details.stateId, state: { state: stateNamed(details.stateId) ?? details.stateId }, revision },
})
