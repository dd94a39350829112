import { useEffect, useState } from 'react'
import type { LoginBody } from '#api/people/contracts/session.ts'
import type { Rules } from '#web/ui/form/form-errors.ts'

/** The server's, which answers with the same texts. */
const byServer: Rules<LoginBody> = { safeParse: (values) => ({ success: true, data: values as LoginBody }) }

/**
 * What sign-in is checked by. The contract's rules weigh as much as a third of all else that this screen fetches, so it
 * is drawn without them; until they are here, or where they cannot be had, the server checks alone.
 */
export function useLoginRules(): Rules<LoginBody> {
  const [rules, setRules] = useState(byServer)
  useEffect(() => {
    let isGone = false
    void import('#api/people/contracts/session.ts').then(
      ({ LoginBody: contract }) => {
        if (!isGone) setRules(contract)
      },
      (error: unknown) => console.warn(error),
    )
    return () => {
      isGone = true
    }
  }, [])
  return rules
}
