import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { isReadable, UNREADABLE } from '#domain/kernel/text.ts'
import { HttpError } from '#api/http-error.ts'
import { mistakeInWords } from './mistake-words.ts'

/** How deep a body may be nested; the deepest contract has four levels. */
const MAX_DEPTH = 10
/** So many mistakes are told at once, and so much of a field's name. */
const [MAX_TOLD, MAX_NAME] = [20, 100]

type Mistake = { readonly path: readonly PropertyKey[]; readonly message: string }

/**
 * What comes in is checked twice: no part of any request may hold what no reader can hold (architecture.md), and each
 * part must fit its route's schema, by the compiler below. Either way the answer is 422 and names the fields (domain.md,
 * Paths), and of a path 404.
 */
export function checkInput(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body, is404 }) => {
    // Nothing reads it: the address of a page, or of nothing.
    if (is404) return
    // `/api/transactions/` is a bill without an id, and not a field that somebody could fill.
    if (Object.entries(Object(params)).some(([name, value]) => name !== '*' && value === '')) throw nothingThere()
    if (unreadableIn(params, []) !== undefined) throw nothingThere()
    const found = [query, body].flatMap((part) => unreadableIn(part, []) ?? [])
    if (found.length > 0) throw refusedInput(found)
  })
}

/**
 * How every part of a call is checked against its schema; refused with 422 in the house's words. What no path of ours can
 * be is the address of nothing: nobody fills in a path, and how an id is made is nobody's affair.
 */
export const inputCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (input: unknown) => {
    const parsed = schema.safeParse(input, { error: mistakeInWords })
    if (parsed.success) return { value: parsed.data }
    return { error: httpPart === 'params' ? nothingThere() : refusedInput(parsed.error.issues.flatMap(mistakesOf)) }
  }

const nothingThere = () => new HttpError(404, 'Not found')

/** The first text or name that cannot be stored, or the place where it gets too deep. */
function unreadableIn(value: unknown, path: readonly PropertyKey[]): Mistake | undefined {
  if (typeof value === 'string') return isReadable(value) ? undefined : { path, message: UNREADABLE }
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return undefined
  if (path.length >= MAX_DEPTH) return { path: path.slice(0, 1), message: 'Nested too deeply' }
  for (const [name, inner] of Object.entries(value)) {
    const found = isReadable(name)
      ? unreadableIn(inner, [...path, name])
      : { path: [...path, name], message: UNREADABLE }
    if (found !== undefined) return found
  }
  return undefined
}

/** Each name that the schema does not know is a mistake of its own. */
function mistakesOf(issue: z.core.$ZodIssue): readonly Mistake[] {
  if (issue.code !== 'unrecognized_keys') return [issue]
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: `${nameOf([key])} is not a field here` }))
}

const nameOf = (path: readonly PropertyKey[]): string => {
  const name = path
    .map(String)
    .join('.')
    .replaceAll(/[\p{Cc}\p{Surrogate}]/gu, '?')
  return name === '' ? 'body' : name.slice(0, MAX_NAME)
}

/** 422 with a list per field; several messages are joined with ' | ' (spec, validations.tsv). */
function refusedInput(mistakes: readonly Mistake[]): HttpError {
  const errors = new Map<string, string[]>()
  for (const { path, message } of mistakes.slice(0, MAX_TOLD)) {
    const field = nameOf(path)
    errors.set(field, [...(errors.get(field) ?? []), message])
  }
  return new HttpError(422, [...new Set([...errors.values()].flat())].join(' | '), Object.fromEntries(errors))
}
