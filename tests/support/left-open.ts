import { setTimeout as delay } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { keptOpen, openParts } from './open-parts.ts'

// Every file of a worker runs in one process: what one leaves open works on in all that follow.

/** What ends of itself once its other end has gone may take a moment on a busy machine. */
const PATIENCE_MS = 20_000

const [before, keptBefore] = [openParts(), keptOpen()]

/** More of a kind than there were when the file began, but for what it started for the files after it as well. */
function leftOpen(): readonly string[] {
  const kept = keptOpen()
  return [...openParts()].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0) - (kept.get(kind) ?? 0) + (keptBefore.get(kind) ?? 0)
    return more > 0 ? [`${more} of ${kind}`] : []
  })
}

// The first that is asked for runs last: after those of the file itself.
afterAll(async () => {
  const until = performance.now() + PATIENCE_MS
  while (leftOpen().length > 0 && performance.now() < until) await delay(50)
  const left = leftOpen()
  if (left.length > 0) throw new Error(`This file left open what it started: ${left.join(', ')}`)
}, 2 * PATIENCE_MS)
