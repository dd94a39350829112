import { expect, test } from 'vitest'
import { INVOICE_NOTICE_PERMISSIONS } from '#api/money/contracts/invoice-notice.ts'
import type { SessionUser } from '#api/people/contracts/session.ts'
import { INVOICE_CHAIN } from '#domain/money/invoice/chain.ts'
import { toldAtWork } from '#web/shell/told-at-work.ts'

type Holder = Pick<SessionUser, 'coe' | 'permissions'>
const HOSPITAL = { id: 'coe-1' } as NonNullable<SessionUser['coe']>
const told = (permissions: Holder['permissions'], coe: Holder['coe']) => toldAtWork({ permissions, coe })

test('whoever the server tells of invoices has the bell where their step is, and nowhere else', () => {
  for (const permission of INVOICE_NOTICE_PERMISSIONS) {
    const link = INVOICE_CHAIN.links.find((one) => one.permission === permission)
    const isHospitals = link?.step === 'generate' || link?.step === 'cmd'
    expect([permission, told([permission], HOSPITAL), told([permission], null)]).toEqual([
      permission,
      isHospitals ? ['invoices'] : [],
      isHospitals ? [] : ['invoices', 'payments'],
    ])
  }
})

test('somebody is told of all that their permissions are about, and a hospital of no bank details or funds', () => {
  expect(told(['BILL_DRUGS', 'GENERATE_INVOICE', 'CREATE_COE', 'CREDIT_POOL'], HOSPITAL)).toEqual(['bills', 'invoices'])
  expect(told(['BILL_DRUGS', 'CREATE_COE', 'CREDIT_POOL'], null)).toEqual(['banks', 'funds'])
  expect(told(['VIEW_DISPUTE_CHAT'], HOSPITAL)).toEqual(['disputes'])
  expect(told(['VIEW_DISPUTE_CHAT'], null)).toEqual([])
  expect(told(['VIEW_DISPUTE_CHAT', 'SEND_DISPUTE_CHAT'], null)).toEqual(['disputes'])
  expect(told(['MANAGE_ROLE'], null)).toEqual(['resets'])
  expect(told(['VIEW_LEDGER'], null)).toEqual([])
})
