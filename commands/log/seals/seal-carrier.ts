import { setTimeout as delay } from 'node:timers/promises'
import type { Seal } from '#domain/seal/events.ts'
import { NoFile } from '#commands/open-regular.ts'
import { GivesUp, type Remark } from '#commands/supervise.ts'
import type { DomainLog } from '#commands/log/domain-log.ts'
import { endCutOff, secondPlaceName } from '#commands/log/verify/log-ends.ts'
import type { LogSignal } from '#commands/log/log-signal.ts'
import { sealOfNumber, sealsFrom } from './recorded-seals.ts'
import { SealsDisagree } from './seal-file.ts'
import { isSameSeal, isSignedBy, type LiveSealKeys } from './seal.ts'
import { NotApart } from './seal-folder.ts'
import type { SecondPlace } from './second-place.ts'
import { takenSealsIn } from './taken-seals.ts'

export type CarrierOptions = {
  readonly log: Pick<DomainLog, 'readWhatHolds'>
  readonly place: SecondPlace
  /** Of the first place, in which is kept what the second has taken. */
  readonly folder: string
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
  /** How often (ms) the place is asked whether it still has what it took, when not as usual. */
  readonly askEvery?: number
}

/** Brings the log's seals to their second place, and asks it now and then whether it still has them. */
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
const ASK_EVERY_MS = 10 * 60_000

export function createCarrier(options: CarrierOptions): Carrier {
  const { log, place, sealKeys, made, newest, now, report, remark, pauses = USUAL_PAUSES } = options
  const { askEvery = ASK_EVERY_MS } = options
  const taken = takenSealsIn(options.folder)
  /** The number of the last seal that the place is known to hold, and whether it has said so since it was last away. */
  let held: number | undefined
  let isSure = false
  let awaySince: number | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  /** The last seal that it took, and the one that it ended with when it was asked again; undefined while it has kept all. */
  let lost: { readonly took: number; readonly has: number } | undefined

  const isDue = () => performance.now() - askedAt >= askEvery

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

  /** Asks what it has, of what it took too: it may say that it takes a seal, and lose it. */
  async function ask(signal: AbortSignal): Promise<number> {
    const has = await agree(signal)
    askedAt = performance.now()
    isSure = true
    const took = Math.max(held ?? (await taken.last(place.name)), lost?.took ?? 0)
    if (has < took && lost?.has !== has) report(`${place.name} took seal ${took} and ends with seal ${has}`)
    lost = has < took ? { took, has } : undefined
    return has
  }

  /** Not while it has lost some: another start shall know of them as well. */
  async function keepTaken(): Promise<void> {
    if (held === undefined || held === 0 || lost !== undefined) return
    await taken.keep(place.name, held).catch((error: unknown) => {
      report(`What ${place.name} has taken cannot be kept in mind`, error)
    })
  }

  async function bring(signal: AbortSignal): Promise<void> {
    if (held === undefined || !isSure || isDue()) held = await ask(signal)
    // One that loses what it takes is given a page of it each time that it is asked, and not all of it again and again.
    else if (lost !== undefined && held < lost.took) return
    for (;;) {
      const seals = await sealsFrom(log, held + 1, PAGE)
      const last = seals.at(-1)
      if (last === undefined) return
      sayWhatWaits(seals[0])
      await place.take(seals, signal)
      const has = lost === undefined ? last.number : await agree(signal)
      if (has < last.number) return
      held = last.number
      await keepTaken()
    }
  }

  function sayWhatWaits(oldest: Seal | undefined): void {
    const since = oldest === undefined ? undefined : Date.parse(oldest.at)
    const [from, waiting] =
      held === undefined
        ? [awaySince, `nobody knows how many of ${newest()} seals`]
        : [since, `${newest() - held} of ${newest()} seals`]
    if (lost !== undefined || from === undefined || now() - from < LATE_MS) return sayWhatIsLost()
    // Where that is, is not for everybody who asks for health.
    remark(`${waiting} wait to be taken by the second place since ${new Date(from).toISOString()}`)
  }

  /** What it took and has no more is said until it has it when it is asked the next time. */
  function sayWhatIsLost(): void {
    if (lost === undefined) return remark(undefined)
    remark(`the second place has lost seals: it took ${lost.took}, and ended with ${lost.has} (docs/seals.md)`)
  }

  async function stayAway(error: unknown): Promise<void> {
    isSure = false
    awaySince ??= now()
    report(`Seals cannot be brought to ${place.name}, and wait`, error)
    if (error instanceof NoFile && error.path === taken.path)
      return remark(
        'what the second place has taken is not known: taken.json beside the seals is no file. Move it away (docs/seals.md)',
      )
    if (error instanceof NoFile || error instanceof NotApart)
      return remark(
        'the second place is none: its file of the seals is a link, the first place’s own, or no file. Put it right (docs/seals.md)',
      )
    sayWhatWaits(held === undefined ? undefined : (await sealsFrom(log, held + 1, 1))[0])
  }

  return {
    async look(signal) {
      try {
        held = await ask(signal)
        // What it has lost it is given as it is asked again.
        isSure = lost === undefined
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
        await keepTaken()
        sayWhatIsLost()
        await made.after(ticks, signal, Math.max(0, askedAt + askEvery - performance.now()))
      }
    },
  }
}
