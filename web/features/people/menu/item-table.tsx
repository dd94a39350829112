import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { MenuItemView } from '#api/people/contracts/menu.ts'
import { SIDE_MENU } from '#domain/kernel/menu-groups.ts'
import { MenuIcon } from '#web/shell/menu-icon.tsx'
import { permissionsQuery } from '#web/features/people/roles/roles-api.ts'
import { inGroups } from './in-groups.ts'
import styles from './menu.module.css'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

type ItemTableProps = {
  readonly items: readonly MenuItemView[]
  readonly onAsk: (what: 'move' | 'remove', item: MenuItemView) => void
}

/** The one that the portal shows, in words; any other is what somebody called theirs. */
const categoryText = (category: string) => (category === SIDE_MENU ? 'Side menu' : category)

/** The items, group by group, in their order; on a phone each is a card. */
export function ItemTable({ items, onAsk }: ItemTableProps) {
  const permissions = useQuery(permissionsQuery)
  const words = new Map(permissions.data?.data.map(({ permission, description }) => [permission, description]))
  const rightOf = (permission: string | null) =>
    permission === null ? 'Everybody' : words.get(permission) || permission
  return (
    <ScrollRegion label="Menu items" className={styles['table']}>
      <Table horizontalSpacing="sm" fz={14}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Menu name</Table.Th>
            <Table.Th>Link</Table.Th>
            <Table.Th>Permission to</Table.Th>
            <Table.Th>Icon</Table.Th>
            <Table.Th>Category</Table.Th>
            <Table.Th ta="right">Order</Table.Th>
            <Table.Th>Action</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {inGroups(items).map(({ group, items: own }) => (
          <Table.Tbody key={group}>
            <Table.Tr>
              <Table.Th colSpan={7} scope="rowgroup">
                {group}
              </Table.Th>
            </Table.Tr>
            {own.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td>
                  <Link to={`/uimenu/${encodeURIComponent(item.id)}`} state={{ fromList: true }}>
                    {item.menu_name}
                  </Link>
                </Table.Td>
                <Table.Td data-name="Link">{item.menu_link}</Table.Td>
                <Table.Td data-name="Permission to" title={item.menu_permission ?? ''}>
                  {rightOf(item.menu_permission)}
                </Table.Td>
                <Table.Td data-name="Icon">
                  <span className={styles['icon']}>
                    <MenuIcon name={item.menu_icon} /> {item.menu_icon}
                  </span>
                </Table.Td>
                <Table.Td data-name="Category">{categoryText(item.menu_category)}</Table.Td>
                <Table.Td data-name="Order" ta="right">
                  {item.order}
                </Table.Td>
                <Table.Td className={styles['acts'] ?? ''}>
                  <Button
                    size="compact-xs"
                    mr="xs"
                    variant="default"
                    aria-label={`Move ${item.menu_name}`}
                    onClick={() => onAsk('move', item)}
                  >
                    Move
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Delete ${item.menu_name}`}
                    onClick={() => onAsk('remove', item)}
                  >
                    Delete
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </ScrollRegion>
  )
}
