import { setTimeout as delay } from 'node:timers/promises'
import type { Seal } from '#domain/seal/events.ts'
import { GivesUp, type Remark } from '#commands/supervise.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { endCutOff, secondPlaceName } from '#commands/log/verify/log-ends.ts'
import type { LogSignal } from '#commands/log/log-signal.ts'
import { sealOfNumber, sealsFrom } from './recorded-seals.ts'
import { SealsDisagree } from './seal-file.ts'
import { isSameSeal, isSignedBy, type LiveSealKeys } from './seal.ts'
import type { SecondPlace } from './second-place.ts'

export type CarrierOptions = {
  readonly log: Pick<DomainLog, 'readWhatHolds'>
  readonly place: SecondPlace
  readonly sealKeys: Pick<LiveSealKeys, 'all'>
  /** Woken at each seal that is made. */
  readonly made: Pick<LogSignal, 'ticks' | 'after'>
  /** The number of the log's last seal. */
  readonly newest: () => number
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: (message: string, error?: unknown) => void
  /** Shows on health what waits, or that nothing does. */
  readonly remark: Remark
  /** The pauses (ms) after the place was away, doubled each time from the first to the longest, when not as usual. */
  readonly pauses?: Pauses
}

/** Brings the log's seals to their second place. */
export type Carrier = {
  /** Looks once whether the log holds what the place does, unless it is away. Throws SealsDisagree when it does not. */
  look(signal: AbortSignal): Promise<void>
  /** Brings each seal there in order, until the signal aborts; asks again for as long as it is away. Throws SealsDisagree. */
  carry(signal: AbortSignal): Promise<void>
}

const PAGE = 100
export type Pauses = { readonly first: number; readonly longest: number }
const USUAL_PAUSES: Pauses = { first: 1_000, longest: 60_000 }
/** A seal that waits for longer is told of. */
const LATE_MS = 5 * 60_000

export function createCarrier(options: CarrierOptions): Carrier {
  const { log, place, sealKeys, made, newest, now, report, remark, pauses = USUAL_PAUSES } = options
  /** The number of the last seal that the place is known to hold, and whether it has said so since it was last away. */
  let held: number | undefined
  let isSure = false
  let awaySince: number | undefined

  /** The number of the last seal that both hold. */
  async function agree(signal: AbortSignal): Promise<number> {
    const theirs = await place.last(signal)
    const unsigned = theirs.find((seal) => !isSignedBy(sealKeys.all(), seal))
    if (unsigned !== undefined)
      throw new SealsDisagree(`Seal ${unsigned.number} in ${place.name} is not signed by this portal's key`)
    const last = theirs.at(-1)
    if (last === undefined) return 0
    const mine = await sealOfNumber(log, last.number)
    if (mine === undefined)
      throw new SealsDisagree(
        `${place.name} holds seal ${last.number}, of ${last.count} events, and the log does not: its end was cut off, or it is an old copy`,
        endCutOff(last, secondPlaceName(place)),
      )
    if (!isSameSeal(mine, last)) throw new SealsDisagree(`${place.name} holds another seal ${last.number} than the log`)
    return last.number
  }

  async function bring(signal: AbortSignal): Promise<void> {
    let known = isSure && held !== undefined ? held : await agree(signal)
    isSure = true
    for (;;) {
      held = known
      const seals = await sealsFrom(log, known + 1, PAGE)
      const last = seals.at(-1)
      if (last === undefined) return
      sayWhatWaits(seals[0])
      await place.take(seals, signal)
      known = last.number
    }
  }

  function sayWhatWaits(oldest: Seal | undefined): void {
    const since = oldest === undefined ? undefined : Date.parse(oldest.at)
    const [from, waiting] =
      held === undefined
        ? [awaySince, `nobody knows how many of ${newest()} seals`]
        : [since, `${newest() - held} of ${newest()} seals`]
    if (from === undefined || now() - from < LATE_MS) return remark(undefined)
    // Where that is, is not for everybody who asks for health.
    remark(`${waiting} wait to be taken by the second place since ${new Date(from).toISOString()}`)
  }

  async function stayAway(error: unknown): Promise<void> {
    isSure = false
    awaySince ??= now()
    report(`Seals cannot be brought to ${place.name}, and wait`, error)
    sayWhatWaits(held === undefined ? undefined : (await sealsFrom(log, held + 1, 1))[0])
  }

  return {
    async look(signal) {
      try {
        held = await agree(signal)
        isSure = true
      } catch (error) {
        if (error instanceof GivesUp) throw error
        report(`${place.name} cannot be asked for the seals it keeps: the portal goes on, and asks again`, error)
      }
    },
    async carry(signal) {
      let pause = pauses.first
      while (!signal.aborted) {
        const ticks = made.ticks()
        try {
          await bring(signal)
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof GivesUp) throw error
          await stayAway(error)
          await delay(pause, undefined, { signal }).catch(() => undefined)
          pause = Math.min(pauses.longest, 2 * pause)
          continue
        }
        pause = pauses.first
        awaySince = undefined
        remark(undefined)
        await made.after(ticks, signal)
      }
    },
  }
}
