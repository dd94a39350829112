import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { CategoryDetail as Category } from '#api/catalogue/contracts/category.ts'
import { roleName } from '#domain/kernel/role-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { RecordHead } from '#web/ui/record/record-head.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { categoryQuery } from './categories-api.ts'

/** One category at its own URL: what it is, its services, and who did what to it. */
export default function CategoryDetail() {
  const { id = '' } = useParams()
  return (
    <RecordDetail title="Category" query={useQuery(categoryQuery(id))}>
      {(category) => <CategoryRecord category={category} />}
    </RecordDetail>
  )
}

function CategoryRecord({ category }: { category: Category }) {
  const { id, category_name: name, category_code: code, is_deleted: isDeleted, services, roles, history } = category
  return (
    <>
      <RecordHead kind="Category" id={String(id)} />
      <Facts
        items={[
          { name: 'Category name', value: name },
          { name: 'Category code', value: code },
          {
            name: 'Roles',
            value: roles.length === 0 ? 'Everyone who bills' : roles.map(({ role }) => roleName(role)).join(', '),
          },
          ...(isDeleted ? [{ name: 'Deleted', value: 'Yes, see the history' }] : []),
        ]}
      />
      <Tabs defaultValue="services" keepMounted={false}>
        <Tabs.List aria-label="About the category">
          <Tabs.Tab value="services">Services</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="services" pt="md">
          {services.length === 0 ? (
            <EmptyState title="No data available" hint="No service is in this category." />
          ) : (
            <ul>
              {services.map((service) => (
                <li key={service}>{service}</li>
              ))}
            </ul>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <HistoryList entries={history} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
