import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'

/** Opens the next record of the list that led here; nothing where none is left. */
export function NextButton({ onNext }: { readonly onNext: (() => void) | undefined }) {
  if (onNext === undefined) return null
  return (
    <Button variant="default" rightSection={<IconChevronRight size={16} aria-hidden />} onClick={onNext}>
      Next
    </Button>
  )
}
