import { Button, type ButtonProps, Popover, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

type OffButtonProps = Pick<ButtonProps, 'size' | 'mr'> & {
  /** What it would do. */
  readonly children: ReactNode
  readonly label?: string
  /** Why it is off, and who could. */
  readonly why: ReactNode
  /** Before it is opened first: time to ask why. */
  readonly onOpen?: () => void
}

/**
 * A button that is off and says why when it is pressed: for the cells of a grid, where Enter presses the one button there is
 * and nothing that is disabled can be reached by key.
 */
export function OffButton({ children, label, why, onOpen, ...look }: OffButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const toggle = () => {
    if (!isOpen) onOpen?.()
    setOpen(!isOpen)
  }
  return (
    <Popover width={300} withArrow shadow="none" opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Button
          variant="default"
          aria-disabled
          data-disabled
          // Escape closes what it says, and not what it stands in.
          {...(isOpen && { 'data-mantine-stop-propagation': true })}
          {...(label && { 'aria-label': label })}
          {...look}
          onClick={toggle}
          // The focus stays on the button: the popover hears no key.
          onKeyDown={({ key }) => {
            if (key === 'Escape') setOpen(false)
          }}
        >
          {children}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text fz={14} role="status">
          {why}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}
