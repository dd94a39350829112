import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHandler, type Handler, load } from '#commands/handle.ts'
import { effectOf } from '#commands/integrity/effect.ts'
import { type Finding, findingId } from '#commands/integrity/finding.ts'
import { createCodec } from '#commands/log/codec.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { createDecisions } from '#commands/log/decisions.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { hashIn } from '#commands/log/event-hash.ts'
import { signDecision } from '#commands/log/signed-decision.ts'
import { DecidedSince, type StoredEvent } from '#commands/log/event-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { createMemoryLog, createMemoryStore, type MemoryStore } from '#commands/log/memory/log.ts'
import { UnreadEvent } from '#commands/log/unread-event.ts'
import { createChainCheck } from '#commands/log/verify/chain.ts'
import { createRulesCheck } from '#commands/log/verify/rules.ts'
import type { StoredRows } from '#commands/log/verify/rows.ts'
import { allEvents } from '#domain/events.ts'
import { INTEGRITY_STREAM } from '#domain/integrity/events.ts'
import { wallet } from '#domain/money/wallet/wallet.ts'
import { AT } from '#tests/support/command.ts'
import { plant } from '#tests/support/planted.ts'
import { TEST_DECISION_KEYS, TEST_EVENT_KEYS, testSecrets } from '#tests/support/test-secrets.ts'
import { walletAccount } from './left-out-rows.ts'
import { credit, debit, on } from './wallets.ts'

const STREAM = 'wallet-pool'

type Process = { readonly log: DomainLog; readonly handler: Handler; learn(): Promise<unknown> }

/** A process of the portal over a log that others have, too. */
function openProcess(store: MemoryStore): Process {
  const raw = createMemoryLog({ store })
  const keys = createMemoryKeys()
  const decisions = createDecisions(raw, TEST_DECISION_KEYS)
  const log = createDomainLog(raw, createCodec(allEvents, keys, testSecrets()), keys, { decisions })
  return { log, handler: createHandler(log), learn: decisions.learn }
}

/** Somebody with all rights changes what is stored, and nothing that says so. */
function change(store: MemoryStore, event: StoredEvent, to: Partial<StoredEvent>): void {
  const changed = { ...event, ...to }
  const past = store.streams.get(event.stream) ?? []
  for (const list of [store.events, past]) list.splice(list.indexOf(event), 1, changed)
  store.byId.set(event.id, changed)
}

const rowsOf = ({ events }: MemoryStore) =>
  ({
    isGapless: true,
    bounds: async () => ({ first: 1, last: events.length, head: events.length }),
    async *pages(head, after = 0) {
      yield events.filter(({ position }) => position > after && position <= head)
    },
    async *byStream() {
      yield events.toSorted((one, other) =>
        one.stream === other.stream ? one.revision - other.revision : one.stream < other.stream ? -1 : 1,
      )
    },
    sameAs: async (asked) =>
      events.filter(({ id, stream, revision }) =>
        asked.some((one) => one.id === id || (one.stream === stream && one.revision === revision)),
      ),
    sealRows: async () => [],
    decisionRows: async () => events.filter(({ stream }) => stream === INTEGRITY_STREAM),
  }) satisfies StoredRows

/** What verify says of the chains, and which events fail by themselves. */
function chained(store: MemoryStore): { readonly found: readonly Difference[]; readonly failed: ReadonlySet<number> } {
  const [found, failed] = [[] as Difference[], new Set<number>()]
  const chain = createChainCheck(
    TEST_EVENT_KEYS,
    (difference) => found.push(difference),
    (position) => failed.add(position),
  )
  for (const event of store.events) chain.event(event)
  return { found, failed }
}

/** An operator decides about all that verify finds. */
async function decide(store: MemoryStore): Promise<void> {
  const findings = chained(store).found.map((one): Finding => ({
    ...one,
    id: findingId(one),
    foundBy: 'nightly',
    foundAt: AT,
  }))
  if (findings.length === 0) return
  const { log, learn } = openProcess(store)
  await learn()
  const held = { rows: rowsOf(store), eventKeys: TEST_EVENT_KEYS, decided: log.decisions() }
  const { leftOut } = await effectOf(held, findings)
  const id = `decision ${store.events.length}`
  const origin = { roles: [], permission: '', correlationId: id }
  const data = { findings: findings.map(({ id: found, position, check }) => ({ id: found, position, check })), leftOut }
  const head = (await log.readOn(INTEGRITY_STREAM, { revision: -1, hash: '' })).at(-1)?.head ?? {
    revision: -1,
    hash: '',
  }
  const command = { type: 'OpenPortalAgain', id, by: 'operator', at: AT, data, origin }
  const unsigned = { ...data, by: 'Operator 1', reason: 'x', at: AT }
  const signed = signDecision(TEST_DECISION_KEYS.sealKeys.signing(), head.revision + 1, unsigned)
  const decided = { type: 'PortalOpenedAgain', data: signed }
  await log.append(INTEGRITY_STREAM, { revision: head.revision, hash: head.hash }, [decided], command)
}

