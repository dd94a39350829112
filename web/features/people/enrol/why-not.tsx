import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ApiError } from '#web/shell/api-error.ts'

type WhyNotProps = {
  readonly error: ApiError | undefined
  /** Of whoever is on CAP: what is said of CAP need not keep them. */
  readonly onWithoutCap: (() => void) | undefined
  readonly onReread: () => unknown
}

/** Why somebody was not registered: the fields stand on the page before, and CAP may be left out. */
export function WhyNot({ error, onWithoutCap, onReread }: WhyNotProps) {
  const isOfTerms = error?.errors['terms_version'] !== undefined
  useEffect(() => {
    if (isOfTerms) void onReread()
    // Once for each refusal.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [error])
  if (error === undefined) return null
  const texts = Object.values(error.errors).flat()
  const isOfCap = error.errors['cap_id'] !== undefined || error.isUncertain
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {texts.length > 0 ? texts.join(' | ') : error.message}
      {isOfCap && onWithoutCap !== undefined && (
        <div>
          <Button mt="sm" variant="default" onClick={onWithoutCap}>
            Enrol without CAP
          </Button>
        </div>
      )}
    </Alert>
  )
}
