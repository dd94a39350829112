import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

type PhoneFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'description' | 'inputMode'>

/** A phone number of eleven digits, of somebody else unless `autoComplete` says whose. */
export function PhoneField(props: PhoneFieldProps) {
  return (
    <TextField
      label="Phone number"
      description="Use 11 digits, like 08031234567"
      required
      inputMode="tel"
      autoComplete="off"
      {...props}
    />
  )
}
