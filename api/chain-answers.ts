import type { Chain, ChainNo, ChainRefusal, Link, Start } from '#domain/kernel/chain.ts'
import type { Answers } from './refusal-answer.ts'

/** What a chain's answers need beside its own words. */
type Told = {
  /** What a step is about, as people call it: 'bill'. */
  readonly thing: string
  /** What people call it: 'payment chain'. */
  readonly name: string
  /** What those did who may take no step of it. */
  readonly barred: Readonly<Record<string, string>>
  /** The field of the request that names what the step is about. */
  readonly field: string
}

/** What any chain says no with, in words. */
export function chainAnswers<Of extends string, S extends Start, L extends Link>(
  { of, links, isIn }: Chain<Of, S, L>,
  { thing, name, barred, field }: Told,
): Answers<ChainRefusal<Of>> {
  const did = (act: unknown) =>
    links.find(({ step }) => step === act)?.words.did ?? barred[String(act)] ?? 'acted on it'
  const begin = links[0]?.words.verb.toLowerCase() ?? 'begin'
  const answers: Answers<ChainNo> = {
    step_already_taken: {
      status: 409,
      message: ({ status }) => `Someone was faster: the ${thing} is already ${isIn(String(status))}`,
    },
    step_too_early: {
      status: 422,
      field,
      message: ({ status }) => `The step before is missing: the ${thing} is ${isIn(String(status))}`,
    },
    same_person: {
      status: 422,
      field,
      message: ({ did: act }, who) => `${who} ${did(act)} and cannot act on it again`,
    },
    changed: {
      status: 409,
      message: `The ${thing} has changed since it was approved; return it and ${begin} it again`,
    },
    not_in_chain: { status: 422, field, message: `The ${thing} is not in the ${name}` },
    not_your_turn: { status: 422, field, message: 'Only the office that has the next step can return it' },
    reason_required: { status: 422, field: 'reason', message: 'A reason is required' },
  }
  const named = Object.entries(answers).map(([no, answer]) => [`${of}_${no}`, answer])
  return Object.fromEntries(named) as Answers<ChainRefusal<Of>> // each `no` got the chain's own name, and nothing else
}
