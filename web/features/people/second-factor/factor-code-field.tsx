import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/form/text-field.tsx'

type FactorCodeFieldProps = Omit<ComponentProps<typeof TextField>, 'inputMode' | 'autoComplete'> & {
  /** Recovery codes have letters: a phone shows digits alone where only those are asked for. */
  readonly digitsOnly?: boolean
}

/** A code of an app, which browsers and password managers fill in. */
export function FactorCodeField({ digitsOnly = false, ...rest }: FactorCodeFieldProps) {
  return (
    <TextField
      {...rest}
      autoComplete="one-time-code"
      inputMode={digitsOnly ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}
