import { expect } from 'vitest'
import { createHandler, handle, type Handled } from '#commands/handle.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createCodec } from '#commands/log/codec.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { EventLog } from '#commands/log/event-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog, createMemoryStore } from '#commands/log/memory/log.ts'
import { allEvents } from '#domain/events.ts'
import { type AnyCommand, type AnyEvent, type Decider, isRefusal } from '#domain/kernel/decider.ts'
import { recordedIn } from './memory-world.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

/** How many turns of the microtask queue the next step of a reading or an append takes. */
type Delays = () => number

async function pause(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
}

/** A log whose calls take time before they do what they do, and again before they answer. */
const delayedLog = (log: EventLog, delays: Delays): EventLog => ({
  ...log,
  async read(stream, from, count) {
    await pause(delays())
    const events = await log.read(stream, from, count)
    await pause(delays())
    return events
  },
  async append(...given) {
    await pause(delays())
    // A conflict takes its time as well.
    const appended = await log.append(...given).catch((error: unknown) => ({ error }))
    await pause(delays())
    if ('error' in appended) throw appended.error
    return appended
  },
})

/** One call: the command, and which process gets it (0, 1 ...). */
type Call<C> = { readonly command: C; readonly process?: number }

const STREAM = 'one'
const keys = createMemoryKeys()
// One for all runs: it compiles every schema.
const codec = createCodec(allEvents, keys, testSecrets())

/**
 * Gives commands one after the other, then calls all at once on a log with delays, by processes that each have cached
 * what was there before, and checks that it came out as if each decision had been taken alone (`mustBeSerial`). Says
 * what came of it: which calls wrote, in the order of the stream, and at which of its events each was answered.
 */
export async function interleave<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  decider: Decider<S, C, E, R>,
  before: readonly C[],
  calls: readonly Call<C>[],
  delays: Delays,
): Promise<string> {
  const store = createMemoryStore()
  let isDelayed = false
  const open = () => delayedLog(createMemoryLog({ store }), () => (isDelayed ? delays() : 0))
  const processes = 1 + Math.max(0, ...calls.map(({ process = 0 }) => process))
  const handlers = Array.from({ length: processes }, () => createHandler(createDomainLog(open(), codec, keys)))
  for (const command of before) {
    for (const handler of handlers) await handle(handler, decider, STREAM, command)
  }
  isDelayed = true
  const outcomes = await Promise.all(
    calls.map(async ({ command, process = 0 }) => {
      const handler = handlers[process]
      if (handler === undefined) throw new Error(`There is no process ${process}`)
      return { command, handled: await handle(handler, decider, STREAM, command) }
    }),
  )
  const recorded = await recordedIn({ log: createDomainLog(createMemoryLog({ store }), codec, keys) })
  mustBeSerial(decider, recorded, outcomes)
  const wrote = new Set(recorded.map(({ meta }) => calls.findIndex(({ command }) => command.id === meta.commandId)))
  const answers = outcomes.map(({ handled }) => (handled.outcome === 'done' ? handled.revision : handled.outcome))
  return JSON.stringify({ wrote: [...wrote], answers })
}

type Outcome<S, C, R extends string> = { readonly command: C; readonly handled: Handled<S, R> }

/**
 * Every append must be what its command decides on exactly what stands before it in the stream, whatever the decider:
 * so no invariant that holds one call at a time can break. Every answer must be right at some moment of the stream.
 */
function mustBeSerial<S, C extends AnyCommand, E extends AnyEvent, R extends string>(
  decider: Decider<S, C, E, R>,
  recorded: readonly Recorded[],
  outcomes: readonly Outcome<S, C, R>[],
): void {
  const events = recorded.map(({ event }) => event as E)
  const states = [decider.initial()]
  for (const event of events) states.push(decider.evolve(states.at(-1) ?? decider.initial(), event))
  for (const { command, handled } of outcomes) {
    const own = recorded.flatMap(({ meta }, index) => (meta.commandId === command.id ? [index] : []))
    const [first] = own
    if (first !== undefined) {
      const decision = decider.decide(command, states[first] ?? decider.initial())
      const written = own.map((index) => events[index])
      expect(JSON.parse(JSON.stringify(decision))).toEqual(JSON.parse(JSON.stringify(written)))
    }
    if (handled.outcome === 'done') {
      expect(handled.state).toEqual(states[handled.revision + 1])
      if (first === undefined) expect(decider.decide(command, handled.state)).toEqual([])
    } else {
      // Given twice, a command may be refused at first and done once something has happened: refused before it was done.
      const isGivenOnce = outcomes.filter((other) => other.command.id === command.id).length === 1
      if (isGivenOnce) expect(first).toBeUndefined()
      const moments = first === undefined ? states : states.slice(0, first + 1)
      const answers = moments.map((state) => decider.decide(command, state))
      const refusals = answers.flatMap((answer) => (isRefusal(answer) ? [answer.refused] : []))
      expect(refusals).toContain(handled.refusal.refused)
    }
  }
}
