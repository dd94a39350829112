import { useLocation, useSearchParams } from 'react-router-dom'

/** Some parameters of an address by name; undefined takes one out, '' is kept as an empty one. */
type AddressPatch = Readonly<Record<string, string | undefined>>

type ChangeAddress = (patch: AddressPatch, options?: { readonly replace?: boolean }) => void

/**
 * The parameters of the address, and what changes some of them. It starts from the address as it stands when it is
 * called, not as it was drawn: of two changes before the next drawing the router would forget the first.
 */
export function useAddressParams(): readonly [URLSearchParams, ChangeAddress] {
  const [params, setParams] = useSearchParams()
  const state: unknown = useLocation().state
  const change: ChangeAddress = (patch, options) => {
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(patch)) {
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    // The same place under another address keeps what came with it: where one came from, what was just made.
    setParams(next, { ...options, ...(options?.replace === true && { state }) })
  }
  return [params, change]
}
