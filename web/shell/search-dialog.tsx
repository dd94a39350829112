import { hasWords } from '#domain/kernel/folded-name.ts'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useCallback, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MenuEntry } from '#api/people/contracts/menu.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { MenuIcon } from './menu-icon.tsx'
import { addressOf, findsQuery, KINDS, mayFind } from './search-finds.ts'
import { menuQuery, useUser } from './session-queries.ts'
import { viewsOfList } from './views-of-list.ts'
import { takeTyped } from './typed-ahead.ts'
import styles from './search-dialog.module.css'

/** The server is asked once somebody stops typing, and no more often than an account may search. */
const PAUSE_MS = 300

type Choice = {
  readonly key: string
  readonly to: string
  readonly icon?: ReactNode
  readonly name: string
  readonly note: string
}

/** The entries that contain every word typed. */
export function matching(entries: readonly MenuEntry[], typed: string): MenuEntry[] {
  return entries.filter(({ name, group }) => hasWords(`${name} ${group}`, typed))
}

/** Ctrl K: find a screen by name, or what the portal knows by its number; arrows and Enter to go there. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const { permissions } = useUser()
  const navigate = useNavigate()
  useReturnFocus()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { choices, isLooking, failure } = useChoices(typed)
  const open = (choice: Choice | undefined) => {
    if (!choice) return
    onClose()
    void navigate(choice.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choices.length > 0) {
      event.preventDefault()
      setActive((active + step + choices.length) % choices.length)
    }
    if (event.key === 'Enter') open(choices[active])
  }
  // What was typed while this was fetched and drawn belongs here, and from now on the keys do.
  const takeOver = useCallback((input: HTMLInputElement | null) => {
    if (input === null) return
    input.focus()
    const early = takeTyped()
    if (early !== '') setTyped((later) => early + later)
  }, [])
  const what = mayFind(permissions) ? 'Screen, CHF ID, transaction, payment or hospital' : 'Name of a screen'
  return (
    <Dialog onClose={onClose} title="Search" size="md" centered={false} transitionProps={{ duration: 0 }}>
      <TextInput
        ref={takeOver}
        data-autofocus
        aria-label="Search"
        placeholder={what}
        leftSection={<IconSearch size={18} aria-hidden />}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={choices[active] ? `${id}-${active}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Found" className={styles['list']}>
        {choices.map((choice, index) => (
          <li
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseEnter={() => setActive(index)}
            onClick={() => open(choice)}
          >
            {choice.icon}
            <span>{choice.name}</span>
            <small>{choice.note}</small>
          </li>
        ))}
      </ul>
      {isLooking && <p role="status">Searching</p>}
      {failure !== undefined && <p role="alert">{failure}</p>}
      {choices.length === 0 && !isLooking && failure === undefined && (
        <p role="status">Nothing matches. Type the whole number, or part of a name.</p>
      )}
    </Dialog>
  )
}

/** Screens of one's own menu at once; what the server finds, once somebody stops typing. */
function useChoices(typed: string) {
  const user = useUser()
  const { permissions } = user
  const menu = useQuery(menuQuery)
  const text = typed.trim()
  const [asked] = useDebouncedValue(text, PAUSE_MS)
  const finds = useQuery({ ...findsQuery(asked), ...(mayFind(permissions) ? {} : { enabled: false }) })
  const entries = menu.data?.data ?? []
  // An entry is of one view of its list; the others are found by their names as well.
  const views = entries.flatMap((entry) =>
    viewsOfList(entry.link, user)
      .filter(({ isHere }) => !isHere)
      .map(({ link, name }) => ({ ...entry, id: link, link, name: `${entry.name}: ${name}` })),
  )
  const screens = matching([...entries, ...views], typed).map((entry): Choice => ({
    key: `screen:${entry.id}`,
    to: entry.link,
    icon: <MenuIcon name={entry.icon} />,
    name: entry.name,
    note: entry.group,
  }))
  const found = (text === asked ? (finds.data?.data ?? []) : []).flatMap((find): Choice[] => {
    const to = addressOf(find, permissions)
    if (to === undefined) return []
    const note = find.note === '' ? KINDS[find.kind] : `${KINDS[find.kind]}, ${find.note}`
    return [{ key: `${find.kind}:${find.id}`, to, name: find.title, note }]
  })
  return {
    choices: [...screens, ...found],
    isLooking: finds.isFetching || (text !== asked && mayFind(permissions)),
    failure: finds.isError ? finds.error.message : undefined,
  }
}
