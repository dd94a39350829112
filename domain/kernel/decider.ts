/**
 * Where a command comes from: for operators and auditors, kept in the metadata of every event it causes.
 * No rule may read it (what a rule needs is in the command's data, or in `by` and `at`).
 */
export type Origin = {
  /** Role names of the actor when the command was given. */
  readonly roles: readonly string[]
  /** The permission that let the command through. */
  readonly permission: string
  /** The actor's hospital, for people who belong to one. */
  readonly coeId?: string
  /** One id for everything that follows from one request. */
  readonly correlationId: string
  /** Id of the event that caused this command, when a process manager gave it. */
  readonly causationId?: string
  /** User id of the person a support session stands in for. */
  readonly onBehalfOf?: string
}

/** An intention whose shape is already checked. `id` makes it safe to send twice; `at` (ISO, UTC) is the only clock; `by` is a user id. */
export type Command<T extends string, D> = {
  readonly type: T
  readonly id: string
  readonly by: string
  readonly at: string
  readonly data: D
  readonly origin: Origin
}

/** Any command, for code that carries commands without looking inside. */
export type AnyCommand = Command<string, unknown>

/** An event without its union: what the log's edge handles. */
export type AnyEvent = { readonly type: string; readonly data: unknown }

/** A "no" that the business expects. What nobody expects is thrown. `detail` never holds personal data. */
export type Refusal<R extends string = string> = {
  readonly refused: R
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Events to append, none when the outcome is already in the state, or a refusal. */
export type Decision<E, R extends string> = readonly E[] | Refusal<R>

/** A pure aggregate. `evolve` is total and never throws: a stored event is a fact. `category` has no dash. */
export type Decider<S, C extends AnyCommand, E extends AnyEvent, R extends string> = {
  readonly category: string
  readonly initial: () => S
  readonly decide: (command: C, state: S) => Decision<E, R>
  readonly evolve: (state: S, event: E) => S
}

/** Says no. */
export function refuse<R extends string>(refused: R, detail?: Readonly<Record<string, unknown>>): Refusal<R> {
  return detail === undefined ? { refused } : { refused, detail }
}

/** Tells a "no" from the events of a "yes". */
export function isRefusal<E, R extends string>(decision: Decision<E, R>): decision is Refusal<R> {
  return 'refused' in decision
}
