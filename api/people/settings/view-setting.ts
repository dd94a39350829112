import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { formatNaira } from '#domain/kernel/money.ts'
import { INVOICE_STEPS } from '#domain/money/invoice/chain.ts'
import { settingEvents, type SettingEvent } from '#domain/people/setting/events.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { historyOf, type Said } from '#api/history.ts'
import { notFound } from '#api/http-error.ts'
import { type SettingKey, SiteSettingDetail } from '#api/people/contracts/setting.ts'
import { Key } from '#api/contracts/input.ts'
import { settingsFor } from './settings-in.ts'

/** The path of a setting. */
export const SettingPath = z.object({ id: Key })

/** GET /api/sitesettings/{id}: one setting, with who set it when, from which value to which, from the log. */
export const viewSetting: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/sitesettings/:id',
    config: { permission: 'MANAGE_SITE_SETTING', scope: 'all', shows: ['setting', 'user_account'] },
    schema: {
      tags: ['Settings'],
      summary: 'One setting with its history',
      params: SettingPath,
      response: { 200: SiteSettingDetail },
    },
    handler: async (request) => {
      const { context } = app
      const found = (await settingsFor(context, request.actor())).find(({ id }) => id === request.params.id)
      if (found === undefined) throw notFound('Setting')
      const recorded = await context.log.read<SettingEvent>(`${setting.category}-${SITE}`)
      const changes = changesOf(
        recorded.map(({ event }) => event),
        found.key,
      )
      const past = recorded.filter(({ event }) => changes.has(event))
      const inWords = (event: SettingEvent) => changes.get(event) ?? { what: '', why: null }
      const telling = { events: settingEvents, inWords, isMasked: false }
      return { data: { ...found, history: await historyOf(context, { events: past, unread: [] }, telling) } }
    },
  })
}

/** What an event sets of a setting, as people write it; undefined where it sets another. */
function valueIn({ type, data }: SettingEvent, key: SettingKey): string | undefined {
  switch (type) {
    case 'SharesSet': {
      const shares: Partial<Record<SettingKey, number>> = {
        share_coe: data.coe,
        share_bank: data.bank,
        share_manufacturer: data.manufacturer,
        share_emge: data.emge,
      }
      const share = shares[key]
      return share === undefined ? undefined : formatNaira(share)
    }
    case 'FundingCapSet':
      return key === 'funding_cap' ? formatNaira(data.amount) : undefined
    case 'SecondPersonAboveSet':
    case 'SecondPersonAboveConfirmed':
      return key === 'second_person_above' ? formatNaira(data.amount) : undefined
    case 'DeadlinesSet': {
      const step = INVOICE_STEPS.find((one) => key === `deadline_${one}`)
      return step && String(data[step])
    }
    case 'SupportLineSet':
      return key === 'support_line' ? data.number : undefined
    case 'TermsSet':
      return key === 'application_terms_condition' ? `version ${data.version}` : undefined
    case 'SecondFactorDemandSet':
      return key === 'second_factor' ? (data.isDemanded ? 'Yes' : 'No') : undefined
    default:
      return undefined
  }
}

/** What became of a proposal that set nothing; undefined of every other event. */
function proposalIn({ type, data }: SettingEvent): Said | undefined {
  switch (type) {
    case 'SecondPersonAboveProposed':
      return { what: `Proposed ${formatNaira(data.amount)} for a second person to confirm`, why: data.reason }
    case 'SecondPersonAboveDeclined':
      return { what: 'Declined the proposal', why: data.reason }
    case 'SecondPersonAboveWithdrawn':
      return { what: 'Withdrew the proposal', why: null }
    default:
      return undefined
  }
}

/** The events that set a setting to something else, each with what it was and became, and those of its proposals. */
function changesOf(events: readonly SettingEvent[], key: SettingKey): ReadonlyMap<SettingEvent, Said> {
  const changes = new Map<SettingEvent, Said>()
  let from: string | undefined
  for (const event of events) {
    const said = key === 'second_person_above' ? proposalIn(event) : undefined
    if (said !== undefined) changes.set(event, said)
    const to = valueIn(event, key)
    if (to === undefined || to === from) continue
    changes.set(event, { what: from === undefined ? `Set to ${to}` : `Changed from ${from} to ${to}`, why: null })
    from = to
  }
  return changes
}
