import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'
import { NO_AMOUNT } from '#domain/kernel/money.ts'
import { fieldText, groupTyping, isOfDigits, nairaOf } from './naira-typing.ts'
import { useWrongText } from './use-wrong-text.ts'

type MoneyFieldProps = Omit<TextInputProps, 'onChange' | 'value' | 'leftSection'> & {
  /** Naira as the API has it, `"1250000.00"`, '' for none. */
  readonly value: string
  readonly onChange: (naira: string) => void
}

/**
 * An amount in naira: grouped while one types, takes a paste of `1,250,000.00`, two decimals on leaving. What is no amount
 * stays as it was typed, and holds its form up.
 */
export function MoneyField({ value, onChange, onBlur, error, ...rest }: MoneyFieldProps) {
  const caret = useRef<number | undefined>(undefined)
  const [text, setText] = useState(fieldText(value))
  if (nairaOf(text) !== value && !(value === '' && text === '')) setText(fieldText(value))
  const isWrong = !isBlank(text) && nairaOf(text) === ''
  const { input, error: said, onInvalid, leave, type } = useWrongText(isWrong ? NO_AMOUNT : undefined)
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
      error={isWrong ? said : error}
      onInvalid={onInvalid}
      onChange={({ currentTarget, nativeEvent }) => {
        const { value: typed, selectionStart } = currentTarget
        const isDigits = nativeEvent instanceof InputEvent && isOfDigits(nativeEvent)
        const next = groupTyping(text, typed, selectionStart ?? typed.length, isDigits)
        caret.current = next.caret
        type()
        setText(next.text)
        onChange(nairaOf(next.text))
      }}
      onBlur={(event) => {
        if (!isWrong) setText(fieldText(nairaOf(text)))
        leave()
        onBlur?.(event)
      }}
    />
  )
}
