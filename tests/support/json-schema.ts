import type { z } from 'zod'
import { inputSchemaOf, type JsonSchema } from '#scripts/fuzz/json-schema.ts'

export type Leaf = { readonly path: string; readonly schema: JsonSchema }

/** Every part of what a zod schema takes in, with where it stands: `lines[].name`. */
export function partsOf(schema: z.ZodType): readonly Leaf[] {
  return partsIn(inputSchemaOf(schema), '')
}

function partsIn(schema: JsonSchema, path: string): readonly Leaf[] {
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
export function unboundedBy({ type, ...schema }: JsonSchema): string | undefined {
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
