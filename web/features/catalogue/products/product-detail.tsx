import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { ProductDetail as Product } from '#api/catalogue/contracts/product.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { HistoryList } from '#web/ui/record/history-list.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { RecordHead } from '#web/ui/record/record-head.tsx'
import { Facts } from '#web/ui/screen.tsx'
import { HospitalStock } from './hospital-stock.tsx'
import { productQuery } from './products-api.ts'
import styles from './products.module.css'

/** One drug at its own URL: what it is, what hospitals have of it and how it came to that, and who changed it. */
export default function ProductDetail() {
  const { id = '' } = useParams()
  return (
    <RecordDetail title="Product" query={useQuery(productQuery(id))}>
      {(product) => <ProductRecord product={product} />}
    </RecordDetail>
  )
}

function ProductRecord({ product }: { product: Product }) {
  const { id, product_name: name, description, manufacturer_name: manufacturer, price, stock, history } = product
  return (
    <>
      <RecordHead kind="Product" id={name} />
      <Facts
        items={[
          { name: 'Manufacturer', value: manufacturer },
          { name: 'Price', value: <Money naira={price} /> },
          ...(description === '' ? [] : [{ name: 'Description', value: description }]),
          ...(product.is_delisted ? [{ name: 'Off the list', value: 'Yes, see the history' }] : []),
        ]}
      />
      <Tabs defaultValue="stock" keepMounted={false}>
        <Tabs.List aria-label="About the product">
          <Tabs.Tab value="stock">Stock</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="stock" pt="md">
          {stock.length === 0 ? (
            <EmptyState title="No data available" hint="No hospital has recorded stock of it yet." />
          ) : (
            <ul className={styles['stock']} aria-label="Stock by hospital">
              {stock.map((one) => (
                <HospitalStock key={one.coe_id} productId={id} stock={one} />
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
