import fc from 'fast-check'
import type { AppContext } from '#api/context.ts'
import { prepareAims } from './aims.ts'
import { type Call, callsOf, type Intent } from './calls.ts'
import { findCallers } from './callers.ts'
import { findKnown } from './known-values.ts'
import { nameOf, type Operation, operationsOf } from './operations.ts'
import { faultsOf } from './oracle.ts'
import { createSender } from './send.ts'
import { brokenInvariants, keptByRefused } from './state.ts'

export type FuzzOptions = {
  /** Where the portal listens, and the parts it is made of: to find who may call, and what a call has left behind. */
  readonly url: string
  readonly context: AppContext
  readonly seed: number
  /** Of each operation. */
  readonly calls: number
  /** Of one that was never done by then more, until it is: up to so many; no more when left out. */
  readonly atMost?: number
  /** How many are under way at once. */
  readonly atOnce: number
  /** Operations whose name contains it. */
  readonly only?: string
  readonly say?: (line: string) => void
}

/** Something that must not be, with the call that shows it. */
export type Finding = { readonly operation: string; readonly fault: string; readonly call?: Call }

export type FuzzReport = {
  readonly operations: number
  readonly calls: number
  /** Answers by intent and status: `valid 200`. */
  readonly answers: ReadonlyMap<string, number>
  /** Operations that never answered a valid call with 2xx. */
  readonly neverDone: readonly string[]
  readonly slow: number
  readonly findings: readonly Finding[]
}

const SLOW_MS = 2_000

/** Calls every operation many times, as its schema has it and as it does not, and says what should not have happened. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { url, context, seed, calls, atMost = calls, atOnce, only = '', say } = options
  const operations = (await operationsOf(context)).filter((operation) => nameOf(operation).includes(only))
  const [known, callers, begin] = [await findKnown(context), await findCallers(context), await context.log.head()]
  const sender = createSender(url, atOnce)
  const aimsOf = prepareAims(context, { operations, sender, callers })
  const answers = new Map<string, number>()
  const refused = new Set<string>()
  const findings: Finding[] = []
  const neverDone: string[] = []
  let [made, slow] = [0, 0]

  const make = async (operation: Operation, call: Call): Promise<number> => {
    const token = await callers.tokenFor(operation, call.by)
    const answer = await sender.send(call, token)
    made += 1
    if (token !== undefined && (answer.status === 401 || operation.url === '/api/logout')) callers.forget(token)
    count(answers, `${call.intent} ${answer.status}`)
    if (answer.ms > SLOW_MS) slow += 1
    if (answer.status >= 400) refused.add(String(answer.headers['x-correlation-id']))
    for (const fault of faultsOf(operation, call, answer)) findings.push({ operation: nameOf(operation), fault, call })
    return answer.status
  }

  try {
    for (const [index, operation] of operations.entries()) {
      const planned = async (numRuns: number) => {
        const anyCall = callsOf(operation, known(operation.url), await aimsOf(operation))
        return fc.sample(anyCall, { numRuns, seed: seed + index })
      }
      const byIntent: Record<Intent, number> = { valid: 0, broken: 0, hostile: 0 }
      const makeAll = async (some: readonly Call[], isEnough: () => boolean) => {
        const next = some.values()
        const work = async () => {
          for (const call of next) {
            if ((await make(operation, call)) < 300) byIntent[call.intent] += 1
            if (isEnough()) return
          }
        }
        await Promise.all(Array.from({ length: atOnce }, work))
      }
      await makeAll(await planned(calls), () => false)
      if (byIntent.valid === 0 && atMost > calls)
        await makeAll((await planned(atMost)).slice(calls), () => byIntent.valid > 0)
      if (byIntent.valid === 0) neverDone.push(nameOf(operation))
      say?.(
        `${nameOf(operation)}: done ${byIntent.valid} valid, ${byIntent.broken} broken, ${byIntent.hostile} hostile`,
      )
    }
  } finally {
    sender.close()
  }
  await context.caughtUp(await context.log.head())
  for (const events of await keptByRefused(context, begin, refused))
    findings.push({ operation: 'the log', fault: `a refused call wrote ${events}` })
  for (const fault of await brokenInvariants(context)) findings.push({ operation: 'the portal', fault })
  return { operations: operations.length, calls: made, answers, neverDone, slow, findings }
}

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
