import { join } from 'node:path'
import { endsAsSealed } from '#commands/log/seals/ends-as-sealed.ts'
import { SealsDisagree } from '#commands/log/seals/seal-file.ts'
import { SEAL_TYPE, type SealKeys } from '#commands/log/seals/seal.ts'
import { StartRefused } from '#commands/log/start-refused.ts'
import type { StreamEnds } from '#commands/log/seals/stream-ends.ts'
import type { Seal } from '#domain/seal/events.ts'
import { type About, fileNameOf } from './about.ts'
import { daysAround, linesOfDays } from './days.ts'
import { LogDoesNotHold } from './lines.ts'
import { eventsUpTo, type ReadLog, type Seals, sealsOf } from './sealed-log.ts'
import { linesOfStreams, streamsOfPayment } from './streams.ts'
import { writeWhole } from './write-whole.ts'

export type BundleOptions = {
  readonly log: ReadLog
  readonly sealKeys: SealKeys
  /** Where all streams end, kept: it is read and not written. */
  readonly table: Pick<StreamEnds, 'load'>
  readonly about: About
  /** Where the file goes. */
  readonly folder: string
  readonly report: (message: string, error?: unknown) => void
}

export type MadeBundle = {
  readonly path: string
  readonly lines: number
  /** The seal that all of it is under. */
  readonly seal: Seal
  /** What is behind that seal, and so not in it: how many events, seals left out, and when the first was recorded. */
  readonly behind: { readonly count: number; readonly since: string | undefined }
}

/** Writes a bundle of what is sealed, while the portal serves: whole or not at all. Throws `StartRefused` in words. */
export async function makeBundle(options: BundleOptions): Promise<MadeBundle> {
  const { log, sealKeys, about, folder } = options
  const seals = sealsOf(log, sealKeys)
  const { seal, lines } = 'from' in about ? await days(log, about, seals) : await streams(options, about, seals)
  const path = join(folder, fileNameOf(about, seal.position))
  const count = await writeWhole(path, lines)
  return { path, lines: count, seal, behind: await eventsBehind(log, seal) }
}

class NothingSealed extends StartRefused {
  constructor() {
    super('Nothing is sealed yet: the first seal is made at most a minute after the first event')
    this.name = 'NothingSealed'
  }
}

async function days(log: ReadLog, about: Extract<About, { from: string }>, seals: Seals) {
  const last = await seals.last()
  if (last === undefined) throw new NothingSealed()
  const around = await daysAround(log, about, seals, last)
  return { seal: around.after, lines: linesOfDays(log, about, seals, around) }
}

async function streams({ log, table, report }: BundleOptions, about: Exclude<About, { from: string }>, seals: Seals) {
  let seal: Seal | undefined
  const lastSeal = async () => (seal = await seals.last())
  const kept: StreamEnds = { load: table.load, write: async () => undefined, clear: async () => undefined }
  const asked = { eventLog: log, table: kept, lastSeal, sealOf: seals.of, report }
  const ends = await endsAsSealed(asked, new AbortController().signal).catch((error: unknown) => {
    throw error instanceof SealsDisagree ? new LogDoesNotHold(`up to seal ${seal?.number}`) : error
  })
  if (ends === undefined || seal === undefined) throw new NothingSealed()
  const { position } = seal
  const names = 'wallet' in about ? [`wallet-${about.wallet}`] : await streamsOfPayment(log, about.payment, position)
  const known = names.filter((stream) => ends.endOf(stream) !== undefined)
  if (known.length === 0) {
    const what = 'wallet' in about ? `wallet ${about.wallet}` : `payment ${about.payment}`
    throw new StartRefused(`There is no ${what} in the log up to position ${position}, which is as far as it is sealed`)
  }
  return { seal, lines: linesOfStreams(log, about, { seal, ends, streams: known }) }
}

async function eventsBehind(log: ReadLog, { position }: Seal): Promise<MadeBundle['behind']> {
  let count = 0
  let since: string | undefined
  for await (const { type, recordedAt } of eventsUpTo(log, position, await log.head())) {
    if (type === SEAL_TYPE) continue
    count += 1
    since ??= recordedAt
  }
  return { count, since }
}
