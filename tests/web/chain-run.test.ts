import { afterEach, expect, test, vi } from 'vitest'

// The browser's own, which the session asks for when it is first read.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
vi.stubGlobal('window', { addEventListener: () => undefined })
const { PartlyKnown, runAct } = await import('#web/features/money/payments/chain-run.ts')
const { shownLess } = await import('#api/contracts/shown-less.ts')

const ACT = { name: 'recommend', path: '/api/fanda/payment/recommend' } as Parameters<typeof runAct>[0]
const rowOf = (coeId: string) => ({
  ...{ id: `bill-${coeId}`, transaction_id: `TRX-${coeId}`, total: '1.00', status: 'payment initiated' },
  ...{ coe: { id: coeId, coe_name: coeId }, created_at: '2026-11-20T10:00:00.000Z' },
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

test('a hospital whose answer is lost takes nothing from what the others answered, and is sent again under its key', async () => {
  const keys: string[] = []
  let isCut = true
  vi.stubGlobal('fetch', async (_: string, { body, headers }: { body: string; headers: Headers }) => {
    const { coe_id: coeId } = JSON.parse(body) as { coe_id: string }
    keys.push(headers.get('idempotency-key') ?? '')
    if (isCut && coeId === 'b') throw new TypeError('Failed to fetch')
    const outcome = { id: `bill-${coeId}`, transaction_id: `TRX-${coeId}`, total: '1.00', outcome: 'done' }
    return Response.json({ message: 'Done', data: { outcomes: [outcome], caught_up: true, behind: [] } })
  })
  const rows = ['a', 'b', 'c'].map(rowOf)
  const error: unknown = await runAct(ACT, rows, '', 'key').catch((cause: unknown) => cause)
  if (!(error instanceof PartlyKnown)) throw error
  expect(error.isUncertain).toBe(true)
  expect(error.outcomes.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['bill-a', 'done'],
    ['bill-b', 'unknown'],
    ['bill-c', 'done'],
  ])
  isCut = false
  expect((await runAct(ACT, rows, '', 'key')).outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
  expect(keys.slice(0, 3)).toEqual(keys.slice(3))
})
