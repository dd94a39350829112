import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EnrolBody, type EnrolmentOffer } from '#api/people/contracts/second-factor.ts'
import { Refused } from '#web/features/people/account/account-card.tsx'
import { useCommand } from '#web/shell/use-command.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useFormState } from '#web/ui/form/use-form-state.ts'
import { useRefusedFields } from '#web/ui/form/use-refused-fields.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import { FactorCodeField } from './factor-code-field.tsx'
import { offerQuery } from './second-factor-api.ts'
import styles from './second-factor.module.css'

type EnrolmentFormProps<A> = {
  /** Of the sign-in that asks for it; left out, they are signed in. */
  readonly token?: string
  /** Whether there is one already, of which a code is asked for too. */
  readonly isOther?: boolean
  readonly run: (body: EnrolBody, key: string) => Promise<A>
  readonly onDone: (answer: A) => void
  readonly onCancel: () => void
}

/** Brings a secret into an app, by a picture or by hand, and takes the app's first code. */
export function EnrolmentForm<A>({ token, ...rest }: EnrolmentFormProps<A>) {
  const { data, isError, error, refetch } = useQuery(offerQuery(token))
  if (isError) return <ErrorState error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Skeleton height={320} role="status" aria-label="Preparing the QR code" />
  return <OfferForm {...rest} offer={data.data} />
}

const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

function OfferForm<A>({
  offer,
  isOther = false,
  run,
  onDone,
  onCancel,
}: Omit<EnrolmentFormProps<A>, 'token'> & { readonly offer: EnrolmentOffer['data'] }) {
  const command = useCommand({ run, quiet: true, onDone })
  const form = useFormState({
    initial: { enrolment: offer.enrolment, code: '', ...(isOther ? { current_code: '' } : {}) },
    schema: EnrolBody,
    onSubmit: command.submit,
  })
  const { error } = command
  useRefusedFields(form, error)
  return (
    <form {...form.formProps}>
      <Stack maw={420}>
        <Text size="sm">
          1. Install an authenticator app on your phone and scan this picture. If you cannot scan, copy the key into the
          app.
        </Text>
        <QrCode text={offer.uri} label="QR code for the authenticator app" />
        <div>
          <Text size="sm" id="second-factor-key">
            Key
          </Text>
          <div className={styles['secret']} aria-labelledby="second-factor-key" role="group" translate="no">
            {grouped(offer.secret)}
          </div>
        </div>
        <Text size="sm">2. Enter the six digits that the app shows.</Text>
        <Refused error={error} />
        {form.errors['enrolment'] !== undefined && (
          <Text size="sm" c="red" role="alert">
            {form.errors['enrolment']}
          </Text>
        )}
        <FactorCodeField {...form.field('code')} label="Code from the app" size="md" digitsOnly autoFocus />
        {isOther && (
          <FactorCodeField
            {...form.field('current_code')}
            label="Code from your current phone"
            description="Or one of your recovery codes"
            size="md"
          />
        )}
        <Group>
          <Button type="submit" loading={command.isRunning}>
            Set up
          </Button>
          <Button variant="default" onClick={onCancel} disabled={command.isRunning}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
