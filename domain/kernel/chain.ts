import { type Refusal, refuse } from './decider.ts'
import type { Permission } from './permissions.ts'
import { isBlank } from './blank.ts'

/** One step of a chain: from where to where, who may take it, and every word that people read about it. */
export type Link = {
  readonly step: string
  /** States of the aggregate; the first link's `from` is where the chain begins. */
  readonly from: string
  readonly to: string
  readonly permission: Permission
  /** The event that records the step. */
  readonly event: string
  /** The word of lists and filters once it is taken. */
  readonly status: string
  /** How rows name it: `{stem}_at`, `{stem}_by`. */
  readonly stem: string
  readonly words: {
    /** On the button: 'Recommend'. */
    readonly verb: string
    /** After 'waits for you to': 'recommend'. */
    readonly act: string
    /** Of the step taken, as heading and filter: 'Recommended'. */
    readonly done: string
    /** After a name: 'recommended it'. */
    readonly did: string
    /** After 'it is': 'recommended'. */
    readonly is: string
  }
}

/** Where a chain begins. */
export type Start = {
  readonly state: string
  readonly status: string
  readonly words: {
    /** As filter: 'Not initiated'. */
    readonly waits: string
    /** After 'it is': 'not initiated yet'. */
    readonly is: string
  }
}

/** A step that somebody took. `by` is a user id, `at` ISO. */
export type Act<Step extends string> = { readonly step: Step; readonly by: string; readonly at: string }

/** Where one aggregate stands in its chain: what the rules of every step look at. */
export type Standing<Step extends string, State extends string> = {
  readonly status: State
  /** The steps of the present round, in order. */
  readonly acts: readonly Act<Step>[]
}

/** Somebody who may take no step, and what they did: whoever billed, whoever proposed. */
export type Barred = { readonly did: string; readonly by: string }

/** What any chain may say no with; each aggregate's own name stands before it. */
export const CHAIN_NOS = [
  'step_already_taken',
  'step_too_early',
  'same_person',
  'changed',
  'not_in_chain',
  'not_your_turn',
  'reason_required',
] as const
export type ChainNo = (typeof CHAIN_NOS)[number]

/** `transaction_step_too_early` … */
export type ChainRefusal<Of extends string> = `${Of}_${ChainNo}`

/**
 * Steps by different people, one after the other: the payment chain, an invoice, a second person's word (domain.md,
 * Transaction, Invoice, Money; architecture.md, Rooms). In order, once; nobody twice in a round, whatever roles they
 * hold; what was approved must still be what is there; whoever's turn it is may send it back with a reason.
 */
export type Chain<Of extends string, S extends Start, L extends Link> = {
  readonly of: Of
  readonly start: S
  readonly links: readonly L[]
  /** The statuses in order, that of the start first. */
  readonly statuses: readonly (S['status'] | L['status'])[]
  readonly permissions: readonly Permission[]
  readonly link: (step: L['step']) => L
  /** The link that an event records. */
  readonly linkOf: <E extends L['event']>(event: E) => Extract<L, { event: E }>
  /** The link whose turn it is in a state; undefined at the end. */
  readonly next: (state: S['state'] | L['to']) => L | undefined
  /** The word of lists and filters for a state. */
  readonly statusIn: (state: S['state'] | L['to']) => S['status'] | L['status']
  /** What completes 'it is' in a state, or with the state's own name. */
  readonly isIn: (state: string) => string
  /** The steps that these permissions let a person take. */
  readonly stepsWith: (permissions: ReadonlySet<Permission>) => readonly L['step'][]
  /** Why this person may not take the step now; undefined when they may. */
  readonly mayNotTake: (
    step: L['step'],
    by: string,
    at: Standing<L['step'], S['state'] | L['to']>,
    barred: readonly Barred[],
  ) => Refusal<ChainRefusal<Of>> | undefined
  /** Why this person, who may take `steps`, may not send it back now. */
  readonly mayNotReturn: (
    returning: { readonly by: string; readonly steps: readonly L['step'][]; readonly reason: string },
    at: Standing<L['step'], S['state'] | L['to']>,
    barred: readonly Barred[],
  ) => Refusal<ChainRefusal<Of>> | undefined
  /** Why what was approved may not go on: hashes of it then and now. */
  readonly changedSince: (approved: string, present: string) => Refusal<ChainRefusal<Of>> | undefined
  /** The standing after the event of a step. */
  readonly taken: (
    event: L['event'],
    at: Standing<L['step'], S['state'] | L['to']>,
    act: { readonly by: string; readonly at: string },
  ) => Standing<L['step'], S['state'] | L['to']>
}

