import type { Finding, FuzzReport } from './fuzz.ts'

const MOST = 600

/** A finding in one line, with the call to make again. */
export function inLine({ operation, fault, call }: Finding): string {
  if (call === undefined) return `${operation}: ${fault}`
  const { intent, method, path, body } = call
  const sent =
    body === undefined ? '' : ` ${body.type ?? 'no type'}: ${JSON.stringify(body.bytes.toString().slice(0, MOST))}`
  return `${operation}: ${fault}\n    ${intent} ${method} ${path.slice(0, MOST)}${sent}`
}

/** What a run gave, for people. */
export function inLines({ operations, calls, answers, neverDone, slow, findings }: FuzzReport): readonly string[] {
  const statuses = [...answers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `  ${name}: ${count}`)
  return [
    `${calls} calls of ${operations} operations, ${slow} took longer than two seconds`,
    ...statuses,
    ...(neverDone.length === 0 ? [] : [`Never done, however valid the call: ${neverDone.join(', ')}`]),
    findings.length === 0 ? 'Nothing that should not have happened' : `${findings.length} findings:`,
    ...findings.map(inLine),
  ]
}
