import { z } from 'zod'

/** As much of a JSON Schema as its leaves need. */
export type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly maxItems?: number
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
}

export type Leaf = { readonly path: string; readonly schema: Schema }

/** Every part of what a zod schema takes in, with where it stands: `lines[].name`. */
export function partsOf(schema: z.ZodType): readonly Leaf[] {
  return partsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, '')
}

function partsIn(schema: Schema, path: string): readonly Leaf[] {
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([name, part]) =>
      partsIn(part, path === '' ? name : `${path}.${name}`),
    ),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((part) => partsIn(part, path)),
    ...(schema.items === undefined ? [] : [partsIn(schema.items, `${path}[]`)]),
  ]
  return [{ path, schema }, ...inner.flat()]
}

/** Written out from end to end, with no part that may repeat for ever. */
const isBounded = (pattern: string): boolean => /^\^.*\$$/s.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern)

/** Why a part could be longer, larger or more than its readers can hold; undefined when it cannot. */
export function unboundedBy({ type, ...schema }: Schema): string | undefined {
  if (schema.enum !== undefined || schema.const !== undefined) return undefined
  if (type === 'string') {
    if (schema.maxLength !== undefined || ['date', 'uuid'].includes(schema.format ?? '')) return undefined
    return schema.pattern !== undefined && isBounded(schema.pattern) ? undefined : 'a text without a limit'
  }
  if (type === 'number' || type === 'integer')
    return schema.minimum === undefined || schema.maximum === undefined ? 'a number without bounds' : undefined
  if (type === 'array') return schema.maxItems === undefined ? 'a list without a limit' : undefined
  return undefined
}
