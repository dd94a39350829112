import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsync } from 'fastify'
import { handle, load } from '#commands/handle.ts'
import { newRecoveryCodes, recoveryOf } from '#commands/people/second-factor/recovery-codes.ts'
import { secondFactor } from '#domain/people/second-factor/second-factor.ts'
import { needsSecondFactor } from '#domain/people/user/password.ts'
import { commandFrom } from '#api/command-from.ts'
import { commandRoute, ofId } from '#api/command-route.ts'
import type { AppContext } from '#api/context.ts'
import { invalid } from '#api/http-error.ts'
import {
  DeclineResetBody,
  EnrolBody,
  FactorRemoved,
  OwnCodeBody,
  RecoveryCodes,
} from '#api/people/contracts/second-factor.ts'
import { SHOWS_RESETS } from '#api/people/shows.ts'
import { isDemandedHere } from './asked-for.ts'
import { enrol } from './enrolling.ts'
import { counted, mustBeRight } from './right-code.ts'
import { themselves } from './themselves.ts'

const URL = '/api/second_factor'
const own = { permission: 'signed-in', scope: 'own' } as const
const tag = 'Session'

const keyOf = (userId: string) => `code-own:${userId}`

/** POST /api/second_factor: the app has it from now on, in place of the one before. */
export const enrolSecondFactor: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...own,
    url: URL,
    summary: 'Enrol a second factor by its first code',
    tag,
    body: EnrolBody,
    answer: RecoveryCodes,
    reach: ({ request }) => themselves(request),
    run: async ({ request, context, body: { enrolment, code, current_code: current } }, userId) => {
      const { on } = await load(context.handler, secondFactor, userId)
      const stamp = commandFrom(request, 'EnrolSecondFactor', {})
      const key = keyOf(userId)
      const asked = { userId, key, field: 'current_code' }
      const replaced = async () =>
        on === undefined || current === undefined ? undefined : mustBeRight(context, request, asked, current)
      const done = await counted(context, key, () => enrol(context, { userId, enrolment, code, replaced }, stamp))
      return { outcome: 'done', position: done.position, data: { recovery_codes: [...done.recoveryCodes] } }
    },
    message: 'Your second factor is on. Save the recovery codes: they are shown only once.',
    shows: [],
  })
}

/** POST /api/second_factor/recovery_codes: other ones, in place of those from before. */
export const replaceRecoveryCodes: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...own,
    url: `${URL}/recovery_codes`,
    summary: 'Have other recovery codes',
    tag,
    body: OwnCodeBody,
    answer: RecoveryCodes,
    reach: ({ request }) => themselves(request),
    run: async ({ request, context, body: { code } }, userId) => {
      const enrolmentId = await shown(context, request, userId, code)
      const codes = newRecoveryCodes()
      const setId = request.commandId()
      const data = { userId, enrolmentId, setId, ...recoveryOf(context.peppers, userId, codes) }
      const done = await handle(
        context.handler,
        secondFactor,
        userId,
        commandFrom(request, 'ReplaceRecoveryCodes', data),
      )
      return done.outcome === 'refused' ? done : { ...done, data: { recovery_codes: [...codes] } }
    },
    message: 'Save these recovery codes: they are shown only once. The old ones no longer work.',
    shows: [],
  })
}

/** POST /api/second_factor/remove: signs in by the password alone again, where that is enough. */
export const removeSecondFactor: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...own,
    url: `${URL}/remove`,
    summary: 'Remove the own second factor',
    tag,
    body: OwnCodeBody,
    answer: FactorRemoved,
    reach: ({ request }) => themselves(request),
    run: async ({ request, context, body: { code } }, userId) => {
      if (needsSecondFactor(request.actor().permissions) && (await isDemandedHere(context)))
        throw invalid('code', 'Your roles require a second factor. You can set up another phone instead.')
      const enrolmentId = await shown(context, request, userId, code)
      const command = commandFrom(request, 'RemoveSecondFactor', { userId, enrolmentId })
      const done = await handle(context.handler, secondFactor, userId, command)
      return done.outcome === 'refused' ? done : { ...done, data: {} }
    },
    message: 'Your second factor is removed. You now sign in with your password only.',
    shows: SHOWS_RESETS,
  })
}

/** POST /api/second_factor/reset/decline: whose it is still has the phone. */
export const declineOwnReset: FastifyPluginAsync = async (app) => {
  commandRoute(app, {
    ...own,
    url: `${URL}/reset/decline`,
    summary: 'Stop the reset of the own second factor',
    tag,
    body: DeclineResetBody,
    reach: ({ request }) => themselves(request),
    run: async ({ request, context, body: { reset_id: resetId, reason } }, userId) => {
      const command = commandFrom(request, 'DeclineReset', { userId, resetId, reason })
      return ofId(resetId, await handle(context.handler, secondFactor, userId, command))
    },
    message: 'Your second factor stays as it is',
    shows: SHOWS_RESETS,
  })
}

const shown = (context: AppContext, request: FastifyRequest, userId: string, code: string) =>
  mustBeRight(context, request, { userId, key: keyOf(userId) }, code)
