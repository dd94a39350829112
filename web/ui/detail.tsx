import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SidePanel } from '#web/ui/dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'
import styles from './screen.module.css'

/** Closes a detail that has its own URL (`<list>/<id>`, `<list>/people/<id>`): back to the list below it, with its filter. */
export function useCloseDetail(): () => void {
  const navigate = useNavigate()
  const { search, state, pathname } = useLocation()
  return () => {
    const cameFromList: unknown = state
    if (typeof cameFromList === 'object' && cameFromList !== null && 'fromList' in cameFromList) void navigate(-1)
    else void navigate({ pathname: pathname.replace(/(\/people)?\/[^/]+\/?$/, ''), search }, { replace: true })
  }
}

/** Opens the detail of a row at its own URL below the list's, keeping the list's filter; Back closes it. */
export function useOpenDetail(): (id: string) => void {
  const navigate = useNavigate()
  const { search, pathname } = useLocation()
  return (id) =>
    void navigate(
      { pathname: `${pathname.replace(/\/$/, '')}/${encodeURIComponent(id)}`, search },
      { state: { fromList: true } },
    )
}

type DetailProps = {
  readonly title: string
  readonly children: ReactNode
  /** Instead of going back to the list. */
  readonly onClose?: () => void
  /** Where the spec says full-screen. */
  readonly isFullScreen?: boolean
}

/** The detail of a row in a drawer, or full-screen; Esc and the cross close it. Use as a child route of the list. */
export function Detail({ title, children, onClose, isFullScreen = false }: DetailProps) {
  const close = useCloseDetail()
  useReturnFocus()
  return (
    <SidePanel
      className="record"
      onClose={onClose ?? close}
      title={title}
      size={isFullScreen ? '100%' : 'min(720px, 100%)'}
    >
      <title>{`${title} - Cancer Health Fund`}</title>
      <div className={styles['detail']}>{children}</div>
    </SidePanel>
  )
}
