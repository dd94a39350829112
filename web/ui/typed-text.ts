import { type FocusEvent, useRef } from 'react'
import { isBlank } from '#domain/kernel/blank.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/** Whether somebody writes in it what is not saved yet: no search, and no list to choose from. */
function isWriting(target: EventTarget): target is TextElement {
  if (target instanceof HTMLTextAreaElement) return true
  if (!(target instanceof HTMLInputElement) || target.getAttribute('role') === 'combobox') return false
  return ['text', 'email', 'tel', 'url', 'password'].includes(target.type)
}

/** Knows whether a text was typed into a part of the page: spread `listen` on it. */
export function useTypedText() {
  const before = useRef(new Map<TextElement, string>())
  return {
    listen: {
      onFocusCapture: ({ target }: FocusEvent) => {
        if (isWriting(target) && !before.current.has(target))
          before.current.set(target, 'restored' in target.dataset ? '' : target.value)
      },
    },
    isTyped: () =>
      [...before.current].some(([field, value]) => field.isConnected && field.value !== value && !isBlank(field.value)),
  }
}
