import { foldedName } from '#domain/kernel/folded-name.ts'
import type { CoeDetails, CoeEvent } from '#domain/catalogue/coe/events.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A hospital. */
export type CoeRow = {
  id: string
  code: string
  name: string
  name_key: string
  /** Federal or State. */
  type: string
  address: string
  cap_id: string
  state_id: string
  /** Where it is paid, by the word of two people. */
  bank_account_name: string | null
  bank_account_number: string | null
  bank_sort_code: string | null
  bank_name: string | null
  bank_confirmed_by: string | null
  bank_confirmed_at: string | null
  /** The id of the bank details that wait for a second person, and what they are. */
  proposal: string | null
  proposed_account_name: string | null
  proposed_account_number: string | null
  proposed_sort_code: string | null
  proposed_bank_name: string | null
  proposed_by: string | null
  proposed_at: string | null
  /** What became of the last bank details that waited: confirmed or declined; who had given them, who ended it, and when. */
  bank_answer: string | null
  bank_answered_to: string | null
  bank_answered_by: string | null
  bank_answered_at: string | null
  /** active or inactive. */
  status: string
  created_at: string
}

const detailsOf = (data: Readonly<CoeDetails>) => ({
  name: data.name,
  name_key: foldedName(data.name),
  type: data.type,
  address: data.address,
  cap_id: data.capId,
  state_id: data.stateId,
})

const changeBy = (id: string, changed: (row: CoeRow) => Partial<CoeRow>): readonly Change<CoeRow>[] => [
  { key: [id], fold: (row) => (row === undefined ? undefined : { ...row, ...changed(row) }) },
]
const change = (id: string, changed: Partial<CoeRow>) => changeBy(id, () => changed)

const NO_BANK = {
  ...{ bank_account_name: null, bank_account_number: null, bank_sort_code: null, bank_name: null },
  ...{ bank_confirmed_by: null, bank_confirmed_at: null },
}
const NO_ANSWER = { bank_answer: null, bank_answered_to: null, bank_answered_by: null, bank_answered_at: null }
const answered = (row: CoeRow, bank_answer: string, { by, at }: { readonly by: string; readonly at: string }) => ({
  ...{ bank_answer, bank_answered_to: row.proposed_by, bank_answered_by: by, bank_answered_at: at },
})
const NO_PROPOSAL = {
  ...{ proposal: null, proposed_account_name: null, proposed_account_number: null, proposed_sort_code: null },
  ...{ proposed_bank_name: null, proposed_by: null, proposed_at: null },
}

/** Serves every list and choice of hospitals, now and as of, and the bank on an invoice. */
export const coe: ReadModel<CoeRow, 'coe'> = {
  name: 'coe',
  revision: 5,
  temporal: true,
  columns: {
    id: 'text not null',
    code: 'text not null',
    name: 'text not null',
    name_key: 'text collate "C" not null',
    type: 'text not null',
    address: 'text not null',
    cap_id: 'text not null',
    state_id: 'text not null',
    bank_account_name: 'text',
    bank_account_number: 'text',
    bank_sort_code: 'text',
    bank_name: 'text',
    bank_confirmed_by: 'text',
    bank_confirmed_at: 'timestamptz',
    proposal: 'text',
    proposed_account_name: 'text',
    proposed_account_number: 'text',
    proposed_sort_code: 'text',
    proposed_bank_name: 'text',
    proposed_by: 'text',
    proposed_at: 'timestamptz',
    bank_answer: 'text',
    bank_answered_to: 'text',
    bank_answered_by: 'text',
    bank_answered_at: 'timestamptz',
    status: 'text not null',
    created_at: 'timestamptz not null',
  },
  key: ['id'],
  indexes: ['(name_key, id)'],
  on: handlers<CoeRow, CoeEvent>({
    CoeRegistered: ({ event: { data } }) => {
      const { coeId: id, code, at: created_at } = data
      const row = {
        id,
        code,
        ...detailsOf(data),
        ...NO_BANK,
        ...NO_PROPOSAL,
        ...NO_ANSWER,
        status: 'active',
        created_at,
      }
      return [{ key: [id], fold: () => row }]
    },
    CoeDetailsChanged: ({ event: { data } }) => change(data.coeId, detailsOf(data)),
    CoeDeactivated: ({ event: { data } }) => change(data.coeId, { status: 'inactive' }),
    CoeActivated: ({ event: { data } }) => change(data.coeId, { status: 'active' }),
    CoeBankProposed: ({ event: { data } }) =>
      change(data.coeId, {
        proposal: data.request,
        proposed_account_name: data.accountName,
        proposed_account_number: data.accountNumber,
        proposed_sort_code: data.sortCode,
        proposed_bank_name: data.bankName,
        proposed_by: data.by,
        proposed_at: data.at,
      }),
    CoeBankWithdrawn: ({ event: { data } }) => change(data.coeId, NO_PROPOSAL),
    CoeBankDeclined: ({ event: { data } }) =>
      changeBy(data.coeId, (row) => ({ ...NO_PROPOSAL, ...answered(row, 'declined', data) })),
    CoeBankConfirmed: ({ event: { data } }) =>
      changeBy(data.coeId, (row) => ({
        ...NO_PROPOSAL,
        ...answered(row, 'confirmed', data),
        bank_account_name: row.proposed_account_name,
        bank_account_number: row.proposed_account_number,
        bank_sort_code: row.proposed_sort_code,
        bank_name: row.proposed_bank_name,
        bank_confirmed_by: data.by,
        bank_confirmed_at: data.at,
      })),
  }),
}
