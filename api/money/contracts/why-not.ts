import { z } from 'zod'
import { Day } from '#domain/kernel/dates.ts'
import { text } from '#domain/kernel/text.ts'
import { Key } from '#api/contracts/input.ts'

/** The most records that are asked about at once: a page of a list. */
export const MOST_ASKED = 200

/** What acts may be asked about, as the body names them; each is answered in `api/money/acts/asked.ts`. */
const ASKED = ['transactions', 'invoices'] as const
export type AskedKind = (typeof ASKED)[number]

const Ids = z.array(Key).max(MOST_ASKED).optional().describe('By id or number')

/** POST /api/why_not: what the caller may do with each record, and why not. A period is that of billing days, both included. */
export const WhyNotBody = z
  .strictObject({
    ...(Object.fromEntries(ASKED.map((kind) => [kind, Ids])) as Record<AskedKind, typeof Ids>),
    acts: z.array(text(40)).max(40).optional().describe('Only these acts; left out, every one'),
    start_date: Day.optional(),
    end_date: Day.optional(),
  })
  .check(({ value, issues }) => {
    const wrong = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], input: value, message })
    const { start_date: start, end_date: end } = value
    if (ASKED.every((kind) => value[kind] === undefined)) wrong(ASKED[0], 'Name what is asked about')
    if ((start === undefined) !== (end === undefined))
      wrong(start === undefined ? 'start_date' : 'end_date', 'You must select a start and end date')
    if (start !== undefined && end !== undefined && end < start)
      wrong('end_date', 'The end date is before the start date')
  })
export type WhyNotBody = z.output<typeof WhyNotBody>

/** What a "no" is about. */
export const WHY_KINDS = [
  'permission',
  'reach',
  'state',
  'dispute',
  'acted before',
  'second person',
  'period',
  'record',
] as const
export type WhyKind = (typeof WHY_KINDS)[number]

const Act = z.object({
  act: z
    .string()
    .describe("A step of the chain, 'return', 'answer', 'dispute', or how a dispute ends; of an invoice 'cmd' too"),
  verb: z.string().describe('As on its button'),
  allowed: z.boolean(),
  why: z
    .object({
      kind: z.enum(WHY_KINDS),
      reason: z.string().min(1),
      could: z
        .object({
          act: z.string().describe("After 'could': what would take it on"),
          who: z.array(z.string()).describe('What people call the roles, or a name'),
        })
        .nullable()
        .describe('Who could act instead; null when no one can'),
    })
    .nullable()
    .describe('Null where it is allowed'),
})
export type Act = z.infer<typeof Act>
export type WhyNot = NonNullable<Act['why']>

/** One record, as it was asked about, with every act on it. */
export const ActsOf = z.object({
  id: z.string(),
  number: z.string().nullable().describe('Null where there is nothing by that within reach'),
  acts: z.array(Act),
})
export type ActsOf = z.infer<typeof ActsOf>

export const WhyNotAnswer = z.object({ data: z.partialRecord(z.enum(ASKED), z.array(ActsOf)) })
export type WhyNotAnswer = z.infer<typeof WhyNotAnswer>['data']
