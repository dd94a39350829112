import { z } from 'zod'
import { one } from '#api/contracts/common.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { digits, Key, nairaTyped, phoneNumber, requiredText } from '#api/contracts/input.ts'
import { parseNaira } from '#domain/kernel/money.ts'
import { MOST_HOURS } from '#domain/people/setting/most-hours.ts'

/** The settings that the portal reads; there are no others. */
export const SETTING_KEYS = [
  'support_line',
  'second_factor',
  'application_terms_condition',
  'funding_cap',
  'second_person_above',
  'share_coe',
  'share_bank',
  'share_manufacturer',
  'share_emge',
  'deadline_cmd',
  'deadline_initiate',
  'deadline_recommend',
  'deadline_approve',
  'deadline_dfa',
  'deadline_permsec',
] as const
export type SettingKey = (typeof SETTING_KEYS)[number]

/** Their ids are their keys, but for the terms: at their key's address anybody reads them (E016). */
export const settingIdOf = (key: SettingKey | 'shares' | 'deadlines'): string =>
  key === 'application_terms_condition' ? 'terms' : key

/** Another value that waits for a second person; until they confirm it the old one holds (docs/decisions/0112). */
const SettingProposal = z.object({
  id: z.string(),
  value: z.string().describe('As people write it'),
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: z.string(),
  is_own: z.boolean().describe('Whether the caller proposed it: then another must confirm or decline it'),
})
export type SettingProposal = z.infer<typeof SettingProposal>

/** A setting (spec, SiteSetting); value '' and no times where nothing was set. */
export const SiteSetting = z.object({
  id: z.string().describe('Its key; of the terms, terms'),
  key: z.enum(SETTING_KEYS),
  value: z.string().describe('As people write it: a phone number, Yes or No, naira, percent or working hours, a text'),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  proposal: SettingProposal.nullable().describe('Of second_person_above: what waits for a second person'),
})
export type SiteSetting = z.infer<typeof SiteSetting>

/** GET /api/sitesettings (E193). */
export const SiteSettingList = z.object({ data: z.array(SiteSetting) })

/** GET /api/sitesettings/{id}: one with who set it when, from which value to which. */
export const SiteSettingDetail = one(SiteSetting.extend({ history: z.array(HistoryEntry) }))

/** Each that is changed by itself; a form asks for its own. */
export const SupportLineBody = z.strictObject({ key: z.literal('support_line'), value: phoneNumber() })
export const FactorDemandBody = z.strictObject({
  key: z.literal('second_factor'),
  value: z.enum(['Yes', 'No'], 'Please choose Yes or No'),
})

export const TermsBody = z.strictObject({
  key: z.literal('application_terms_condition'),
  value: requiredText(20_000, 'Please write the terms'),
})

const [Naira] = nairaTyped('An amount is required').options
export const CapBody = z.strictObject({ key: z.literal('funding_cap'), value: Naira })

const REASON = 'Enter a reason'
/** Another limit is proposed here, and confirmed by a second person. */
export const LimitBody = z.strictObject({
  key: z.literal('second_person_above'),
  value: Naira,
  reason: requiredText(1_000, REASON),
})

/** POST /api/sitesettings/second_person_above/confirm and /withdraw: `proposal` is the one that was seen. */
export const LimitProposalBody = z.strictObject({ proposal: Key })
/** POST /api/sitesettings/second_person_above/decline. */
export const DeclineLimitBody = LimitProposalBody.extend({ reason: requiredText(1_000, REASON) })

const Percent = requiredText(6, 'A percentage is required').regex(
  /^(?:100(?:\.00?)?|\d{1,2}(?:\.\d{1,2})?)$/,
  'Enter 0 to 100, with up to two decimals',
)
const shares = { share_coe: Percent, share_bank: Percent, share_manufacturer: Percent, share_emge: Percent }

/** Hundredths of a percent of a percentage as it is sent. */
export const basisPointsOf = (percent: string): number => parseNaira(percent) ?? 0

/** The four shares, which are set together, at the address of `shares`: they add up to 100 (domain.md, Money). */
export const SharesBody = z
  .strictObject({ key: z.literal('shares'), ...shares })
  .refine(
    (body) =>
      basisPointsOf(body.share_coe) +
        basisPointsOf(body.share_bank) +
        basisPointsOf(body.share_manufacturer) +
        basisPointsOf(body.share_emge) ===
      10_000,
    { error: 'The shares must add up to 100 percent', path: ['share_emge'] },
  )

const Hours = digits(1, MOST_HOURS, 'A deadline in working hours')

/** The deadlines, which are set together, at the address of `deadlines`: working hours (docs/decisions/0102). */
export const DeadlinesBody = z.strictObject({
  key: z.literal('deadlines'),
  deadline_cmd: Hours,
  deadline_initiate: Hours,
  deadline_recommend: Hours,
  deadline_approve: Hours,
  deadline_dfa: Hours,
  deadline_permsec: Hours,
})

/** PUT /api/sitesettings/{id} (E195; docs/decisions/0067). What is worked out of other things is none of them. */
export const SettingBody = z.discriminatedUnion(
  'key',
  [SupportLineBody, FactorDemandBody, TermsBody, CapBody, LimitBody, SharesBody, DeadlinesBody],
  'Only support_line, second_factor, application_terms_condition, funding_cap, second_person_above, shares and deadlines can be changed here',
)
export type SettingBody = z.infer<typeof SettingBody>

/** GET /api/sitesettings/application_terms_condition (E016): what applicants accept, and which version of it that is. */
export const Terms = one(
  z.object({
    id: z.string(),
    key: z.literal('application_terms_condition'),
    value: z.string().describe('The text; paragraphs are apart by an empty line'),
    version: z.int().nullable().describe('null while there are none'),
    updated_at: z.string().nullable(),
  }),
)

/** GET /api/support_line: the number to call, null while there is none. */
export const SupportLine = one(z.object({ number: z.string().nullable() }))
