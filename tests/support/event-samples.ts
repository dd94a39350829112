import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCodec } from '#commands/log/codec.ts'
import { NO_STREAM, type StoredEvent } from '#commands/log/event-log.ts'
import type { PersonKeys } from '#commands/log/keys.ts'
import { allEvents } from '#domain/events.ts'
import { factsOf } from '#domain/kernel/event-table.ts'
import { ROOT } from './source-files.ts'
import { AT } from './command.ts'
import { testSecrets } from '#tests/support/test-secrets.ts'

const FOLDER = join(ROOT, 'tests', 'domain', 'stored-events')

/** An event as a log keeps it, byte for byte, with what it must be read as for ever. Once committed, never edited. */
export type EventSample = {
  readonly stored: StoredEvent
  /** The key of the person that the event is about, in base64; of tests, and nobody's. */
  readonly key: string
  /** The data as the present code must read it; upcasters of later versions may add to it. */
  readonly expected: Readonly<Record<string, unknown>>
}

/** Every stored sample, by its file's name. */
export function readSamples(): ReadonlyMap<string, EventSample> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  return new Map(files.map((name) => [name, JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as EventSample]))
}

/** The file that holds an event type in its present version. */
export function sampleNameOf(type: string): string {
  const schema = allEvents[type]
  if (schema === undefined) throw new Error(`There is no event ${type}`)
  return `${type}.v${factsOf(schema).version}.json`
}

/** The one key of all samples: they are about nobody. */
export const SAMPLE_KEY = Buffer.from('a key of the samples: 32 bytes !')

export const sampleKeys: PersonKeys = {
  getOrCreate: () => Promise.resolve(SAMPLE_KEY),
  load: (personIds) => Promise.resolve(new Map(personIds.map((personId) => [personId, SAMPLE_KEY]))),
  destroy: () => Promise.reject(new Error('A sample keeps its key')),
  destroyed: () => Promise.resolve(new Set()),
}

/** Writes the sample of an event type in its present version. Throws when there is one: it is never written again. */
export async function storeSample(type: string, data: Readonly<Record<string, unknown>>): Promise<string> {
  const name = sampleNameOf(type)
  if (existsSync(join(FOLDER, name))) throw new Error(`${name} is stored already, and never changes`)
  const codec = createCodec(allEvents, sampleKeys, testSecrets())
  const [stream, id] = [`sample-${type}`, '0197a000-0000-7000-8000-000000000001']
  const origin = { roles: ['FINANCE'], permission: 'INITIATE_PAYMENT', coeId: 'coe-1', correlationId: id }
  const command = { type: 'Sample', id, by: 'user-1', at: AT, data: {}, origin }
  const [encoded] = await codec.encode(stream, { revision: NO_STREAM, hash: '' }, [{ type, data }], command)
  if (encoded === undefined) throw new Error('A codec that encodes nothing')
  const stored: StoredEvent = { ...encoded, position: 1, stream, revision: 0, recordedAt: AT }
  const sample: EventSample = { stored, key: SAMPLE_KEY.toString('base64'), expected: data }
  writeFileSync(join(FOLDER, name), `${JSON.stringify(sample, null, 2)}\n`)
  return name
}
