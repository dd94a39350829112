import { Button, Skeleton, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet, useSearchParams } from 'react-router-dom'
import type { MenuItemView } from '#api/people/contracts/menu.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { AddItemDialog } from './add-item-dialog.tsx'
import { ItemTable } from './item-table.tsx'
import { itemsQuery } from './menu-api.ts'
import { MenuPreview } from './menu-preview.tsx'
import { MoveItemDialog } from './move-item-dialog.tsx'
import { RemoveItemDialog } from './remove-item-dialog.tsx'

type Asked = { readonly what: 'add' } | { readonly what: 'move' | 'remove'; readonly item: MenuItemView }

/** Menus admin (spec, S098): what stands in the side menu, where, and for whom. */
export default function MenuScreen() {
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'preview' ? 'preview' : 'items'
  const { data, isPending, error, refetch } = useQuery(itemsQuery)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Screen
      title="Menu"
      intro="Items of the side menu. People see the items whose permission they have."
      action={
        <Button leftSection={<IconPlus size={18} />} onClick={() => setAsked({ what: 'add' })}>
          Add menu item
        </Button>
      }
    >
      <Tabs
        value={view}
        keepMounted={false}
        onChange={(next) => setParams(next === 'preview' ? { view: next } : {}, { replace: true })}
      >
        <Tabs.List aria-label="Menu" mb="md">
          <Tabs.Tab value="items">Items</Tabs.Tab>
          <Tabs.Tab value="preview">Preview as a role</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={view}>
          {isPending && <Skeleton height={320} role="status" aria-label="Loading the menu" />}
          {!isPending && data === undefined && <ErrorState error={error} onRetry={() => refetch()} />}
          {data !== undefined && view === 'items' && (
            <ItemTable items={data.data} onAsk={(what, item) => setAsked({ what, item })} />
          )}
          {data !== undefined && view === 'preview' && <MenuPreview items={data.data} />}
        </Tabs.Panel>
      </Tabs>
      {asked?.what === 'add' && <AddItemDialog onClose={close} />}
      {asked?.what === 'move' && <MoveItemDialog item={asked.item} onClose={close} />}
      {asked?.what === 'remove' && <RemoveItemDialog item={asked.item} onClose={close} />}
      <Outlet />
    </Screen>
  )
}
