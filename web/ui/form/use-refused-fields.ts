import { useEffect } from 'react'
import type { ApiError } from '#web/shell/api-error.ts'
import { type FieldErrors, serverErrors } from './form-errors.ts'

type Shows = { readonly show: (found: FieldErrors) => void }

/** Puts what the server finds wrong with what was filled in (422) at its fields; what else it refuses is of none of them. */
export function useRefusedFields({ show }: Shows, error: ApiError | undefined): void {
  useEffect(() => {
    if (error?.status === 422) show(serverErrors(error))
  }, [error, show])
}
