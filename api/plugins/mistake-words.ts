import type { z } from 'zod'
import { fieldLabel } from '#api/contracts/field-label.ts'

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date, such as 2026-03-31',
  datetime: 'a date and time, such as 2026-03-31T09:00:00Z',
  uuid: 'an id',
  email: 'an e-mail address',
}
/** So many values that a field may have are told. */
const MOST_TOLD = 12

/** What is said of a mistake where a schema says nothing of its own: never the validator's words, and by the field's name. */
export function mistakeInWords(issue: z.core.$ZodRawIssue): string {
  const { input, path = [] } = issue
  const field = path.findLast((segment) => typeof segment === 'string')
  if (field === undefined) return 'A JSON object is required'
  const label = fieldLabel(field)
  const isMissing = input === undefined || input === null || input === ''
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? `${label} is required` : `${label} must be ${KINDS[issue.expected] ?? 'something else'}`
    case 'invalid_value':
      return isMissing ? `${label} is required` : `${label} must be ${oneOf(issue.values)}`
    case 'invalid_format':
      return `${label} must be ${FORMATS[issue.format] ?? 'something else'}`
    case 'too_small':
      if (isMissing) return `${label} is required`
      return `${label} must ${sizeOf(issue.origin, `at least ${issue.minimum}`)}`
    case 'too_big':
      return `${label} must ${sizeOf(issue.origin, `at most ${issue.maximum}`)}`
    default:
      return isMissing ? `${label} is required` : `${label} cannot be read`
  }
}

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1
    ? String(values[0])
    : `one of ${values.slice(0, MOST_TOLD).map(String).join(', ')}${values.length > MOST_TOLD ? ' and others' : ''}`

function sizeOf(origin: string, bound: string): string {
  if (origin === 'string') return `have ${bound} characters`
  return origin === 'array' || origin === 'set' ? `have ${bound} entries` : `be ${bound}`
}
