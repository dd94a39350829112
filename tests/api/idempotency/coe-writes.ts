import { pilotCoeId } from '#scripts/demo/catalogue/reference.ts'
import type { Write } from './staff-writes.ts'

/** Nobody of whom other writes are about is there. */
const COE = `/api/coes/${pilotCoeId('UNTH')}`
const details = {
  ...{ coe_name: 'Lagos University Teaching Hospital', coe_type: 'Federal', coe_address: 'Ishaga Road, Idi-Araba' },
  ...{ coe_id_cap: 'CAP-LUTH', state_id: 25 },
}
const created = {
  ...{ ...details, coe_code: 'LUTH', first_name: 'Ada', last_name: 'Obi' },
  ...{ email: 'luth@example.org', phone_number: '08012345678' },
}
const bank = {
  ...{ bank_account_name: 'Teaching Hospital', bank_account_number: '0123456789' },
  ...{ bank_sort_code: '011151003', bank_name: 'Wema Bank' },
}
const role = 'SUPER_ADMIN'
/** Those that create and change hospitals. What waits is nobody's: these say no, and say it again. */
export const COE_WRITES: Readonly<Record<string, Write>> = {
  'POST /api/coes': { role, body: created, other: { ...created, coe_name: 'Another' } },
  'PUT /api/coes/:id': { role, url: COE, body: details, other: { ...details, coe_name: 'Another' } },
  'POST /api/coes/:id/bank': { role, url: `${COE}/bank`, body: bank, other: { ...bank, bank_name: 'Another' } },
  'POST /api/coes/:id/bank/confirm': {
    ...{ role, url: `${COE}/bank/confirm` },
    ...{ body: { proposal: 'one' }, other: { proposal: 'another' } },
  },
  'POST /api/coes/:id/bank/decline': {
    ...{ role, url: `${COE}/bank/decline` },
    ...{ body: { proposal: 'one', reason: 'No' }, other: { proposal: 'one', reason: 'Not so' } },
  },
  'POST /api/coes/:id/bank/withdraw': {
    ...{ role, url: `${COE}/bank/withdraw` },
    ...{ body: { proposal: 'one' }, other: { proposal: 'another' } },
  },
  'POST /api/coes/:id/deactivate': {
    ...{ role, url: `${COE}/deactivate` },
    ...{ body: { reason: 'Closed' }, other: { reason: 'Closed for good' } },
  },
  'POST /api/coes/:id/activate': {
    ...{ role, url: `${COE}/activate`, body: {}, other: {} },
    otherUrl: `/api/coes/${pilotCoeId('NHA')}/activate`,
  },
}
