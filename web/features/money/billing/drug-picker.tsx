import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Product } from '#api/catalogue/contracts/product.ts'
import { dateText } from '#web/ui/dates.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { nairaText } from '#web/ui/money.tsx'
import { type CartLine, quantityError } from './bill-draft.ts'
import { productsQuery } from './billing-api.ts'
import styles from './billing.module.css'

const labelOf = ({ productName, manufacturer, price }: Product) =>
  `${productName} (${manufacturer.manufacturerName}), NGN ${nairaText(price)}`

/** What the own hospital has by its own records: bills take nothing of it (docs/decisions/0104). */
const stockText = ({ stock }: Product) =>
  stock === null
    ? 'Your hospital has not recorded stock of it.'
    : `In stock: ${stock.quantity.toLocaleString('en-NG')}, as recorded on ${dateText(stock.changed_at)}.`

/** Drug and quantity: the way onto a drug order. The server searches the catalogue as one types. */
export function DrugPicker({ onAdd }: { onAdd: (line: CartLine) => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Product>()
  const [quantity, setQuantity] = useState('1')
  const [isAsked, setAsked] = useState(false)
  const [search] = useDebouncedValue(typed.trim(), 250)
  const drugs = useInfiniteQuery(productsQuery(search))
  const isAnswered = search === typed.trim() && drugs.data !== undefined
  const found = isAnswered ? drugs.data.pages.flatMap((page) => page.data) : []
  const wrong = quantityError(quantity)
  const add = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (chosen === undefined || wrong !== undefined) return
    const note = `${chosen.manufacturer.manufacturerName}, ${chosen.description}`
    onAdd({
      itemId: chosen.productId,
      name: chosen.productName,
      note,
      price: chosen.price,
      quantity,
      stock: chosen.stock?.quantity ?? null,
    })
    setChosen(undefined)
    setQuantity('1')
    setAsked(false)
  }
  return (
    <form onSubmit={add} className={styles['picker']} noValidate aria-label="Add a drug">
      <SelectField
        label="Drug"
        placeholder="Name, use or manufacturer"
        className={styles['wide'] ?? ''}
        options={found.map((product) => ({ value: product.productId, label: labelOf(product) }))}
        value={chosen?.productId ?? ''}
        onChange={(id) => setChosen(found.find(({ productId }) => productId === id))}
        found={{
          onType: setTyped,
          isSearching: !isAnswered || drugs.isFetching,
          label: chosen === undefined ? '' : labelOf(chosen),
        }}
        allowDeselect={false}
        error={isAsked && chosen === undefined ? 'Please select a drug to add.' : undefined}
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
        Add drug
      </Button>
      {chosen !== undefined && <p className={styles['hint']}>{stockText(chosen)}</p>}
      {drugs.isError && <ErrorState error={drugs.error} onRetry={() => drugs.refetch()} />}
      {drugs.hasNextPage && (
        <p className={styles['hint']}>The first {found.length} drugs are listed; type to find the others.</p>
      )}
    </form>
  )
}
