import { z } from 'zod'
import { one } from '#api/contracts/common.ts'
import { HistoryEntry } from '#api/contracts/history.ts'
import { PhoneNumber } from '#domain/kernel/phone-number.ts'

/** The settings that the portal reads; there are no others, and their ids are their keys. */
export const SETTING_KEYS = [
  'support_line',
  'second_factor',
  'funding_cap',
  'share_coe',
  'share_bank',
  'share_manufacturer',
  'share_emge',
] as const
export type SettingKey = (typeof SETTING_KEYS)[number]

/** A setting (spec, SiteSetting); value '' and no times where nothing was set. */
export const SiteSetting = z.object({
  id: z.string().describe('Its key'),
  key: z.enum(SETTING_KEYS),
  value: z.string().describe('As people write it: a phone number, Yes or No, naira or percent'),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
})
export type SiteSetting = z.infer<typeof SiteSetting>

/** GET /api/sitesettings (E193). */
export const SiteSettingList = z.object({ data: z.array(SiteSetting) })

/** GET /api/sitesettings/{id}: one with who set it when, from which value to which. */
export const SiteSettingDetail = one(SiteSetting.extend({ history: z.array(HistoryEntry) }))

/** Each that is changed by itself; a form asks for its own. */
export const SupportLineBody = z.strictObject({ key: z.literal('support_line'), value: PhoneNumber })
export const FactorDemandBody = z.strictObject({
  key: z.literal('second_factor'),
  value: z.enum(['Yes', 'No'], 'Please choose Yes or No'),
})

/** PUT /api/sitesettings/{id} (E195; docs/decisions/0067). */
export const SettingBody = z.discriminatedUnion(
  'key',
  [SupportLineBody, FactorDemandBody],
  'Only support_line and second_factor are changed here',
)
export type SettingBody = z.infer<typeof SettingBody>

/** GET /api/support_line: the number to call, null while there is none. */
export const SupportLine = one(z.object({ number: z.string().nullable() }))
