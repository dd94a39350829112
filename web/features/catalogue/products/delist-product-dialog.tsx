import type { ProductRow } from '#api/catalogue/contracts/product.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { ConfirmCommand } from '#web/ui/confirm-command.tsx'
import { delistProduct } from './products-api.ts'

/** Asks before a drug is taken off the list; why not, stands in the dialog. */
export function DelistProductDialog({ product, onClose }: { product: ProductRow; onClose: () => void }) {
  const command = useCommand({
    run: delistProduct,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'product-delist',
  })
  return (
    <ConfirmCommand
      title="Take product off the list"
      verb="Take off the list"
      isDangerous
      onConfirm={() => command.submit({ id: product.id })}
      command={command}
      onClose={onClose}
    >
      Take {product.product_name} of {product.manufacturer_name} off the list? It can no longer be billed and cannot be
      put back. Existing bills stay.
    </ConfirmCommand>
  )
}
