import { load } from '#commands/handle.ts'
import { UnreadEvent } from '#commands/log/unread-event.ts'
import { formatNaira } from '#domain/kernel/money.ts'
import { setting, SITE } from '#domain/people/setting/setting.ts'
import { peopleNames } from '#projections/people/user-account/people-names.ts'
import type { Actor } from '#api/actor.ts'
import type { AppContext } from '#api/context.ts'
import { SETTING_KEYS, settingIdOf, type SettingProposal, type SiteSetting } from '#api/people/contracts/setting.ts'

/** The settings as they stand, in the order of their keys; one that was never set has no value. */
export async function settingsIn({ db }: AppContext): Promise<Omit<SiteSetting, 'proposal'>[]> {
  const rows = await db.selectFrom('setting').select(['key', 'value', 'created_at', 'updated_at']).execute()
  return SETTING_KEYS.map((key) => {
    const { value = '', created_at = null, updated_at = null } = rows.find((row) => row.key === key) ?? {}
    return { id: settingIdOf(key), key, value, created_at, updated_at }
  })
}

/** The same for those who administer them, with the limit that waits for a second person. */
export async function settingsFor(context: AppContext, actor: Actor): Promise<SiteSetting[]> {
  const proposal = await limitProposal(context, actor)
  const settings = await settingsIn(context)
  return settings.map((one) => ({ ...one, proposal: one.key === 'second_person_above' ? proposal : null }))
}

/** From the log: what is confirmed is what was seen (docs/decisions/0096). None while the settings' events fail a check. */
async function limitProposal({ handler, db }: AppContext, actor: Actor): Promise<SettingProposal | null> {
  const { limitProposal: waiting } = await load(handler, setting, SITE).catch((error: unknown) => {
    if (error instanceof UnreadEvent) return setting.initial()
    throw error
  })
  if (waiting === undefined) return null
  const nameOf = await peopleNames(db, [waiting.by])
  return {
    ...{ id: waiting.request, value: formatNaira(waiting.amount), reason: waiting.reason },
    ...{ proposed_by: nameOf(waiting.by), proposed_at: waiting.at, is_own: waiting.by === actor.id },
  }
}
