/** The five steps of the payment chain, in order, and the way back. */
export const STEPS = ['initiate', 'recommend', 'approve', 'dfa', 'permsec'] as const
export type Step = (typeof STEPS)[number] | 'return'

export type Bill = {
  readonly id: string
  readonly kind: 'service' | 'drug'
  readonly coeId: string
  readonly patientId: string
  readonly total: number
}

/**
 * The drill's own books: what the portal has acknowledged over HTTP, and nothing else; in kobo. Knows none of the
 * portal's code, so that a mistake there is not made here as well.
 */
export type Ledger = {
  poolCredited(id: string, amount: number): void
  allocated(id: string, coeId: string, amount: number): void
  funded(id: string, coeId: string, patientId: string, amount: number): void
  billed(bill: Bill): void
  stepTaken(step: Step, bill: Bill): void
  /** Refused commands leave nothing; their ids, where an answer told one, must not be found. */
  readonly balances: ReadonlyMap<string, number>
  /** Every effect that must stand in the log, with how often: `funding <id>`, `bill <id>`, `initiate <id>`. */
  readonly effects: ReadonlyMap<string, number>
}

/** How a paid drug bill is shared, in basis points, in the order in which a rounding kobo is given out. */
const DRUG_SHARES = { coe: 8_500, bank: 100, manufacturer: 1_200, emge: 200 }

export function createLedger(opening: ReadonlyMap<string, number>): Ledger {
  const balances = new Map(opening)
  const effects = new Map<string, number>()
  const note = (effect: string) => void effects.set(effect, (effects.get(effect) ?? 0) + 1)
  const move = (from: string, to: string, amount: number) => {
    balances.set(from, (balances.get(from) ?? 0) - amount)
    balances.set(to, (balances.get(to) ?? 0) + amount)
  }
  return {
    poolCredited(id, amount) {
      note(`funding ${id}`)
      move('benefactors', 'pool', amount)
    },
    allocated(id, coeId, amount) {
      note(`funding ${id}`)
      move('pool', `allocation:${coeId}`, amount)
    },
    funded(id, coeId, patientId, amount) {
      note(`funding ${id}`)
      move(`allocation:${coeId}`, `patient:${patientId}`, amount)
    },
    billed({ id, patientId, coeId, total }) {
      note(`bill ${id}`)
      move(`patient:${patientId}`, `payable:${coeId}`, total)
    },
    stepTaken(step, { id, coeId, kind, total }) {
      note(`${step} ${id}`)
      if (step !== 'permsec') return
      const shares = kind === 'drug' ? sharesOf(total) : { coe: total }
      for (const [party, amount] of Object.entries(shares)) {
        if (amount > 0) move(`payable:${coeId}`, `disbursed:${party}`, amount)
      }
    },
    balances,
    effects,
  }
}

/** Largest remainder: everybody gets the whole kobo of their part, and what is left goes to the largest fractions. */
function sharesOf(total: number): Record<string, number> {
  const parts = Object.entries(DRUG_SHARES).map(([party, points]) => {
    const exact = BigInt(total) * BigInt(points)
    return { party, whole: Number(exact / 10_000n), rest: Number(exact % 10_000n) }
  })
  let left = total - parts.reduce((sum, { whole }) => sum + whole, 0)
  // Sorting is stable: equal fractions keep the order of the parties.
  for (const part of [...parts].sort((one, other) => other.rest - one.rest)) {
    if (left === 0) break
    part.whole += 1
    left -= 1
  }
  return Object.fromEntries(parts.map(({ party, whole }) => [party, whole]))
}
