import { ActionIcon, Button, Menu } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import {
  IconChevronDown,
  IconDevices,
  IconFileDownload,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMenu2,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { roleName } from '#domain/kernel/role-names.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { Bell } from './bell.tsx'
import { BrandName } from './brand-name.tsx'
import { HeaderWallet } from './header-wallet.tsx'
import { onDemand, onDemandOver, Part } from './on-demand.tsx'
import { useSignOut, useUser } from './session-queries.ts'
import { SupportLine } from './support-line.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { toldAtWork } from './told-at-work.ts'
import { keepTyped, takeTyped } from './typed-ahead.ts'
import styles from './frames.module.css'

// Patients do not fetch it.
const workBell = onDemand(() => import('./work-bell.tsx'))
const searchDialog = onDemandOver(() => import('./search-dialog.tsx'))

type HeaderProps = { readonly isNarrow: boolean; readonly onNarrow: () => void; readonly onMenu: () => void }

/** Name of the fund, support line, a patient's wallet, the bell of who has notices, search, theme and the person's own menu. */
export function Header({ isNarrow, onNarrow, onMenu }: HeaderProps) {
  const user = useUser()
  const signOut = useSignOut()
  const [isSearching, setSearching] = useState(false)
  const search = async () => {
    if (isSearching) return
    keepTyped()
    if (await searchDialog.fetch()) return setSearching(true)
    takeTyped()
    showToast('error', 'The search could not be loaded. Make sure you are connected to the internet, then try again.')
  }
  const SearchDialog = searchDialog.here()?.default
  useHotkeys([['mod+K', () => void search()]], [])
  const NarrowIcon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const name = `${user.first_name} ${user.last_name}`
  return (
    <header className={styles['header']} data-chrome>
      <ActionIcon
        className={styles['phoneOnly']}
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Open the menu"
        onClick={onMenu}
      >
        <IconMenu2 size={22} />
      </ActionIcon>
      <ActionIcon
        className={styles['deskOnly']}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={isNarrow ? 'Widen the side menu' : 'Narrow the side menu'}
        aria-pressed={isNarrow}
        onClick={onNarrow}
      >
        <NarrowIcon size={20} />
      </ActionIcon>
      <BrandName to="/dashboard" />
      <SupportLine />
      {user.patient !== null && <HeaderWallet />}
      <button type="button" className={styles['search']} onClick={() => void search()}>
        <IconSearch size={18} aria-hidden />
        <span>Search</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isSearching && SearchDialog && <SearchDialog onClose={() => setSearching(false)} />}
      {user.patient !== null && <Bell />}
      {user.patient === null && toldAtWork(user).length > 0 && (
        <Part of={workBell} fallback={null}>
          {({ default: WorkBell }) => <WorkBell />}
        </Part>
      )}
      <ThemeSwitch />
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            className={styles['person']}
            aria-label={`${name}: profile and sign out`}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            <IconUser size={20} aria-hidden />
            <span className={styles['personName']}>{name}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={styles['personLabel']}>
            {name}
            <br />
            {user.roles.map(({ role }) => roleName(role)).join(', ')}
            {user.coe && (
              <>
                <br />
                {user.coe.coe_name}
              </>
            )}
          </Menu.Label>
          <Menu.Item component={Link} to="/users/profile" leftSection={<IconUser size={18} />}>
            My profile
          </Menu.Item>
          <Menu.Item component={Link} to="/users/sessions" leftSection={<IconDevices size={18} />}>
            My sessions
          </Menu.Item>
          <Menu.Item component={Link} to="/exports" leftSection={<IconFileDownload size={18} />}>
            My exports
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void signOut()}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </header>
  )
}
