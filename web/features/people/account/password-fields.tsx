import { PasswordInput } from '@mantine/core'

type Field = {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly error: string | undefined
}
type PasswordFieldsProps = {
  readonly field: (name: 'password' | 'confirm_password') => Field
  readonly hint: string
  readonly label?: string
  /** The screen begins with them: it opens with the focus there. */
  readonly isFirst?: boolean
}

/** A new password, typed twice. */
export function PasswordFields({ field, hint, label = 'New password', isFirst = false }: PasswordFieldsProps) {
  const [password, confirmed] = [field('password'), field('confirm_password')]
  return (
    <>
      <PasswordInput
        {...password}
        onChange={(event) => password.onChange(event.currentTarget.value)}
        label={label}
        description={hint}
        size="md"
        required
        autoFocus={isFirst}
        autoComplete="new-password"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        visibilityToggleButtonProps={{ 'aria-label': `Show or hide the ${label.toLowerCase()}` }}
      />
      <PasswordInput
        {...confirmed}
        onChange={(event) => confirmed.onChange(event.currentTarget.value)}
        label="Confirm password"
        size="md"
        required
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the confirmation' }}
      />
    </>
  )
}
