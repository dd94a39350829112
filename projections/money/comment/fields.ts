import type { Fields } from '#projections/report/field.ts'

/** A patient's comments (spec, S032). */
export const COMMENT_FIELDS = {
  id: { heading: 'Id', kind: 'code', unlisted: true },
  commented_by: { heading: 'Physician', kind: 'text', width: 168 },
  coe_name: { heading: 'Hospital', kind: 'text', nullable: true, width: 200, wraps: true },
  comment: {
    heading: 'Comment',
    kind: 'text',
    nullable: true,
    wraps: true,
    about: 'Null where it is not for this caller',
  },
  created_at: { heading: 'Date', kind: 'instant', sortable: true, width: 148 },
} as const satisfies Fields
