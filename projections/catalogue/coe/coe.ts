import type { CoeDetails, CoeEvent } from '#domain/catalogue/coe/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A hospital. */
export type CoeRow = {
  id: string
  code: string
  name: string
  /** Federal or State. */
  type: string
  address: string
  cap_id: string
  state_id: string
  bank_account_name: string | null
  bank_account_number: string | null
  bank_sort_code: string | null
  bank_name: string | null
  /** active or inactive. */
  status: string
  created_at: string
}

const detailsOf = (data: Readonly<CoeDetails>) => ({
  name: data.name,
  type: data.type,
  address: data.address,
  cap_id: data.capId,
  state_id: data.stateId,
  bank_account_name: data.bankAccountName ?? null,
  bank_account_number: data.bankAccountNumber ?? null,
  bank_sort_code: data.bankSortCode ?? null,
  bank_name: data.bankName ?? null,
})

const change = (id: string, changed: Partial<CoeRow>): readonly Change<CoeRow>[] => [
  { key: [id], fold: (row) => (row === undefined ? undefined : { ...row, ...changed }) },
]

/** Serves every list and choice of hospitals, now and as of, and the bank on an invoice. */
export const coe: ReadModel<CoeRow, 'coe'> = {
  name: 'coe',
  revision: 2,
  temporal: true,
  columns: {
    id: 'text not null',
    code: 'text not null',
    name: 'text not null',
    type: 'text not null',
    address: 'text not null',
    cap_id: 'text not null',
    state_id: 'text not null',
    bank_account_name: 'text',
    bank_account_number: 'text',
    bank_sort_code: 'text',
    bank_name: 'text',
    status: 'text not null',
    created_at: 'timestamptz not null',
  },
  key: ['id'],
  indexes: ['(name, id)'],
  on: handlers<CoeRow, CoeEvent>({
    CoeRegistered: ({ event: { data } }) => {
      const { coeId: id, code, at: created_at } = data
      return [{ key: [id], fold: () => ({ id, code, ...detailsOf(data), status: 'active', created_at }) }]
    },
    CoeDetailsChanged: ({ event: { data } }) => change(data.coeId, detailsOf(data)),
    CoeDeactivated: ({ event: { data } }) => change(data.coeId, { status: 'inactive' }),
    CoeActivated: ({ event: { data } }) => change(data.coeId, { status: 'active' }),
  }),
}
