import { useMemo } from 'react'
import type { ChainActName } from '#api/money/contracts/payment.ts'
import { PAYMENT_STEPS, STATUS_CHOICES } from '#api/money/contracts/payment-steps.ts'
import { useUser } from '#web/shell/session-queries.ts'

/** What a person may do to transactions or invoices on their chain: one of its steps, or the return. */
export type ChainAct<Name extends string = ChainActName> = {
  readonly name: Name
  /** On buttons and in the sentence that asks: 'Approve NGN … for …?' */
  readonly verb: string
  readonly path: string
  /** The status from which it starts; a return from any of these. */
  readonly from: readonly string[]
  /** Whether it is the last step, which pays the hospital. */
  readonly paysOut: boolean
  /** What it is done to. */
  readonly to: ActedOn
}
/** What a step is taken on: in the words of the dialog that asks. */
export type ActedOn = {
  readonly title: string
  readonly one: string
  readonly many: string
  /** To whoever writes why it is returned. */
  readonly reasonHint: string
}
const TRANSACTIONS: ActedOn = {
  ...{ title: 'payment', one: 'transaction', many: 'transactions' },
  reasonHint: 'The hospital and every approver read this.',
}

/** The steps that these permissions let a person take, and the return where a step of theirs is waited for. */
function actsOf(permissions: readonly string[]): readonly ChainAct[] {
  const mine = PAYMENT_STEPS.filter(({ permission }) => permissions.includes(permission))
  const last = PAYMENT_STEPS.at(-1)
  const steps = mine.map((one): ChainAct => {
    const { step: name, words, path, shownFrom } = one
    return { name, verb: words.verb, path, from: shownFrom, paysOut: one === last, to: TRANSACTIONS }
  })
  const from = mine.map(({ waits }) => waits).filter((status) => status !== STATUS_CHOICES[0]?.value)
  if (from.length === 0) return steps
  return [
    ...steps,
    { name: 'return', verb: 'Return', path: '/api/fanda/payment/return', from, paysOut: false, to: TRANSACTIONS },
  ]
}

/** What the signed-in person may do on the chain. */
export function useChainActs(): readonly ChainAct[] {
  const { permissions } = useUser()
  return useMemo(() => actsOf(permissions), [permissions])
}
