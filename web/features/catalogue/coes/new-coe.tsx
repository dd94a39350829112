import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { NewCoeBody } from '#api/catalogue/contracts/coe-body.ts'
import { proposedCode } from '#domain/kernel/short-code.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Restored } from '#web/ui/form/restored.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { JUST_MADE } from '#web/ui/record/what-next.tsx'
import { Panel } from '#web/ui/screen.tsx'
import { CoeInputs } from './coe-inputs.tsx'
import { createCoe } from './coes-api.ts'
import styles from './coes.module.css'

/** How long (ms) it is said that a hospital was created (spec, constants: COE create message). */
const SAID_MS = 2_000

const EMPTY = {
  ...{ coe_name: '', coe_type: '', coe_address: '', coe_id_cap: '', state_id: '', coe_code: '' },
  ...{ first_name: '', last_name: '', email: '', phone_number: '' },
}

/** A new hospital with its first administrator; its record opens next. */
export function NewCoe() {
  const navigate = useNavigate()
  const [hasOwnCode, setOwnCode] = useState(false)
  const command = useCommand({
    run: createCoe,
    success: ({ message }) => message,
    successStaysMs: SAID_MS,
    quiet: true,
    keptAs: 'create-coe',
    onDone: ({ data }) => void navigate(`/coes/${encodeURIComponent(data.id)}`, JUST_MADE),
  })
  const form = useFormState({ initial: EMPTY, schema: NewCoeBody, onSubmit: command.submit })
  const { error, isRunning } = command
  useRefusedFields(form, error)
  /** The code follows the name until somebody types another. */
  const field = (name: keyof typeof EMPTY) => {
    if (name !== 'coe_name' || hasOwnCode) return form.field(name)
    const onChange = (typed: string) => {
      form.set('coe_name', typed)
      form.set('coe_code', proposedCode(typed))
    }
    return { ...form.field(name), onChange }
  }
  return (
    <form {...form.formProps} className={styles['form'] ?? ''} aria-label="New hospital">
      {form.restored && <Restored draft={form.restored} />}
      <Stack>
        {error !== undefined && Object.keys(error.errors).length === 0 && (
          <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {error.message}
          </Alert>
        )}
        <Panel title="Hospital">
          <div className={styles['fields'] ?? ''}>
            <CoeInputs field={field} />
            <TextField
              {...form.field('coe_code')}
              onChange={(typed) => {
                setOwnCode(typed !== '')
                form.set('coe_code', typed)
              }}
              label="Code"
              description="Up to 5 letters, for example UCH. It cannot be changed later."
              required
              autoComplete="off"
            />
          </div>
        </Panel>
        <Panel title="First administrator">
          <p className={styles['about'] ?? ''}>
            The head of the hospital. They get an email with a link to choose a password, then add the hospital&apos;s
            staff.
          </p>
          <div className={styles['fields'] ?? ''}>
            <TextField {...form.field('first_name')} label="First name" required autoComplete="off" />
            <TextField {...form.field('last_name')} label="Last name" required autoComplete="off" />
            <TextField {...form.field('email')} label="Email" type="email" required autoComplete="off" />
            <PhoneField {...form.field('phone_number')} />
          </div>
        </Panel>
        <Group>
          <Button type="submit" loading={isRunning}>
            Create hospital
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
