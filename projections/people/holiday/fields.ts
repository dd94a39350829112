import type { Fields } from '#projections/report/field.ts'

/** The public holidays, for those who keep them. */
export const HOLIDAY_FIELDS = {
  day: { heading: 'Day', kind: 'day', sortable: true, width: 120 },
  name: { heading: 'Public holiday', kind: 'text', width: 300 },
  weekday: {
    heading: 'Weekday',
    kind: 'text',
    width: 140,
    about: 'In English; of a Saturday or a Sunday no clock runs anyway',
  },
  added_by: { heading: 'Added by', kind: 'text', about: 'Empty for what the portal began with' },
  added_at: { heading: 'Added at', kind: 'instant', hidden: true },
} as const satisfies Fields
