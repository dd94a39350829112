import type { FundingEvent } from '#domain/money/funding/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A pool credit, an allocation or money into a patient's wallet, with its outcome. Amount in kobo. */
export type FundingRow = {
  id: string
  kind: 'pool credit' | 'allocation' | 'patient funding'
  /** requested, completed or refused. */
  status: string
  amount: number
  benefactor: string | null
  coe_id: string | null
  patient_id: string | null
  by: string
  at: string
}

type Begun = Pick<FundingRow, 'kind' | 'amount' | 'by' | 'at'> &
  Partial<Pick<FundingRow, 'benefactor' | 'coe_id' | 'patient_id'>>

const idOf = ({ stream }: Recorded): string => stream.slice('funding-'.length)
const begin = (recorded: Recorded, begun: Begun): readonly Change<FundingRow>[] => {
  const id = idOf(recorded)
  const nobody = { benefactor: null, coe_id: null, patient_id: null }
  return [{ key: [id], fold: () => ({ id, status: 'requested', ...nobody, ...begun }) }]
}
const end = (recorded: Recorded, status: string): readonly Change<FundingRow>[] => [
  { key: [idOf(recorded)], fold: (row) => (row === undefined ? undefined : { ...row, status }) },
]

/** Serves the list on the pool and allocation screen. */
export const funding: ReadModel<FundingRow, 'funding'> = {
  name: 'funding',
  revision: 3,
  columns: {
    id: 'text not null',
    kind: 'text not null',
    status: 'text not null',
    amount: 'bigint not null',
    benefactor: 'text',
    coe_id: 'text',
    patient_id: 'text',
    by: 'text not null',
    at: 'timestamptz not null',
  },
  temporal: true,
  key: ['id'],
  indexes: ['(at, id)', '(amount, id)'],
  on: handlers<FundingRow, FundingEvent>({
    PoolCreditRequested: (recorded) => {
      const { benefactor, amount, by, at } = recorded.event.data
      return begin(recorded, { kind: 'pool credit', benefactor, amount, by, at })
    },
    AllocationRequested: (recorded) => {
      const { coeId, amount, by, at } = recorded.event.data
      return begin(recorded, { kind: 'allocation', coe_id: coeId, amount, by, at })
    },
    PatientFundingRequested: (recorded) => {
      const { coeId, patientId, amount, by, at } = recorded.event.data
      return begin(recorded, { kind: 'patient funding', coe_id: coeId, patient_id: patientId, amount, by, at })
    },
    FundingCompleted: (recorded) => end(recorded, 'completed'),
    FundingRefused: (recorded) => end(recorded, 'refused'),
  }),
}
