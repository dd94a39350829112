import { useState } from 'react'

/** A yes or no that this browser remembers. */
export function useKept(key: string): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => localStorage.getItem(key) === '1')
  return [
    value,
    (next) => {
      localStorage.setItem(key, next ? '1' : '0')
      setValue(next)
    },
  ]
}
