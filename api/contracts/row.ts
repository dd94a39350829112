import { z } from 'zod'
import type { Field, FieldKind, Fields } from '#projections/report/field.ts'
import { NairaText } from './common.ts'

type Written<K extends FieldKind> = K extends 'count' | 'hours' ? number : K extends 'flag' ? boolean : string
type Known<F extends Field> = F extends { readonly words: infer W }
  ? keyof W & string
  : F extends { readonly oneOf: readonly (infer V extends string)[] }
    ? V
    : Written<F['kind']>

/** What a field holds in an answer: naira as text, moments as ISO, days as YYYY-MM-DD. */
export type CellOf<F extends Field> = F extends { readonly nullable: true } ? Known<F> | null : Known<F>

type Nested<Path extends string, V> = Path extends `${infer First}.${infer Rest}`
  ? { [K in First]: Nested<Rest, V> }
  : { [K in Path]: V }
type PathOf<F extends Field, Name extends string> = F extends { readonly as: infer Path extends string } ? Path : Name
type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
/** The fields of a list as they stand in its rows: by their names, those that the spec has in one another nested. */
type RowIn<F extends Fields> = All<{ [K in keyof F & string]: Nested<PathOf<F[K], K>, CellOf<F[K]>> }[keyof F & string]>
type RowSchema<F extends Fields> = z.ZodObject<{ [K in keyof RowIn<F>]: z.ZodType<RowIn<F>[K], RowIn<F>[K]> }>

const SCHEMAS = {
  text: z.string(),
  code: z.string(),
  status: z.string(),
  naira: NairaText,
  count: z.int(),
  hours: z.int().describe('In working minutes'),
  day: z.string(),
  instant: z.string(),
  flag: z.boolean(),
} as const satisfies Record<FieldKind, z.ZodType>

/** The row of a report in the contract. */
export function rowOf<F extends Fields>(fields: F): RowSchema<F> {
  const schemas = nested(fields, Object.fromEntries(Object.entries(fields).map(([id, field]) => [id, schemaOf(field)])))
  return objectOf(schemas) as unknown as RowSchema<F> // what is nested by its path has lost its type
}

const objectOf = (shape: Nest<z.ZodType>): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([id, inner]) => [id, inner instanceof z.ZodType ? inner : objectOf(inner)]),
    ),
  )

type Nest<V> = { [name: string]: V | Nest<V> }

/** What is known of each field by its own name, put where the field stands in a row. */
export function nested<V>(fields: Fields, values: Readonly<Record<string, V>>): Nest<V> {
  const row: Nest<V> = {}
  for (const [id, value] of Object.entries(values)) {
    const parts = (fields[id]?.as ?? id).split('.')
    const last = parts.pop() ?? id
    let inner = row
    for (const part of parts) inner = (inner[part] ??= {}) as Nest<V> // a field is nowhere where others are nested
    inner[last] = value
  }
  return row
}

function schemaOf({ kind, words, oneOf, nullable, about }: Field): z.ZodType {
  const values = words === undefined ? oneOf : Object.keys(words)
  const value = values === undefined ? SCHEMAS[kind] : z.enum(values)
  const whole = nullable === true ? value.nullable() : value
  return about === undefined ? whole : whole.describe(about)
}
