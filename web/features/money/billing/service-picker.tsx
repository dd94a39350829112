import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { useUser } from '#web/shell/session-queries.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { type CartLine, quantityError } from './bill-draft.ts'
import { categoriesQuery } from './billing-api.ts'
import { choiceOf, servicesIn } from './service-search.ts'
import styles from './billing.module.css'

/** Service and quantity: the way onto a service bill. One search over all services, by name, code or category. */
export function ServicePicker({ onAdd }: { onAdd: (line: CartLine) => void }) {
  const categories = useQuery(categoriesQuery(useUser().roles.map(({ id }) => id)))
  const [service, setService] = useState('')
  const [quantity, setQuantity] = useState('1')
  const [isAsked, setAsked] = useState(false)
  const services = useMemo(() => servicesIn(categories.data?.data ?? []), [categories.data])
  const choices = useMemo(() => services.map(choiceOf), [services])
  if (categories.isPending) return <Skeleton height={60} aria-label="Loading services" />
  if (categories.isError && !categories.data)
    return <ErrorState error={categories.error} onRetry={() => categories.refetch()} />
  const chosen = services.find(({ id }) => id === service)
  const wrong = quantityError(quantity)
  const add = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (chosen === undefined || wrong !== undefined) return
    onAdd({ itemId: chosen.id, name: chosen.name, note: chosen.code, price: chosen.price, quantity })
    setService('')
    setQuantity('1')
    setAsked(false)
  }
  return (
    <form onSubmit={add} className={styles['picker']} noValidate aria-label="Add a service">
      <SelectField
        label="Service"
        placeholder="Name, code or category"
        className={styles['wide'] ?? ''}
        options={choices}
        value={service}
        onChange={setService}
        nothingFoundMessage="No service matches"
        allowDeselect={false}
        error={isAsked && chosen === undefined ? 'You must select a service' : undefined}
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
