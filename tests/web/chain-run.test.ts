import { afterEach, expect, test, vi } from 'vitest'

// The browser's own, which the session asks for when it is first read.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
vi.stubGlobal('window', { addEventListener: () => undefined })
const { runAct } = await import('#web/features/money/payments/chain-run.ts')
const { shownLess } = await import('#api/contracts/done.ts')

const ACT = { name: 'recommend', path: '/api/fanda/payment/recommend' } as Parameters<typeof runAct>[0]
const rowOf = (coeId: string) => ({
  ...{ id: `bill-${coeId}`, transaction_id: `TRX-${coeId}`, total: '1.00', status: 'payment initiated' },
  ...{ coe_id: coeId, coe_name: coeId, created_at: '2026-11-20T10:00:00.000Z' },
})

/** The server's answers, hospital by hospital: what does not show yet what was written there. */
function answering(behind: Readonly<Record<string, readonly string[]>>): void {
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { coe_id: coeId } = JSON.parse(body) as { coe_id: string }
    const late = behind[coeId] ?? []
    return Response.json({ message: 'Done', data: { outcomes: [], caught_up: late.length === 0, behind: late } })
  })
}
afterEach(() => vi.unstubAllGlobals())

test.each([
  [{ a: ['payments'], b: [] }, 'payments'],
  [{ a: [], b: ['transactions'] }, 'transactions'],
])(
  'a step on several hospitals says what does not show it yet, whichever hospital it is (%#)',
  async (behind, what) => {
    answering(behind)
    const done = await runAct(ACT, [rowOf('a'), rowOf('b')], '', 'key')
    expect(shownLess(done)).toBe(
      `It is saved, but not everything shows it yet: ${what}. There is no need to do it again.`,
    )
  },
)

test('nothing is said where all of it is shown', async () => {
  answering({})
  expect(shownLess(await runAct(ACT, [rowOf('a'), rowOf('b')], '', 'key'))).toBeUndefined()
})
