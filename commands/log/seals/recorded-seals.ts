import { Seal } from '#domain/seal/events.ts'
import type { DomainLog, StreamHead } from '#commands/log/domain-log.ts'
import { SEAL_STREAM } from './seal.ts'

/** A place in the seals' stream: the seal there, unless what stands there is left out by decision. */
type SealPlace = { readonly seal: Seal | undefined; readonly head: StreamHead }

const PAGE = 100

/**
 * The seals' stream from a seal on, in order. Seal 1 was revision 0 once: whatever somebody else appended, and an operator
 * decided to leave out, moved those behind it, never ahead of where their number says. Throws the first event that cannot be
 * read.
 */
export async function* sealPlaces(log: Pick<DomainLog, 'readWhatHolds'>, number: number): AsyncGenerator<SealPlace> {
  for (let from = number - 1; ;) {
    const { events, unread, leftOut } = await log.readWhatHolds(SEAL_STREAM, from, PAGE)
    if (unread[0] !== undefined) throw unread[0].error
    const places = [
      ...events.map(({ revision, meta, event }) => ({
        head: { revision, hash: meta.hash },
        seal: Seal.parse(event.data),
      })),
      ...leftOut.map(({ revision, hash }) => ({ head: { revision, hash }, seal: undefined })),
    ].toSorted((one, other) => one.head.revision - other.head.revision)
    const last = places.at(-1)
    if (last === undefined) return
    yield* places.filter(({ seal }) => seal === undefined || seal.number >= number)
    from = last.head.revision + 1
  }
}

/** At most so many seals from a number on. Throws as `sealPlaces` does. */
export async function sealsFrom(
  log: Pick<DomainLog, 'readWhatHolds'>,
  number: number,
  count: number,
): Promise<readonly Seal[]> {
  const seals: Seal[] = []
  for await (const { seal } of sealPlaces(log, number)) {
    if (seal !== undefined) seals.push(seal)
    if (seals.length === count) break
  }
  return seals
}

/** The seal of a number; undefined where the log has none. Throws as `sealPlaces` does. */
export async function sealOfNumber(log: Pick<DomainLog, 'readWhatHolds'>, number: number): Promise<Seal | undefined> {
  const [seal] = await sealsFrom(log, number, 1)
  return seal?.number === number ? seal : undefined
}

/** The last seal from a number on. Throws as `sealPlaces` does. */
export async function lastSeal(log: Pick<DomainLog, 'readWhatHolds'>, number: number): Promise<Seal | undefined> {
  let last: Seal | undefined
  for await (const { seal } of sealPlaces(log, number)) last = seal ?? last
  return last
}
