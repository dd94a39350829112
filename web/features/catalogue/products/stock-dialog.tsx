import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { CountStockBody, ReceiveStockBody, RemoveStockBody } from '#api/catalogue/contracts/product-body.ts'
import type { ProductRow } from '#api/catalogue/contracts/product.ts'
import { coesQuery, hospitalChoices } from '#web/features/catalogue/hospitals.ts'
import { useUser } from '#web/shell/session-queries.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { LongTextField, TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { moveStock, stockQuery } from './products-api.ts'
import styles from './products.module.css'
import { quantityText } from './quantity-text.ts'

const coeId = z.string().min(1, 'Select a hospital')
/** What can become of stock: the word for it, and how its form is checked; `reason` is a note of what came in. */
const MOVES = {
  received: {
    ...{ word: 'Delivery', verb: 'Record delivery', howMany: 'Quantity delivered' },
    why: { label: 'Note', description: 'For example the waybill number or supplier', required: false },
  },
  removed: {
    ...{ word: 'Removal', verb: 'Record removal', howMany: 'Quantity removed' },
    why: { label: 'Reason', description: 'For example dispensed, broken or expired', required: true },
  },
  counted: {
    ...{ word: 'Count', verb: 'Record count', howMany: 'Quantity counted' },
    why: { label: 'Reason', description: 'For example a monthly count or a correction', required: true },
  },
} as const
type Move = keyof typeof MOVES
const CHOICES = Object.entries(MOVES).map(([value, { word: label }]) => ({ value, label }))
const moveOf = (value: string): Move => (value === 'removed' || value === 'counted' ? value : 'received')

const { quantity, note } = ReceiveStockBody.shape
const { reason } = RemoveStockBody.shape
const Movement = z.discriminatedUnion('move', [
  z.strictObject({ move: z.literal('received'), coe_id: coeId, quantity, reason: note }),
  z.strictObject({ move: z.literal('removed'), coe_id: coeId, quantity, reason }),
  z.strictObject({ move: z.literal('counted'), coe_id: coeId, quantity: CountStockBody.shape.quantity, reason }),
])

/** Records what came in of a drug at a hospital, what is gone, or how many there are; it says what was recorded before. */
export function StockDialog({ product, onClose }: { product: ProductRow; onClose: () => void }) {
  const { coe } = useUser()
  const hospitals = useQuery({ ...coesQuery, enabled: coe === null })
  const command = useCommand({
    run: moveStock,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'stock',
  })
  const form = useFormState({
    initial: { coe_id: coe?.id ?? '', move: 'received', quantity: '', reason: '' },
    schema: Movement,
    onSubmit: async ({ coe_id: at, move, quantity: many, reason: words = '' }) => {
      const moved = { id: product.id, coeId: at, move, quantity: many, words, revision: stock.data?.data.revision }
      // Whoever is told that it has changed meanwhile looks at what there is now.
      if ((await command.submit(moved)) === undefined) await stock.refetch()
    },
  })
  const stock = useQuery(stockQuery(product.id, form.values.coe_id))
  const { verb, howMany, why } = MOVES[moveOf(form.values.move)]
  return (
    <FormDialog title={`Stock of ${product.product_name}`} verb={verb} form={form} command={command} onClose={onClose}>
      {coe === null && (
        <SelectField
          {...form.field('coe_id')}
          label="Hospital"
          placeholder="Choose a hospital"
          options={hospitalChoices(hospitals.data)}
          required
          data-autofocus
        />
      )}
      {stock.isError && stock.data === undefined && <ErrorState error={stock.error} onRetry={() => stock.refetch()} />}
      {stock.data !== undefined && (
        <p role="status" className={styles['about'] ?? ''}>
          {stock.data.data.quantity === null
            ? 'No stock is recorded here yet. Count what is there before you record a delivery.'
            : `There are ${quantityText(stock.data.data.quantity)} by what is recorded.`}
        </p>
      )}
      <SelectField {...form.field('move')} label="What happened" options={CHOICES} allowDeselect={false} required />
      <TextField {...form.field('quantity')} label={howMany} inputMode="numeric" autoComplete="off" required />
      <LongTextField {...form.field('reason')} {...why} />
    </FormDialog>
  )
}
