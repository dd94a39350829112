import { expect, test } from 'vitest'
import { plainStatus, plainSteps, treatedBy, whatComesNext } from '#web/features/money/my-billing/plain-bill.ts'
import { statusOf } from '#web/ui/status.tsx'
import { PAYMENT_CHAIN } from '#domain/money/transaction/chain.ts'

const bill = { created_at: '2026-01-02T09:00:00.000Z', permsec_approved_on: null, reversed_on: null }

test.each(PAYMENT_CHAIN.statuses)(
  'a patient reads of "%s" in plain words how far it is and what comes next',
  (status) => {
    const steps = plainSteps({ ...bill, status })
    const words = [plainStatus(status).label, whatComesNext(status), ...steps.map(({ name }) => name)].join(' ')
    expect(words).not.toMatch(/[A-Z]{2}|[Pp]erm|[Ii]nitiat|[Rr]ecommend/)
    expect(whatComesNext(status)).toContain('need not do anything')
    // One step is under way, those before it are done, those after it not yet.
    const at = steps.findIndex(({ state }) => state === 'current')
    expect(steps.map(({ state }) => state)).toEqual(
      steps.map((_, place) => (place < at ? 'done' : place === at ? 'current' : 'ahead')),
    )
  },
)

test('who is paid last of all reads so', () => {
  expect(plainStatus('permsec approved').label).toBe('The hospital is being paid')
  expect(plainStatus('payment approved').label).toBe('Being checked')
})

test('what the ministry asks the hospital looks like no alarm to a patient', () => {
  for (const status of ['billed', 'returned', 'answered'])
    expect(statusOf(plainStatus(status).status).meaning, status).toBe('plain')
})

test('who treated them is told by name and profession, never by a role', () => {
  expect(treatedBy({ biller: { name: 'Aisha Mohammed', profession: 'Consultant oncologist' } })).toBe(
    'Aisha Mohammed, Consultant oncologist',
  )
  expect(treatedBy({ biller: { name: 'Aisha Mohammed', profession: null } })).toBe(
    'Aisha Mohammed, staff of the hospital',
  )
  expect(treatedBy({ biller: { name: '', profession: null } })).toBe('Staff of the hospital')
})

test('a bill that was taken back reads so to its patient, and ends with the money in the wallet', () => {
  const steps = plainSteps({ ...bill, status: 'reversed', reversed_on: '2026-01-09T09:00:00.000Z' })
  expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  expect(steps.at(-1)).toMatchObject({ name: 'Your wallet has its money back', at: '2026-01-09T09:00:00.000Z' })
  expect([plainStatus('reversed').label, plainStatus('disputed').label]).toEqual([
    'Back in your wallet',
    'Under review',
  ])
  // Good news has the colour of what is done.
  expect(plainStatus('reversed').status).toBe('permsec approved')
  for (const status of ['reversed', 'disputed']) expect(whatComesNext(status)).toContain('need not do anything')
})
