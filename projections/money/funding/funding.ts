import { foldedName } from '#domain/kernel/folded-name.ts'
import type { FundingEvent } from '#domain/money/funding/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import { type Change, handlers, type ReadModel } from '#projections/read-model.ts'

/** A pool credit, an allocation or money into a patient's wallet, with who asked, who decided and the outcome. Amount in kobo. */
export type FundingRow = {
  id: string
  kind: 'pool credit' | 'allocation' | 'patient funding'
  /** proposed, requested, completed, refused, declined or withdrawn. */
  status: string
  amount: number
  benefactor: string | null
  benefactor_key: string | null
  coe_id: string | null
  patient_id: string | null
  by: string
  at: string
  /** Who confirmed, declined or withdrew what needed a second person, and when; null while it waits, and of all others. */
  decided_by: string | null
  decided_at: string | null
  /** What they decided: confirmed, declined or withdrawn. */
  decision: string | null
}

type Begun = Pick<FundingRow, 'kind' | 'amount' | 'by' | 'at'> &
  Partial<Pick<FundingRow, 'status' | 'benefactor' | 'benefactor_key' | 'coe_id' | 'patient_id'>>

const idOf = ({ stream }: Recorded): string => stream.slice('funding-'.length)
const begin = (recorded: Recorded, begun: Begun): readonly Change<FundingRow>[] => {
  const id = idOf(recorded)
  const nobody = { benefactor: null, benefactor_key: null, coe_id: null, patient_id: null, ...UNDECIDED }
  return [{ key: [id], fold: () => ({ id, status: 'requested', ...nobody, ...begun }) }]
}
const from = (benefactor: string) => ({ benefactor, benefactor_key: foldedName(benefactor) })
const UNDECIDED = { decided_by: null, decided_at: null, decision: null }
const change = (recorded: Recorded, next: (row: FundingRow) => Partial<FundingRow>): readonly Change<FundingRow>[] => [
  { key: [idOf(recorded)], fold: (row) => (row === undefined ? undefined : { ...row, ...next(row) }) },
]
const end = (recorded: Recorded, status: string) => change(recorded, () => ({ status }))
const decide = (recorded: Recorded<Decision>, status: string, decision: string) => {
  const { by, at } = recorded.event.data
  return change(recorded, () => ({ status, decision, decided_by: by, decided_at: at }))
}
type Decision = Extract<FundingEvent, { type: 'FundingConfirmed' | 'FundingDeclined' | 'FundingWithdrawn' }>

/** Serves the list on the pool and allocation screen, and who is told of what waits for a second person. */
export const funding: ReadModel<FundingRow, 'funding'> = {
  name: 'funding',
  revision: 5,
  columns: {
    id: 'text not null',
    kind: 'text not null',
    status: 'text not null',
    amount: 'bigint not null',
    benefactor: 'text',
    benefactor_key: 'text collate "C"',
    coe_id: 'text',
    patient_id: 'text',
    by: 'text not null',
    at: 'timestamptz not null',
    decided_by: 'text',
    decided_at: 'timestamptz',
    decision: 'text',
  },
  temporal: true,
  key: ['id'],
  indexes: ['(at, id)', '(amount, id)', '(status, at, id)', '(by, decided_at)'],
  on: handlers<FundingRow, FundingEvent>({
    PoolCreditRequested: (recorded) => {
      const { benefactor, amount, by, at } = recorded.event.data
      return begin(recorded, { kind: 'pool credit', ...from(benefactor), amount, by, at })
    },
    AllocationRequested: (recorded) => {
      const { coeId, amount, by, at } = recorded.event.data
      return begin(recorded, { kind: 'allocation', coe_id: coeId, amount, by, at })
    },
    PatientFundingRequested: (recorded) => {
      const { coeId, patientId, amount, by, at } = recorded.event.data
      return begin(recorded, { kind: 'patient funding', coe_id: coeId, patient_id: patientId, amount, by, at })
    },
    PoolCreditProposed: (recorded) => {
      const { benefactor, amount, by, at } = recorded.event.data
      return begin(recorded, { kind: 'pool credit', status: 'proposed', ...from(benefactor), amount, by, at })
    },
    AllocationProposed: (recorded) => {
      const { coeId, amount, by, at } = recorded.event.data
      return begin(recorded, { kind: 'allocation', status: 'proposed', coe_id: coeId, amount, by, at })
    },
    PatientFundingProposed: (recorded) => {
      const { coeId, patientId, amount, by, at } = recorded.event.data
      const about = { coe_id: coeId, patient_id: patientId }
      return begin(recorded, { kind: 'patient funding', status: 'proposed', ...about, amount, by, at })
    },
    FundingConfirmed: (recorded) => decide(recorded, 'requested', 'confirmed'),
    FundingDeclined: (recorded) => decide(recorded, 'declined', 'declined'),
    FundingWithdrawn: (recorded) => decide(recorded, 'withdrawn', 'withdrawn'),
    FundingCompleted: (recorded) => end(recorded, 'completed'),
    FundingRefused: (recorded) =>
      // What was confirmed and could not be moved waits for a second person again.
      change(recorded, ({ decision }) =>
        decision === null ? { status: 'refused' } : { status: 'proposed', ...UNDECIDED },
      ),
  }),
}
