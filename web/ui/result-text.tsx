import { type ReactNode, useEffect, useRef } from 'react'

/** What came of something that was confirmed, where the confirmation stood: it takes the focus from the button that is gone. */
export function ResultText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p role="status" tabIndex={-1} ref={text}>
      {children}
    </p>
  )
}
