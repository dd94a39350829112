import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** Light or dark, kept in this browser; the system's wish until someone chooses. */
export function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'light' ? 'dark' : 'light'
  const Icon = scheme === 'light' ? IconMoon : IconSun
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={`Use the ${other} theme`}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={20} />
    </ActionIcon>
  )
}
