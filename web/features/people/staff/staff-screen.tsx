import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { Screen } from '#web/ui/screen.tsx'

type StaffScreenProps = {
  readonly title: string
  readonly intro: string
  /** The words of the tabs, as the spec has them; what the person may not do is left out. */
  readonly list?: { readonly tab: string; readonly content: ReactNode } | undefined
  readonly create?: { readonly tab: string; readonly content: ReactNode } | undefined
  readonly isCreating: boolean
  readonly onTab: (isCreating: boolean) => void
}

/** People of one kind: a tab with the list, a tab to create one (spec, back-office 2.4). */
export function StaffScreen({ title, intro, list, create, isCreating, onTab }: StaffScreenProps) {
  const shown = create !== undefined && (isCreating || list === undefined) ? 'create' : 'list'
  return (
    <Screen title={title} intro={intro}>
      <Tabs value={shown} onChange={(tab) => onTab(tab === 'create')} keepMounted={false}>
        <Tabs.List mb="md" aria-label={title}>
          {list !== undefined && <Tabs.Tab value="list">{list.tab}</Tabs.Tab>}
          {create !== undefined && <Tabs.Tab value="create">{create.tab}</Tabs.Tab>}
        </Tabs.List>
        {list !== undefined && <Tabs.Panel value="list">{list.content}</Tabs.Panel>}
        {create !== undefined && <Tabs.Panel value="create">{create.content}</Tabs.Panel>}
      </Tabs>
      <Outlet />
    </Screen>
  )
}
