import { useQuery } from '@tanstack/react-query'
import { PRODUCT_FIELDS } from '#api/catalogue/contracts/fields.ts'
import type { ProductRow } from '#api/catalogue/contracts/product.ts'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { ActedList, type AddAct, type RowAct } from '#web/ui/acted-list.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { DelistProductDialog } from './delist-product-dialog.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { PRODUCT_LIST } from './products-api.ts'
import { StockDialog } from './stock-dialog.tsx'

/** Products (beyond the spec's screens; docs/decisions/0104): the drugs that hospitals bill, and what there is of them. */
export default function ProductsScreen() {
  const { coe } = useUser()
  const filter = useListFilter(coe === null ? ['coe'] : [])
  const hospitals = useQuery({ ...coesQuery, enabled: coe === null })
  return (
    <ActedList
      title="Products"
      intro={`The drugs that hospitals bill, and what ${coe === null ? 'there is of them' : 'your hospital has of them'}.`}
      filter={filter}
      searchLabel="Name, use or manufacturer"
      selects={coe === null ? [{ name: 'coe', label: 'Stock at', options: hospitalChoices(hospitals.data) }] : []}
      path={PRODUCT_LIST}
      list={LIST}
      rowId={rowId}
      nameOf={nameOf}
      add={ADD}
      acts={ACTS}
      actsWidth={206}
    />
  )
}

const LIST = {
  id: 'products',
  fields: PRODUCT_FIELDS,
  emptyHint: 'No product matches. Check the name, description or manufacturer.',
}
const rowId = ({ id }: ProductRow) => id
const nameOf = ({ product_name: name }: ProductRow) => name

const ADD: AddAct = {
  word: 'Add product',
  permissions: ['CREATE_SERVICE'],
  dialog: (close) => <ProductDialog onClose={close} />,
}

const ACTS: readonly RowAct<ProductRow>[] = [
  {
    word: 'Edit',
    labelOf: (name) => `Edit ${name}`,
    permissions: ['EDIT_SERVICE'],
    dialog: (product, close) => <ProductDialog product={product} onClose={close} />,
  },
  {
    word: 'Stock',
    labelOf: (name) => `Stock of ${name}`,
    permissions: ['RECORD_STOCK'],
    dialog: (product, close) => <StockDialog product={product} onClose={close} />,
  },
  {
    word: 'Delist',
    labelOf: (name) => `Delist ${name}`,
    permissions: ['DELETE_SERVICE'],
    dialog: (product, close) => <DelistProductDialog product={product} onClose={close} />,
  },
]
