import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { ServiceDetail as Service } from '#api/catalogue/contracts/service.ts'
import { dateText } from '#web/ui/dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { RecordHead } from '#web/ui/record/record-head.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { nameOfPriced } from './price-form.tsx'
import { serviceQuery } from './services-api.ts'

/** One service at its own URL: what it is, what hospitals bill for it, and who did what to it. */
export default function ServiceDetail() {
  const { id = '' } = useParams()
  return (
    <RecordDetail title="Service" query={useQuery(serviceQuery(id))}>
      {(service) => <ServiceRecord service={service} />}
    </RecordDetail>
  )
}

function ServiceRecord({ service }: { service: Service }) {
  const {
    service_name: name,
    service_code: code,
    price,
    category,
    parent,
    coes,
    planned_prices: planned,
    history,
  } = service
  return (
    <>
      <RecordHead kind="Service" id={code} />
      <Facts
        items={[
          { name: 'Service name', value: name },
          { name: 'Service code', value: code },
          { name: 'Price', value: <Money naira={price} /> },
          { name: 'Category', value: category.category_name },
          ...(parent === null ? [] : [{ name: 'Parent service', value: parent.service_name }]),
          ...(service.is_deleted ? [{ name: 'Deleted', value: 'Yes, see the history' }] : []),
        ]}
      />
      <Tabs defaultValue="prices" keepMounted={false}>
        <Tabs.List aria-label="About the service">
          <Tabs.Tab value="prices">Own prices</Tabs.Tab>
          {planned.length > 0 && <Tabs.Tab value="planned">Planned prices</Tabs.Tab>}
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="prices" pt="md">
          {coes.length === 0 ? (
            <EmptyState title="No data available" hint="No hospital has an own price for it." />
          ) : (
            <Facts
              items={coes.map(({ coe_name: hospital, pivot }) => ({
                name: hospital,
                value: <Money naira={pivot.price} />,
              }))}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="planned" pt="md">
          <Facts
            items={planned.map(({ coe, from, price: naira }) => ({
              name: `From ${dateText(from)}: ${nameOfPriced(coe)}`,
              value: <Money naira={naira} />,
            }))}
          />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <HistoryList entries={history} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
