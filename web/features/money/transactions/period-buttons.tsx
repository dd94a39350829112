import { Button, Group } from '@mantine/core'
import { type DatePreset, presetRange, today } from '#web/ui/dates.ts'
import type { ListFilterControl } from '#web/ui/list-filter.ts'

const OFFERED: readonly DatePreset[] = ['This month', 'All']

/** The periods that are mostly wanted where a list opens on today. */
export function PeriodButtons({ filter }: { filter: ListFilterControl }) {
  const day = today()
  return (
    <Group gap="xs" role="group" aria-label="Period">
      {OFFERED.map((preset) => {
        const { from, to } = presetRange(preset, day)
        const isSet = filter.from === from && filter.to === to
        return (
          <Button
            key={preset}
            variant={isSet ? 'light' : 'default'}
            aria-pressed={isSet}
            onClick={() => filter.set({ from, to })}
          >
            {preset}
          </Button>
        )
      })}
    </Group>
  )
}
