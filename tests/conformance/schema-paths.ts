import { z } from 'zod'

/** What stands inside of what may be left out, be null, or be many. */
function inner(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return inner(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return inner(schema.element as z.ZodType)
  return schema
}

/** Whether a schema has a field: `data.documents[].document_name`. */
export function hasPath(schema: z.ZodType, path: string): boolean {
  const [first = '', ...rest] = path.replaceAll('[]', '').split('.')
  const object = inner(schema)
  if (object instanceof z.ZodUnion) return object.options.some((one) => hasPath(one as z.ZodType, path))
  if (!(object instanceof z.ZodObject)) return false
  const field = (object.shape as Record<string, z.ZodType>)[first]
  return field !== undefined && (rest.length === 0 || hasPath(field, rest.join('.')))
}

/** The names of the fields that a body takes. */
export const namesIn = (schema: z.ZodType | undefined): readonly string[] => {
  const object = schema === undefined ? undefined : inner(schema)
  if (object instanceof z.ZodUnion) return [...new Set(object.options.flatMap((one) => namesIn(one as z.ZodType)))]
  return object instanceof z.ZodObject ? Object.keys(object.shape) : []
}
