import type { Fields } from '#projections/report/field.ts'

/** The movements of one account, in order, with the running balance. */
export const MOVEMENT_FIELDS = {
  position: { heading: 'Position', kind: 'count', sortable: true, width: 100 },
  line: { heading: 'Line', kind: 'count', unlisted: true },
  at: { heading: 'Business time', kind: 'instant' },
  cause: { heading: 'Cause', kind: 'text', width: 184 },
  counter_name: { heading: 'Counter-account', kind: 'text', width: 210 },
  amount: {
    heading: 'Amount',
    kind: 'naira',
    total: true,
    width: 160,
    about: 'Signed: what the account received',
  },
  balance: { heading: 'Balance', kind: 'naira', width: 160, about: 'What the account held right after' },
  actor: { heading: 'By', kind: 'text', width: 170, wraps: true, about: 'Names: who asked, and who confirmed it' },
  recorded_at: { heading: 'Recorded', kind: 'instant' },
  debit: { heading: 'Debit', kind: 'naira', total: true, hidden: true },
  credit: { heading: 'Credit', kind: 'naira', total: true, hidden: true },
  counter_account: { heading: 'Counter-account id', kind: 'code', hidden: true, width: 320 },
  event_type: { heading: 'Event', kind: 'code', hidden: true },
  event_id: { heading: 'Event id', kind: 'code', hidden: true, width: 320 },
  transfer_id: { heading: 'Transfer', kind: 'code', hidden: true, width: 340 },
} as const satisfies Fields
