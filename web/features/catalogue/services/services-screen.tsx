import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { SERVICE_FIELDS } from '#api/catalogue/contracts/fields.ts'
import type { ServiceRow } from '#api/catalogue/contracts/service.ts'
import { ActedList, type AddAct, type RowAct } from '#web/ui/acted-list.tsx'
import { useListFilter } from '#web/ui/list-filter.ts'
import { CATEGORY_FILTER, categoriesIn, servicesQuery } from './choices.ts'
import { DeleteServiceDialog } from './delete-service-dialog.tsx'
import { PricesDialog } from './prices-dialog.tsx'
import { ServiceDialog } from './service-dialog.tsx'
import { SERVICE_LIST } from './services-api.ts'

/** Services admin (spec, S094): what hospitals bill for other than drugs, and at which prices. */
export default function ServicesScreen() {
  const filter = useListFilter([CATEGORY_FILTER])
  const services = useQuery(servicesQuery)
  return (
    <ActedList
      title="Services"
      intro="Services that hospitals bill. Drugs are listed apart."
      filter={filter}
      searchLabel="Service name or code"
      selects={[{ name: 'category', label: 'Category', options: categoriesIn(services.data) }]}
      path={SERVICE_LIST}
      list={LIST}
      rowId={rowId}
      nameOf={nameOf}
      add={ADD}
      acts={ACTS}
      actsWidth={210}
    >
      <Group gap="md">
        <Link to="/services/coe">Services of a hospital, at its prices</Link>
        <Link to="/services/prices">Price list: export and import</Link>
        <Link to="/products">Drugs and their stock</Link>
      </Group>
    </ActedList>
  )
}

const LIST = {
  id: 'services',
  fields: SERVICE_FIELDS,
  emptyHint: 'No service matches. Check the name, code or category.',
}
const rowId = ({ id }: ServiceRow) => id
const nameOf = ({ service_name: name }: ServiceRow) => name

const ADD: AddAct = {
  word: 'Add service',
  permissions: ['CREATE_SERVICE'],
  dialog: (close) => <ServiceDialog onClose={close} />,
}

const ACTS: readonly RowAct<ServiceRow>[] = [
  {
    word: 'Edit',
    labelOf: (name) => `Edit ${name}`,
    permissions: ['EDIT_SERVICE'],
    dialog: (service, close) => <ServiceDialog service={service} onClose={close} />,
  },
  {
    word: 'Prices',
    labelOf: (name) => `Prices of ${name}`,
    permissions: ['EDIT_SERVICE', 'ATTACH_COE_SERVICE'],
    dialog: (service, close) => <PricesDialog service={service} onClose={close} />,
  },
  {
    word: 'Delete',
    labelOf: (name) => `Delete ${name}`,
    permissions: ['DELETE_SERVICE'],
    dialog: (service, close) => <DeleteServiceDialog service={service} onClose={close} />,
  },
]
