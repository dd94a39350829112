import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import { personOf } from '#tests/support/demo-app.ts'
import type { Write } from './staff-writes.ts'

const patient = personOf('PATIENT')
const coe_id = pilotCoeId(patient.coeCode ?? '')

/** Those of the fund's own money. */
export const FUNDING_WRITES: Readonly<Record<string, Write>> = {
  'POST /api/pool/credit': {
    role: 'FUND_ADMIN',
    body: { benefactor: 'Lottery Trust', credit: '10.00' },
    other: { benefactor: 'Lottery Trust', credit: '10.01' },
  },
  'POST /api/coes/:id/allocation': {
    role: 'FUND_ADMIN',
    url: `/api/coes/${coe_id}/allocation`,
    body: { amount: '1.00' },
    other: { amount: '1.01' },
  },
  'POST /api/fundings/confirm': {
    role: 'FUND_ADMIN',
    body: { funding_id: 'nothing' },
    other: { funding_id: 'none' },
  },
  'POST /api/fundings/decline': {
    role: 'FUND_ADMIN',
    body: { funding_id: 'nothing', reason: 'No' },
    other: { funding_id: 'nothing', reason: 'Not so' },
  },
  'POST /api/fundings/withdraw': {
    role: 'FUND_ADMIN',
    body: { funding_id: 'nothing', reason: 'No' },
    other: { funding_id: 'nothing', reason: 'Not so' },
  },
  'POST /api/patients/:id/fund': {
    role: 'FUND_ADMIN',
    url: `/api/patients/${patient.userId}/fund`,
    body: { amount: '1.00' },
    other: { amount: '1.00', reason: 'Another' },
  },
}
