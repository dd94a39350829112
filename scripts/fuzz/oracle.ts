import { z } from 'zod'
import { ErrorBody } from '#api/contracts/common.ts'
import { jsonIn } from '#domain/kernel/json.ts'
import type { Call } from './calls.ts'
import type { Operation } from './operations.ts'
import type { Answer } from './send.ts'

const STACK = /\bat [\w.<>]+ \(|node_modules|\.[jt]s:\d+:\d+|node:internal/
/** An answer this late is a fault on any machine; above two seconds it is counted. */
const TOO_LATE_MS = 30_000
const Refused = ErrorBody.extend({ errors: z.record(z.string().min(1), z.array(z.string()).min(1)) })

/** What is wrong with an answer (reliability: never 5xx, what the schema says, a field named, no stack); empty when nothing. */
export function faultsOf(
  { answer: schema, url }: Operation,
  call: Call,
  { status, headers, text, ms }: Answer,
): readonly string[] {
  const faults: string[] = []
  const type = String(headers['content-type'] ?? '')
  if (status === 0) return [`no answer: ${text}`]
  if (status >= 500) faults.push(`${status}: ${text.slice(0, 200)}`)
  if (STACK.test(text.slice(0, 20_000)) && type.includes('json')) faults.push('a stack trace in the body')
  if (ms > TOO_LATE_MS) faults.push(`answered after ${Math.round(ms)} ms`)
  if (text === '' || !type.includes('json')) return faults
  const body = jsonIn(text)
  if (body === undefined) return [...faults, 'a body that is no JSON']
  if (status === 200 && schema !== undefined && !schema.safeParse(body).success) faults.push('not what its schema says')
  if (status >= 400 && !ErrorBody.strict().safeParse(body).success)
    faults.push(`an error of another shape: ${text.slice(0, 200)}`)
  if (status === 422 && !Refused.safeParse(body).success) faults.push(`422 without a field: ${text.slice(0, 200)}`)
  if (status === 200 && call.intent === 'hostile' && url.includes(':') && call.path.includes('%00'))
    faults.push('NUL was taken')
  return faults
}
