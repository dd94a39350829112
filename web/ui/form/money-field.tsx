import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { fieldText, groupTyping, nairaOf } from './naira-typing.ts'

type MoneyFieldProps = Omit<TextInputProps, 'onChange' | 'value' | 'leftSection'> & {
  /** Naira as the API has it, `"1250000.00"`, '' for none. */
  readonly value: string
  readonly onChange: (naira: string) => void
}

/** An amount in naira: grouped while one types, takes a paste of `1,250,000.00`, two decimals on leaving. */
export function MoneyField({ value, onChange, onBlur, ...rest }: MoneyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | undefined>(undefined)
  const [text, setText] = useState(fieldText(value))
  if (nairaOf(text) !== value && !(value === '' && text === '')) setText(fieldText(value))
  useLayoutEffect(() => {
    if (caret.current !== undefined) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  return (
    <TextInput
      {...rest}
      ref={input}
      inputMode="decimal"
      autoComplete="off"
      leftSection={<Text size="sm">NGN</Text>}
      leftSectionWidth={52}
      leftSectionPointerEvents="none"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={text}
      onChange={({ currentTarget }) => {
        const next = groupTyping(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length)
        caret.current = next.caret
        setText(next.text)
        onChange(nairaOf(next.text))
      }}
      onBlur={(event) => {
        setText(fieldText(nairaOf(text)))
        onBlur?.(event)
      }}
    />
  )
}
