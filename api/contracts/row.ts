import { z } from 'zod'
import type { Field, FieldKind, Fields } from '#projections/report/field.ts'
import { NairaText } from './common.ts'

type Written<K extends FieldKind> = K extends 'count' ? number : K extends 'flag' ? boolean : string
type Known<F extends Field> = F extends { readonly words: infer W }
  ? keyof W & string
  : F extends { readonly oneOf: readonly (infer V extends string)[] }
    ? V
    : Written<F['kind']>

/** What a field holds in an answer: naira as text, moments as ISO, days as YYYY-MM-DD. */
export type CellOf<F extends Field> = F extends { readonly nullable: true } ? Known<F> | null : Known<F>

type RowSchema<F extends Fields> = z.ZodObject<{
  -readonly [K in keyof F & string]: z.ZodType<CellOf<F[K]>, CellOf<F[K]>>
}>

const SCHEMAS = {
  text: z.string(),
  code: z.string(),
  status: z.string(),
  naira: NairaText,
  count: z.int(),
  day: z.string(),
  instant: z.string(),
  flag: z.boolean(),
} as const satisfies Record<FieldKind, z.ZodType>

/** The row of a report in the contract. */
export function rowOf<F extends Fields>(fields: F): RowSchema<F> {
  const shape = Object.entries(fields).map(([id, field]) => [id, schemaOf(field)] as const)
  return z.object(Object.fromEntries(shape)) as unknown as RowSchema<F> // Object.fromEntries forgets the names
}

function schemaOf({ kind, words, oneOf, nullable, about }: Field): z.ZodType {
  const values = words === undefined ? oneOf : Object.keys(words)
  const value = values === undefined ? SCHEMAS[kind] : z.enum(values)
  const whole = nullable === true ? value.nullable() : value
  return about === undefined ? whole : whole.describe(about)
}
