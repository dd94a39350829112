import { useState } from 'react'
import { EditCoeBody } from '#api/catalogue/contracts/coe-body.ts'
import type { CoeDetail } from '#api/catalogue/contracts/coe.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { CoeInputs } from './coe-inputs.tsx'
import { editCoe } from './coes-api.ts'

/**
 * Edit hospital: all that a hospital is known by, but its code (spec, S093). What somebody else has changed since the dialog
 * was opened is not changed unseen.
 */
export function EditCoe({ coe, onClose }: { coe: CoeDetail; onClose: () => void }) {
  const [{ revision }] = useState(coe)
  const { id, coe_name, coe_type, coe_address, coe_id_cap, state_id } = coe
  const command = useCommand({
    run: editCoe,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'edit-coe',
  })
  const form = useFormState({
    initial: { coe_name, coe_type, coe_address, coe_id_cap, state_id },
    schema: EditCoeBody,
    onSubmit: (body) => command.submit({ ...body, revision, id }),
  })
  return (
    <FormDialog title="Edit hospital" verb="Save hospital" form={form} command={command} onClose={onClose}>
      <CoeInputs field={form.field} />
    </FormDialog>
  )
}
