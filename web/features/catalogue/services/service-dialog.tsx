import { useQuery } from '@tanstack/react-query'
import { ServiceBody } from '#api/catalogue/contracts/service-body.ts'
import type { ServiceRow } from '#api/catalogue/contracts/service.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { MoneyField } from '#web/ui/form/money-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { categoryChoices, categoriesQuery, serviceChoices, servicesQuery } from './choices.ts'
import { saveService } from './services-api.ts'

type ServiceDialogProps = {
  /** The one to be changed; a new one without it. */
  readonly service?: ServiceRow | undefined
  readonly onClose: () => void
}

/** All that is said of a service, new or not (spec, S094). */
export function ServiceDialog({ service, onClose }: ServiceDialogProps) {
  const categories = useQuery(categoriesQuery)
  const services = useQuery(servicesQuery)
  const command = useCommand({
    run: saveService,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'service',
  })
  const form = useFormState({
    initial: {
      service_name: service?.service_name ?? '',
      service_code: service?.service_code ?? '',
      price: service?.price ?? '',
      service_category_id: service === undefined ? '' : String(service.category_id),
      parent_id: service?.parent_id ?? '',
    },
    schema: ServiceBody,
    onSubmit: (body) => command.submit({ ...body, ...(service === undefined ? {} : { id: service.id }) }),
  })
  const isNew = service === undefined
  return (
    <FormDialog
      title={isNew ? 'Add a service' : 'Edit service'}
      verb={isNew ? 'Add service' : 'Save service'}
      form={form}
      command={command}
      onClose={onClose}
    >
      <TextField {...form.field('service_name')} label="Service name" required data-autofocus />
      <TextField {...form.field('service_code')} label="Service code" description="Up to 5 characters" required />
      <MoneyField
        {...form.field('price')}
        label="Price"
        description="Used where a hospital has no own price"
        required
      />
      <SelectField
        {...form.field('service_category_id')}
        label="Category"
        placeholder="Choose a category"
        options={categoryChoices(categories.data)}
        required
      />
      <SelectField
        {...form.field('parent_id')}
        label="Parent service"
        placeholder="None"
        options={serviceChoices(services.data).filter(({ value }) => value !== service?.id)}
        clearable
      />
    </FormDialog>
  )
}
