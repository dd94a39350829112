import { InputBase, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'

type TextFieldProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A line of text: label above, hint (`description`) and error below. */
export function TextField({ onChange, ...rest }: TextFieldProps) {
  return <TextInput {...rest} onChange={(event) => onChange(event.currentTarget.value)} inputWrapperOrder={ORDER} />
}

type LongTextFieldProps = Omit<TextareaProps, 'onChange' | 'value' | 'autosize' | 'minRows' | 'maxRows' | 'resize'> & {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Several lines of text: a reason, a comment, a note. Not Mantine's Textarea, which brings the code to grow by itself. */
export function LongTextField({ onChange, ...rest }: LongTextFieldProps) {
  return (
    <InputBase
      component="textarea"
      multiline
      rows={4}
      {...rest}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputWrapperOrder={ORDER}
    />
  )
}

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
