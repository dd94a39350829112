import type { AppContext } from '#api/context.ts'
import { SETTING_KEYS, settingIdOf, type SiteSetting } from '#api/people/contracts/setting.ts'

/** The settings as they stand, in the order of their keys; one that was never set has no value. */
export async function settingsIn({ db }: AppContext): Promise<SiteSetting[]> {
  const rows = await db.selectFrom('setting').select(['key', 'value', 'created_at', 'updated_at']).execute()
  return SETTING_KEYS.map((key) => {
    const { value = '', created_at = null, updated_at = null } = rows.find((row) => row.key === key) ?? {}
    return { id: settingIdOf(key), key, value, created_at, updated_at }
  })
}
