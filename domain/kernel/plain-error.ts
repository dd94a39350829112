/** What may be said of an error in a log: what it is and where, and nothing that somebody typed. */
export type PlainError = {
  readonly name: string
  /** Ours, and a driver's few fixed sentences: those of a database or a parser quote the values that they refuse. */
  readonly message?: string
  readonly code?: string
  readonly severity?: string
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  /** Of an input that does not fit its schema: what is wrong and where, never the value. */
  readonly issues?: readonly string[]
  readonly stack?: readonly string[]
  readonly cause?: PlainError
}

const FACTS = ['code', 'severity', 'table', 'column', 'constraint'] as const
const ROOT = new URL('../../', import.meta.url).pathname
const DEEPEST = 4
/** What pg and its pool say of a connection; without it, an outage would be told without a reason. */
const FIXED: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
])

/** An error without personal data (architecture.md, The log; issue 7, Personal data): the one way into any log of ours. */
export function plainError(error: unknown, depth = 0): PlainError {
  if (!(error instanceof Error)) return { name: typeof error }
  const facts = Object.fromEntries(
    FACTS.flatMap((name) => {
      const value: unknown = Reflect.get(error, name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const frames = framesOf(error)
  const issues = issuesOf(error)
  return {
    name: error.name,
    ...((isOurs(error, frames) || FIXED.has(error.message)) && issues === undefined ? { message: error.message } : {}),
    ...facts,
    ...(issues === undefined ? {} : { issues }),
    stack: frames,
    ...(error.cause instanceof Error && depth < DEEPEST ? { cause: plainError(error.cause, depth + 1) } : {}),
  }
}

/** The same in one line, for where an error is kept as text. */
export function plainErrorText(error: unknown): string {
  const { stack: _, cause, issues = [], name, message, ...facts } = plainError(error)
  const known = Object.entries(facts).map(([fact, value]) => `${fact} ${String(value)}`)
  const said = [message, ...known, ...issues].filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? name : `${name}: ${said.join(', ')}`
}

/** Where it was thrown: the lines of the stack without the message above them. */
const framesOf = ({ stack = '' }: Error): readonly string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())

/** Whether the text was written by this program: made in a file of it, and not by a driver or by the engine. */
function isOurs(error: Error, [first = '']: readonly string[]): boolean {
  if (Reflect.get(error, 'severity') !== undefined || error instanceof SyntaxError) return false
  return first.includes(ROOT) && !first.includes('node_modules')
}

function issuesOf(error: Error): readonly string[] | undefined {
  const issues: unknown = Reflect.get(error, 'issues')
  if (!Array.isArray(issues)) return undefined
  return issues.map((issue: unknown) => {
    const [code, path]: unknown[] = [Reflect.get(Object(issue), 'code'), Reflect.get(Object(issue), 'path')]
    return `${String(code)} at ${Array.isArray(path) ? path.join('.') : ''}`
  })
}