/** Who meets what does not hold is told what was decided of it, and asked again. */
async function run(one: Process, given: ReturnType<typeof credit> | ReturnType<typeof debit>): Promise<void> {
  try {
    await on(one).run(given)
  } catch (error) {
    if (!(error instanceof UnreadEvent)) throw error
    await one.learn()
    await on(one).run(given)
  }
}

/** What the rules say of what commands have decided: nothing, when both fold the same. */
async function ruled(store: MemoryStore): Promise<readonly Difference[]> {
  const differences: Difference[] = []
  const { log, learn } = openProcess(store)
  await learn()
  const { failed } = chained(store)
  const isPassed = (position: number) => failed.has(position) || log.decisions().leftOut(position) !== undefined
  const rules = createRulesCheck(rowsOf(store), (difference) => differences.push(difference), isPassed)
  for (const event of store.events) rules.event(event, undefined)
  await rules.end(store.events.length)
  return differences
}

const theft = {
  type: 'WalletCredited',
  data: { transferId: 'theft', amount: 1_000_000, counterAccount: 'benefactors', by: 'thief', at: AT },
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('credit' as const), amount: fc.integer({ min: 1, max: 100 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('debit' as const), amount: fc.integer({ min: 1, max: 100 }) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('forge' as const), amount: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('damage' as const), amount: fc.nat(20) }) },
)

test('however forged and damaged events lie between own ones, every fold is the same once they are decided about', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const store = createMemoryStore()
      const raw = createMemoryLog({ store })
      const processes = [openProcess(store), openProcess(store)]
      let damaged = false
      for (const [index, { what, amount }] of steps.entries()) {
        const [one, other] = index % 2 === 0 ? processes : processes.toReversed()
        if (one === undefined || other === undefined) throw new Error('There are two')
        if (what === 'credit') await run(one, credit(`t${index}`, amount))
        else if (what === 'debit') await run(one, debit(`t${index}`, amount))
        else if (what === 'forge') await plant(raw, STREAM, theft)
        else {
          const own = store.streams.get(STREAM)?.filter(({ type }) => type !== 'WalletDebitRefused') ?? []
          const event = own[amount % Math.max(1, own.length)]
          if (event === undefined) continue
          damaged = true
          change(store, event, { data: event.data.replace('"amount":', '"amount":7') })
        }
        if (what === 'forge' || what === 'damage') {
          await decide(store)
          // One hears of it, the other meets it with its next append, or when it reads.
          await other.learn()
        }
      }
      for (const { learn } of processes) await learn()
      const fresh = openProcess(store)
      await fresh.learn()
      const folded = await Promise.all([...processes, fresh].map(({ handler }) => load(handler, wallet, 'pool')))
      for (const state of folded) expect(state).toEqual(folded[2])
      expect(await walletAccount(fresh.log, 'pool')).toBe(folded[2]?.balance)
      const { failed } = chained(store)
      for (const position of failed) expect(fresh.log.decisions().leftOut(position)).toBeDefined()
      // Of what was decided before something was damaged, the rules may say that it does not follow without it.
      if (!damaged) expect(await ruled(store)).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('whoever decided by fewer decisions is refused by the log, learns them, and decides anew', async () => {
  const store = createMemoryStore()
  const [one, other] = [openProcess(store), openProcess(store)]
  await on(one).run(credit('t1', 100))
  await on(other).run(credit('t2', 10))
  expect(await on(one).balance()).toBe(110)
  const event = store.streams.get(STREAM)?.[0]
  if (event === undefined) throw new Error('There is one')
  change(store, event, { data: event.data.replace('100', '900') })
  await decide(store)
  // Of the stream as it was there were 110, and who has it in memory has heard of nothing.
  const last = store.streams.get(STREAM)?.at(-1)
  const head = { revision: last?.revision ?? 0, hash: hashIn(last?.meta ?? ''), known: 0 }
  const more = { type: 'WalletCredited', data: { ...theft.data, by: 'somebody' } }
  const late = openProcess(store).log.append(STREAM, head, [more], credit('t3', 1))
  await expect(late).rejects.toBeInstanceOf(DecidedSince)
  expect(await on(one).run(debit('t4', 60))).toMatchObject({ state: { balance: 10 } })
  expect(await on(other).run(debit('t5', 10))).toMatchObject({ state: { balance: 0 } })
})

test('an event that took the id of a command to come is in nobody’s way once it is decided about', async () => {
  const store = createMemoryStore()
  const one = openProcess(store)
  const given = credit('t1', 100)
  // Whoever reads the log can tell the ids of what follows from a command.
  const twin = createMemoryStore()
  await on(openProcess(twin)).run(given)
  const taken = twin.events[0]?.id ?? ''
  await createMemoryLog({ store }).append('junk-1', -1, [{ id: taken, type: 'Junk', data: '{}', meta: '{}' }])
  await expect(on(one).run(given)).rejects.toThrow('already in the log')
  await decide(store)
  await one.learn()
  expect(await on(one).run(given)).toMatchObject({ outcome: 'done', state: { balance: 100 } })
  expect(await ruled(store)).toEqual([])
})
