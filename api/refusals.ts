import type { Kysely } from 'kysely'
import type { Refusal } from '#domain/kernel/decider.ts'
import { peopleNames, SOMEONE } from '#projections/people/user-account/people-names.ts'
import type { Database } from '#projections/read-models.ts'
import { careAnswers, type CareRefusal } from './care/refusals.ts'
import { catalogueAnswers, type CatalogueRefusal } from './catalogue/refusals.ts'
import { moneyAnswers, type MoneyRefusal } from './money/refusals.ts'
import { peopleAnswers, type PeopleRefusal } from './people/refusals.ts'
import type { Answers } from './refusal-answer.ts'

/** Every "no" that a rule may say. A new one does not compile until its room answers it. */
export type RefusalCode = CareRefusal | CatalogueRefusal | MoneyRefusal | PeopleRefusal

/** Where refusals meet HTTP, and nowhere else. Quoted texts are the spec's (messages.tsv). */
export const ANSWERS: Answers<RefusalCode> = { ...careAnswers, ...catalogueAnswers, ...moneyAnswers, ...peopleAnswers }

export type AnsweredRefusal = { readonly status: number; readonly field: string | undefined; readonly message: string }

/** What people and clients are told. A refusal that names a person (`detail.by`) is told with their name. */
export async function answerRefusal(db: Kysely<Database>, refusal: Refusal<RefusalCode>): Promise<AnsweredRefusal> {
  const { status, field, message } = ANSWERS[refusal.refused]
  const detail = refusal.detail ?? {}
  if (typeof message === 'string') return { status, field, message }
  const { by } = detail
  const who = typeof by === 'string' ? (await peopleNames(db, [by]))(by) : SOMEONE
  return { status, field, message: message(detail, who) }
}
