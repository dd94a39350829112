import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Money } from '#web/ui/money.tsx'
import { type CartLine, lineTotal, quantityError, stockWarning } from './bill-draft.ts'
import { koboText } from './kobo-text.ts'
import styles from './billing.module.css'

type CartTableProps = {
  readonly lines: readonly CartLine[]
  readonly total: number
  /** Left out where the bill is only shown. */
  readonly onChange?: (lines: CartLine[]) => void
}

/** The lines of a bill: what, for how much, how many, and what that makes. Rows become cards on a phone. */
export function CartTable({ lines, total, onChange }: CartTableProps) {
  const setQuantity = (itemId: string, quantity: string) =>
    onChange?.(lines.map((line) => (line.itemId === itemId ? { ...line, quantity } : line)))
  return (
    <div className={styles['cartBox']}>
      <table className={styles['cart']}>
        <caption>Lines of the bill</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Unit cost (NGN)</th>
            <th scope="col">Quantity</th>
            <th scope="col">Total (NGN)</th>
            {onChange && <td />}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.itemId}>
              <th scope="row">
                {line.name}
                <small>{line.note}</small>
                <StockWarning line={line} />
              </th>
              <td data-label="Unit cost (NGN)">
                <Money naira={line.price} bare />
              </td>
              <td data-label="Quantity">
                {onChange ? (
                  <TextField
                    aria-label={`Quantity of ${line.name}`}
                    className={styles['lineQuantity'] ?? ''}
                    inputMode="numeric"
                    value={line.quantity}
                    onChange={(quantity) => setQuantity(line.itemId, quantity)}
                    error={quantityError(line.quantity)}
                  />
                ) : (
                  line.quantity
                )}
              </td>
              <td data-label="Total (NGN)">
                <Money naira={koboText(lineTotal(line))} bare />
              </td>
              {onChange && (
                <td className={styles['remove']}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={`Remove ${line.name}`}
                    onClick={() => onChange(lines.filter(({ itemId }) => itemId !== line.itemId))}
                  >
                    <IconTrash size={18} />
                  </ActionIcon>
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td>
              <Money naira={koboText(total)} />
            </td>
            {onChange && <td />}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Beside a drug of which more is billed than is recorded. */
function StockWarning({ line }: { readonly line: CartLine }) {
  const warning = stockWarning(line)
  return (
    <small role="status" className={styles['stockWarning']}>
      {warning !== undefined && (
        <>
          <IconAlertTriangle size={14} aria-hidden /> {warning}
        </>
      )}
    </small>
  )
}
