import type { Write } from './staff-writes.ts'

/** Those of disputes. */
export const DISPUTE_WRITES: Readonly<Record<string, Write>> = {
  'POST /api/transactions/:id/dispute/comments': {
    role: 'COE_ADMIN',
    url: '/api/transactions/nothing/dispute/comments',
    body: { comment: 'Given on Monday' },
    other: { comment: 'Given on Tuesday' },
  },
  'POST /api/transactions/dispute': {
    role: 'COE_ADMIN',
    body: { transaction_id: 'nothing', comment: 'Not given' },
    other: { transaction_id: 'nothing', comment: 'Given twice' },
  },
  'PUT /api/transactions/dispute/:id': {
    role: 'COE_ADMIN',
    url: '/api/transactions/dispute/nothing',
    body: { transaction_id: 'nothing' },
    other: { transaction_id: 'nothing', status: 'reversed', comment: 'Not given' },
  },
}
