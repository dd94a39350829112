import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { AddProductBody } from '#api/catalogue/contracts/product-body.ts'
import type { ProductRow } from '#api/catalogue/contracts/product.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { LongTextField, TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { manufacturersQuery, saveProduct } from './products-api.ts'

type ProductDialogProps = {
  /** The one to be changed; a new one without it. */
  readonly product?: ProductRow | undefined
  readonly onClose: () => void
}

/** All that is said of a drug, new or not. */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
  const manufacturers = useQuery(manufacturersQuery)
  const known = useId()
  const command = useCommand({
    run: saveProduct,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'product',
  })
  const form = useFormState({
    initial: {
      product_name: product?.product_name ?? '',
      description: product?.description ?? '',
      manufacturer_name: product?.manufacturer_name ?? '',
      price: product?.price ?? '',
    },
    schema: AddProductBody,
    onSubmit: (body) =>
      command.submit({ ...body, ...(product === undefined ? {} : { id: product.id, revision: product.revision }) }),
  })
  const isNew = product === undefined
  return (
    <FormDialog
      title={isNew ? 'Add a product' : 'Edit product'}
      verb={isNew ? 'Add product' : 'Save product'}
      form={form}
      command={command}
      onClose={onClose}
    >
      <TextField
        {...form.field('product_name')}
        label="Product name"
        description="With its strength, for example Tamoxifen 20 mg"
        required
        data-autofocus
      />
      <TextField {...form.field('manufacturer_name')} label="Manufacturer" list={known} required />
      <datalist id={known}>
        {manufacturers.data?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <MoneyField
        {...form.field('price')}
        label="Price"
        description="Price of one unit, the same at every hospital"
        required
      />
      <LongTextField {...form.field('description')} label="Description" description="Its form and what it treats" />
    </FormDialog>
  )
}