/** Makes a chain of links that follow one another. `of` is the aggregate, as its refusals name it. */
export function chain<const Of extends string, const S extends Start, const L extends Link>(
  of: Of,
  start: S,
  links: readonly L[],
): Chain<Of, S, L> {
  type Step = L['step']
  type State = S['state'] | L['to']
  links.forEach((link, index) => {
    const before = links[index - 1]?.to ?? start.state
    if (link.from !== before) throw new Error(`The chain of ${of} is broken before '${link.step}'`)
  })
  const no = (why: ChainNo, detail?: Record<string, unknown>) => refuse<ChainRefusal<Of>>(`${of}_${why}`, detail)
  const found = <Found extends L>(link: Found | undefined, name: string): Found => {
    if (link === undefined) throw new Error(`Not of the chain of ${of}: ${name}`)
    return link
  }
  const link = (step: Step) =>
    found(
      links.find((candidate) => candidate.step === step),
      step,
    )
  const linkOf = <E extends L['event']>(event: E) =>
    found(
      links.find((candidate): candidate is Extract<L, { event: E }> => candidate.event === event),
      event,
    )
  const next = (state: State) => links.find(({ from }) => from === state)

  /** How many steps have been taken in a state. */
  const placeOf = (state: State) => links.findIndex(({ to }) => to === state) + 1

  function isTurnOf(step: Step, { status }: Standing<Step, State>) {
    const wanted = link(step)
    if (status === wanted.from) return undefined
    const isBehind = placeOf(status) > links.indexOf(wanted)
    return no(isBehind ? 'step_already_taken' : 'step_too_early', { status })
  }
  function isNew(by: string, { acts }: Standing<Step, State>, barred: readonly Barred[]) {
    const before = barred.find((other) => other.by === by) ?? acts.find((act) => act.by === by)
    if (before === undefined) return undefined
    return no('same_person', { did: 'did' in before ? before.did : before.step, by })
  }
  return {
    of,
    start,
    links,
    statuses: [start.status, ...links.map(({ status }) => status)],
    permissions: links.map(({ permission }) => permission),
    link,
    linkOf,
    next,
    statusIn: (state) => links.find(({ to }) => to === state)?.status ?? start.status,
    isIn: (state) =>
      state === start.state ? start.words.is : (links.find(({ to }) => to === state)?.words.is ?? state),
    stepsWith: (permissions) => links.filter(({ permission }) => permissions.has(permission)).map(({ step }) => step),
    mayNotTake: (step, by, at, barred) => isTurnOf(step, at) ?? isNew(by, at, barred),
    mayNotReturn: ({ by, steps, reason }, at, barred) => {
      const turn = next(at.status)
      if (turn === undefined || at.status === start.state) return no('not_in_chain')
      if (!steps.includes(turn.step)) return no('not_your_turn', { next: turn.step })
      if (isBlank(reason)) return no('reason_required')
      return isNew(by, at, barred)
    },
    changedSince: (approved, present) => (approved === present ? undefined : no('changed')),
    taken: (event, { acts }, { by, at }) => {
      const { step, to } = linkOf(event)
      return { status: to, acts: [...acts, { step, by, at }] }
    },
  }
}
