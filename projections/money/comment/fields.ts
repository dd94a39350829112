import type { Fields } from '#projections/report/field.ts'

/** A patient's comments (spec, S032). */
export const COMMENT_FIELDS = {
  id: { heading: 'Id', kind: 'code', unlisted: true },
  created_at: { heading: 'Date', kind: 'instant', sortable: true, width: 148 },
  commented_by: { heading: 'Physician', kind: 'text', width: 200 },
  coe_name: { heading: 'Hospital', kind: 'text', nullable: true, width: 216, wraps: true },
  comment: { heading: 'Comment', kind: 'text', nullable: true, about: 'Null where it is not for this caller' },
} as const satisfies Fields
