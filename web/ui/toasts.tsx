import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import styles from './toasts.module.css'

type ToastKind = 'success' | 'info' | 'notice' | 'error'
type Toast = {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly reference: string | undefined
}

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
}

/** Shows a message at the corner: five seconds, a notice or an error until it is dismissed. */
export function showToast(kind: ToastKind, text: string, { reference, staysMs = STAYS_MS }: ToastDetail = {}) {
  const id = ++last
  change([...toasts.filter((toast) => toast.kind !== kind || toast.text !== text), { id, kind, text, reference }])
  if (kind === 'success' || kind === 'info') setTimeout(() => dismiss(id), staysMs)
}

/** Shows what went wrong: a toast for each message of a list (spec, validations.tsv: server 400). */
export function showFailure({ messages, correlationId }: Failure) {
  for (const text of messages) showToast('error', text, { reference: correlationId })
}
type Failure = { readonly messages: readonly string[]; readonly correlationId: string | undefined }

const icons = { success: IconCheck, info: IconInfoCircle, notice: IconInfoCircle, error: IconAlertTriangle }

/** The corner where toasts appear; a polite live region, so that it never interrupts a screen reader. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div className={styles['region']} role="status" aria-live="polite" data-chrome>
      {shown.map(({ id, kind, text, reference }) => {
        const Icon = icons[kind]
        return (
          <div key={id} className={styles['toast']} data-kind={kind}>
            <Icon size={20} aria-hidden />
            <div className={styles['text']}>
              {text}
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
