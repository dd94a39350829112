import { Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MenuEntry } from '#api/people/contracts/menu.ts'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { MenuIcon } from './menu-icon.tsx'
import { menuQuery } from './session-queries.ts'
import styles from './search-dialog.module.css'

/** The entries that contain every word typed. */
export function matching(entries: readonly MenuEntry[], typed: string): MenuEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ menu_name, group }) => {
    const text = `${menu_name} ${group}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Ctrl K: find a screen by name, arrows and Enter to go there. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(menuQuery)
  const navigate = useNavigate()
  useReturnFocus()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const found = matching(data?.data ?? [], typed)
  const open = (entry: MenuEntry | undefined) => {
    if (!entry) return
    onClose()
    void navigate(entry.menu_link)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setActive((active + step + found.length) % found.length)
    }
    if (event.key === 'Enter') open(found[active])
  }
  return (
    <Modal opened onClose={onClose} title="Go to a screen" size="md" centered={false}>
      <TextInput
        data-autofocus
        aria-label="Search screens"
        placeholder="Name of a screen"
        leftSection={<IconSearch size={18} aria-hidden />}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Screens" className={styles['list']}>
        {found.map((entry, index) => (
          <li
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseEnter={() => setActive(index)}
            onClick={() => open(entry)}
          >
            <MenuIcon name={entry.menu_icon} />
            <span>{entry.menu_name}</span>
            <small>{entry.group}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">No screen of that name. Try another word.</p>}
    </Modal>
  )
}
