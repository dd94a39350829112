import { Button, Drawer, type DrawerProps, Modal, type ModalProps, Stack } from '@mantine/core'
import { useState } from 'react'
import { DialogEnd } from './dialog-end.tsx'
import { useEscape } from './escape.ts'
import { useTypedText } from './typed-text.ts'
import { useReturnFocus } from './use-return-focus.ts'

type Layer = {
  readonly opened?: boolean
  readonly onClose: () => void
  /** There is text in it from before it was opened that is not saved. */
  readonly hasDraft?: boolean | undefined
}

/** A dialog, open while it is there. Esc and the cross close it alone, and ask before what was typed in it is lost. */
export function Dialog({ children, hasDraft, ...rest }: Layer & Omit<ModalProps, 'opened' | 'onClose'>) {
  const { asked, ...layer } = useLayer({ ...rest, hasDraft })
  return (
    <Modal {...rest} {...layer}>
      {children}
      {asked}
    </Modal>
  )
}

/** The same at a side of the page, for what has much to read. */
export function SidePanel({ children, ...rest }: Omit<Layer, 'hasDraft'> & Omit<DrawerProps, 'opened' | 'onClose'>) {
  const { asked, ...layer } = useLayer(rest)
  return (
    <Drawer {...rest} {...layer}>
      {children}
      {asked}
    </Drawer>
  )
}

function useLayer({ opened = true, onClose, hasDraft = false }: Layer) {
  const { listen, isTyped } = useTypedText()
  const [isAsking, setAsking] = useState(false)
  const close = () => (hasDraft || isTyped() ? setAsking(true) : onClose())
  useEscape(close, opened)
  const leave = () => {
    setAsking(false)
    onClose()
  }
  return {
    ...listen,
    opened,
    onClose: close,
    closeOnEscape: false,
    asked: isAsking && <Discard onStay={() => setAsking(false)} onDiscard={leave} />,
  }
}

function Discard({ onStay, onDiscard }: { readonly onStay: () => void; readonly onDiscard: () => void }) {
  useEscape(onStay)
  useReturnFocus()
  return (
    <Modal opened onClose={onStay} closeOnEscape={false} title="Discard what you typed?">
      <Stack>
        <p>What you typed is not saved.</p>
        <DialogEnd>
          <Button variant="default" onClick={onStay} data-autofocus>
            Keep editing
          </Button>
          <Button color="red.8" onClick={onDiscard}>
            Discard
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
