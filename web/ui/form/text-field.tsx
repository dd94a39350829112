import { InputBase, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { useTextDraft } from './use-text-draft.ts'
import { useWrongText } from './use-wrong-text.ts'

type TextFieldProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A line of text: label above, hint (`description`) and error below. Of what is longer than `maxLength` nothing is cut off. */
export function TextField({ onChange, maxLength, error, ...rest }: TextFieldProps) {
  const tooLong = tooLongText(rest.value, maxLength)
  const { input } = useWrongText(tooLong)
  return (
    <TextInput
      {...rest}
      ref={input}
      error={tooLong ?? error}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputWrapperOrder={ORDER}
    />
  )
}

type LongTextFieldProps = Omit<TextareaProps, 'onChange' | 'value' | 'autosize' | 'minRows' | 'maxRows' | 'resize'> & {
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * Several lines of text: a reason, a comment, a note. Not Mantine's Textarea, which brings the code to grow by itself.
 * Where no form keeps it (`name`), it keeps its own draft.
 */
export function LongTextField({ onChange, maxLength, error, ...rest }: LongTextFieldProps) {
  const tooLong = tooLongText(rest.value, maxLength)
  const { input } = useWrongText<HTMLTextAreaElement>(tooLong)
  useTextDraft(input, rest.name === undefined, rest.value, onChange)
  return (
    <InputBase
      component="textarea"
      multiline
      rows={4}
      {...rest}
      ref={input}
      error={tooLong ?? error}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputWrapperOrder={ORDER}
    />
  )
}

/** What is wrong with a text that is longer than its field takes: a browser would cut a paste off in silence. */
export function tooLongText(text: string, most: number | undefined): string | undefined {
  if (most === undefined || text.length <= most) return undefined
  return `At most ${most.toLocaleString('en-NG')} characters: take out ${(text.length - most).toLocaleString('en-NG')}`
}

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
