import { queryOptions } from '@tanstack/react-query'
import type { Done } from '#api/contracts/done.ts'
import type { SettingBody, SiteSettingDetail, SiteSettingList } from '#api/people/contracts/setting.ts'
import { api } from '#web/shell/api-client.ts'

const SETTINGS = '/api/sitesettings'
const pathOf = (id: string) => `${SETTINGS}/${encodeURIComponent(id)}`

/** The settings of the site. */
export const settingsQuery = queryOptions({
  queryKey: [SETTINGS],
  queryFn: ({ signal }) => api.get<typeof SiteSettingList>(SETTINGS, { signal }),
})

/** One setting with its history. */
export const settingQuery = (id: string) =>
  queryOptions({
    queryKey: [SETTINGS, id],
    queryFn: ({ signal }) => api.get<typeof SiteSettingDetail>(pathOf(id), { signal }),
  })

type Answer = { readonly proposal: string; readonly to: 'confirm' | 'withdraw' | 'decline' }
/** Ends the limit that waits for a second person; a reason where it is declined. */
export const answerLimit = ({ to, ...body }: Answer & { readonly reason?: string }, key: string) =>
  api.post<typeof Done>(`${pathOf('second_person_above')}/${to}`, body, key)

export const changeSetting = (body: SettingBody, key: string) => api.put<typeof Done>(pathOf(body.key), body, key)
