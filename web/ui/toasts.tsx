import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type MouseEvent, useSyncExternalStore } from 'react'
import styles from './toasts.module.css'

type ToastKind = 'success' | 'info' | 'notice' | 'error'
type Toast = {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly reference: string | undefined
  readonly link: Link | undefined
}
/** A screen that a message leads to. */
type Link = { readonly to: string; readonly label: string }

const STAYS_MS = 5_000
let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number) => change(toasts.filter((toast) => toast.id !== id))

type ToastDetail = {
  /** The correlation id. */
  readonly reference?: string | undefined
  /** How long (ms) it is there, of what goes by itself; five seconds without it. */
  readonly staysMs?: number | undefined
  readonly link?: Link | undefined
}

/** Shows a message at the corner: five seconds, a notice or an error until it is dismissed. */
export function showToast(kind: ToastKind, text: string, { reference, staysMs = STAYS_MS, link }: ToastDetail = {}) {
  const id = ++last
  change([...toasts.filter((toast) => toast.kind !== kind || toast.text !== text), { id, kind, text, reference, link }])
  if (kind === 'success' || kind === 'info') setTimeout(() => dismiss(id), staysMs)
}

/** Shows what went wrong: a toast for each message of a list (spec, validations.tsv: server 400). */
export function showFailure({ messages, correlationId }: Failure) {
  for (const text of messages) showToast('error', text, { reference: correlationId })
}
type Failure = { readonly messages: readonly string[]; readonly correlationId: string | undefined }

const icons = { success: IconCheck, info: IconInfoCircle, notice: IconInfoCircle, error: IconAlertTriangle }

/** The corner where toasts appear; a polite live region, so that it never interrupts a screen reader. `onOpen` goes to a screen. */
export function Toasts({ onOpen }: { readonly onOpen: (to: string) => void }) {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div className={styles['region']} role="status" aria-live="polite" data-chrome>
      {shown.map(({ id, kind, text, reference, link }) => {
        const Icon = icons[kind]
        return (
          <div key={id} className={styles['toast']} data-kind={kind}>
            <Icon size={20} aria-hidden />
            <div className={styles['text']}>
              {text}
              {link !== undefined && <ToastLink link={link} onOpen={onOpen} />}
              {reference !== undefined && <small>Reference: {reference}</small>}
            </div>
            <ActionIcon variant="subtle" color="gray" aria-label="Dismiss message" onClick={() => dismiss(id)}>
              <IconX size={16} />
            </ActionIcon>
          </div>
        )
      })}
    </div>
  )
}

type ToastLinkProps = { readonly link: Link; readonly onOpen: (to: string) => void }

/** Toasts lie beside the router: an address of it is handed to the owner. */
function ToastLink({ link: { to, label }, onOpen }: ToastLinkProps) {
  const open = (event: MouseEvent) => {
    event.preventDefault()
    onOpen(to)
  }
  return (
    <a href={to} className={styles['link']} onClick={open}>
      {label}
    </a>
  )
}
