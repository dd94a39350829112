import { setTimeout as delay } from 'node:timers/promises'
import type { EmbeddedPortal } from './embedded-portal.ts'
import { signalAll } from './embedded-server.ts'
import type { Random } from './random.ts'

type Victims = Pick<EmbeddedPortal, 'process' | 'server'> & { readonly random: Random }

/** How long a server may take to say that it is ready, for a kill that waits for it. */
const READY_MS = 15_000
/** The look of who waits for a server comes every 20 ms. */
const JUST_READY_MS = 20

/** What dies in a round. */
export const DEATHS = {
  node: async ({ process }) => process.signal('SIGKILL'),
  'the postmaster': async ({ server }) => signalAll([await server.postmaster()], 'SIGKILL'),
  'the postmaster, and the next as it is ready': async ({ server, random }) => {
    const first = await server.postmaster()
    signalAll([first], 'SIGKILL')
    const next = await server.nextReady(first, READY_MS)
    await delay(random.between(0, JUST_READY_MS))
    signalAll([next], 'SIGKILL')
  },
  'a backend': async ({ server, random }) => signalAll([await server.backend(random)], 'SIGKILL'),
  'the checkpointer': async ({ server }) => signalAll([await server.checkpointer()], 'SIGKILL'),
  'the postmaster, and a backend is stuck': async ({ server, random }) => {
    signalAll([await server.backend(random)], 'SIGSTOP')
    signalAll([await server.postmaster()], 'SIGKILL')
  },
  'node, and a backend is stuck': async ({ process, server, random }) => {
    signalAll([await server.backend(random)], 'SIGSTOP')
    process.signal('SIGKILL')
  },
  'node and the postmaster': async ({ process, server }) => {
    process.signal('SIGKILL')
    signalAll([await server.postmaster()], 'SIGKILL')
  },
  'all of the server': async ({ server }) =>
    signalAll([...(await server.children()), await server.postmaster()], 'SIGKILL'),
  everything: async ({ process, server }) => {
    const all = [...(await server.children()), await server.postmaster()]
    process.signal('SIGKILL')
    signalAll(all, 'SIGKILL')
  },
} satisfies Record<string, (victims: Victims) => Promise<void>>

export type DeathKind = keyof typeof DEATHS
export const DEATH_KINDS = Object.keys(DEATHS) as DeathKind[]

/** Every kind once before any comes again, in an order of the seed's. */
export function createDeck(random: Random): () => DeathKind {
  let deck: DeathKind[] = []
  return () => {
    if (deck.length === 0) deck = [...DEATH_KINDS]
    const kind = random.pick(deck)
    deck = deck.filter((other) => other !== kind)
    return kind
  }
}

/** How long after the kill before it another one comes (ms): while a server recovers, or a portal starts. */
const AFTERWARDS_MS = [
  [0, 400],
  [400, 2_500],
  [2_500, 8_000],
] as const

/** The deaths of one round, the first of them while all is at work. */
export type Round = { readonly deaths: readonly { readonly kind: DeathKind; readonly afterMs: number }[] }

export function drawRound(next: () => DeathKind, random: Random): Round {
  const first = { kind: next(), afterMs: random.between(50, 1_500) }
  const more = Array.from({ length: random.pick([0, 0, 1, 1, 2]) }, () => {
    const [least, most] = random.pick(AFTERWARDS_MS)
    return { kind: next(), afterMs: random.between(least, most) }
  })
  return { deaths: [first, ...more] }
}
