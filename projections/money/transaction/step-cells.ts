import { namesOf, PAYMENT_CHAIN, type PaymentLink, type StepEvent } from '#domain/money/transaction/chain.ts'

type Stem = PaymentLink['stem']

/** Who took each step of the payment chain, and when (ISO); null until then. Rows of bills and of payments hold them. */
export type StepCells = { [S in Stem as `${S}_at` | `${S}_by`]: string | null }

const pairs = PAYMENT_CHAIN.links.map(namesOf)

/** Their SQL types, in the order of the chain. */
export const STEP_COLUMNS = Object.fromEntries(
  pairs.flatMap(({ at, by }) => [
    [at, 'timestamptz'],
    [by, 'text'],
  ]),
) as { readonly [K in keyof StepCells]: string }

/** No step taken. */
export const NO_STEPS = Object.fromEntries(
  pairs.flatMap(({ at, by }) => [
    [at, null],
    [by, null],
  ]),
) as { readonly [K in keyof StepCells]: null }

/** What the event of a step writes. */
export function stepTaken(event: StepEvent, { at, by }: { readonly at: string; readonly by: string }) {
  const cells = namesOf(PAYMENT_CHAIN.linkOf(event))
  return { [cells.at]: at, [cells.by]: by } as Partial<Record<keyof StepCells, string>>
}
