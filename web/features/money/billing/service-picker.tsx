import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useUser } from '#web/shell/session-queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { nairaText } from '#web/ui/money.tsx'
import { type CartLine, quantityError } from './bill-draft.ts'
import { categoriesQuery } from './billing-api.ts'
import styles from './billing.module.css'

/** Category, service and quantity: the way onto a service bill. */
export function ServicePicker({ onAdd }: { onAdd: (line: CartLine) => void }) {
  const categories = useQuery(categoriesQuery(useUser().roles.map(({ id }) => id)))
  const [category, setCategory] = useState('')
  const [service, setService] = useState('')
  const [quantity, setQuantity] = useState('1')
  const [isAsked, setAsked] = useState(false)
  if (categories.isPending) return <Skeleton height={60} aria-label="Loading services" />
  if (categories.isError && !categories.data)
    return <ErrorState error={categories.error} onRetry={() => categories.refetch()} />
  const offering = categories.data.data.filter(({ services }) => services.length > 0)
  const services = offering.find(({ id }) => String(id) === category)?.services ?? []
  const chosen = services.find(({ id }) => id === service)
  const wrong = quantityError(quantity)
  const add = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (chosen === undefined || wrong !== undefined) return
    onAdd({ itemId: chosen.id, name: chosen.service_name, note: chosen.service_code, price: chosen.price, quantity })
    setService('')
    setQuantity('1')
    setAsked(false)
  }
  return (
    <form onSubmit={add} className={styles['picker']} noValidate aria-label="Add a service">
      <SelectField
        label="Category"
        placeholder="Choose a category"
        options={offering.map(({ id, category_name }) => ({ value: String(id), label: category_name }))}
        value={category}
        onChange={(value) => {
          setCategory(value)
          setService('')
        }}
        allowDeselect={false}
      />
      <SelectField
        label="Service"
        placeholder={category === '' ? 'Choose a category first' : 'Choose a service'}
        disabled={category === ''}
        options={services.map(({ id, service_name, price }) => ({
          value: id,
          label: `${service_name}, NGN ${nairaText(price)}`,
        }))}
        value={service}
        onChange={setService}
        error={isAsked && chosen === undefined ? 'You must select a service' : undefined}
        allowDeselect={false}
      />
      <TextField
        label="Quantity"
        className={styles['quantity'] ?? ''}
        inputMode="numeric"
        value={quantity}
        onChange={setQuantity}
        error={isAsked ? wrong : undefined}
      />
      <Button type="submit" variant="default" className={styles['add'] ?? ''}>
        Add service
      </Button>
    </form>
  )
}
