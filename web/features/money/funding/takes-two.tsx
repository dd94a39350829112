import { Money } from '#web/ui/money.tsx'
import { isAbove } from './is-above.ts'

/** In the question before money is moved: that this much is only proposed, and waits for a second person. */
export function TakesTwo({ amount, above }: { readonly amount: string; readonly above: string | null }) {
  if (!isAbove(amount, above)) return null
  return (
    <p>
      It is above <Money naira={above} />, so a second person must confirm it before any money moves.
    </p>
  )
}
