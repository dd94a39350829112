import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AnyCommand, AnyEvent } from '#domain/kernel/decider.ts'
import { type EventTable, factsOf, type PersonalField } from '#domain/kernel/event-table.ts'
import { deriveId } from '#commands/ids.ts'
import type { EventMeta, Recorded, StreamHead } from './domain-log.ts'
import type { EventToStore, StoredEvent } from './event-log.ts'
import { PersonErasedError, type PersonKeys, WrongPersonKey } from './keys.ts'
import { decryptPersonal, encryptPersonal } from './personal-cipher.ts'

const HASH_FIELD = ',"hash":"'

/**
 * An event that only a newer version of the portal can read: reading it as if it were an old one would read it wrongly.
 * What needs it stops until this process runs that version.
 */
export class NewerEvent extends Error {
  constructor({ type, position }: StoredEvent, version?: number) {
    const what = version === undefined ? `Unknown event type ${type}` : `${type} in a version ${version} not known here`
    super(`${what} at position ${position}: it was written by a newer version of the portal`)
    this.name = 'NewerEvent'
  }
}

/**
 * Between what the domain says and what the log keeps, the same for every adapter: schema, version, metadata, hash
 * chain over the stored bytes, and personal fields encrypted under their person's key (architecture.md, Codec).
 */
export type Codec = {
  /** Checks, encrypts and seals the events of one command. Throws InvalidEvent when one does not fit its schema. */
  encode(
    stream: string,
    head: StreamHead,
    events: readonly AnyEvent[],
    command: AnyCommand,
  ): Promise<readonly EventToStore[]>
  /** Whose keys these events need, for `decode`. */
  subjectsOf(stored: readonly StoredEvent[]): readonly string[]
  /** Reads one event: decrypts what it can (the rest reads as erased) and brings old shapes to the present one. */
  decode(stored: StoredEvent, keys: ReadonlyMap<string, Buffer>): Recorded
  /** `DomainLog.hashOf`. */
  hashOf(command: AnyCommand): string
}

/** An event that does not fit its schema, which no reader might hold: it was not written, nor what came with it. */
export class InvalidEvent extends Error {
  /** What is wrong, by field of the event's data; never the value. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  constructor(type: string, error: z.ZodError) {
    super(`${type} does not fit its schema: ${z.prettifyError(error)}`)
    this.name = 'InvalidEvent'
    const fields: Record<string, string[]> = {}
    for (const { path, message } of error.issues) (fields[String(path[0] ?? 'data')] ??= []).push(message)
    this.fields = fields
  }
}

type Facts = ReturnType<typeof factsOf> & { readonly schema: z.ZodObject }

/** `secret` keys the hashes of commands, which would otherwise let anyone guess at what an erased person had said. */
export function createCodec(table: EventTable, keys: PersonKeys, secret: string): Codec {
  const facts = new Map<string, Facts>(
    // Made strict once: zod compiles every schema anew, which would cost more than all the rest of an append.
    Object.entries(table).map(([type, schema]) => [type, { ...factsOf(schema), schema: schema.strict() }]),
  )

  async function encode(stream: string, head: StreamHead, events: readonly AnyEvent[], command: AnyCommand) {
    const commandHash = hashOf(command)
    let { revision, hash: prev } = head
    const encoded: EventToStore[] = []
    for (const [index, event] of events.entries()) {
      const known = facts.get(event.type)
      if (known === undefined) throw new Error(`Unknown event type ${event.type}`)
      const parsed = known.schema.safeParse(event.data)
      if (!parsed.success) throw new InvalidEvent(event.type, parsed.error)
      const data: Record<string, unknown> = parsed.data
      const id = deriveId(stream, command.id, String(index))
      revision += 1
      for (const { holder, name, person, place } of personalValues(known.personal, data)) {
        if (holder[name] === undefined) continue
        const key = await keyFor(person)
        holder[name] =
          key === undefined ? NEVER_WRITTEN : encryptPersonal(key, `${stream}|${id}|${place}`, holder[name])
      }
      const { origin } = command
      const meta: Omit<EventMeta, 'hash'> = {
        commandId: command.id,
        commandHash,
        actor: command.by,
        roles: origin.roles,
        permission: origin.permission,
        ...(origin.coeId === undefined ? {} : { coeId: origin.coeId }),
        ...(origin.onBehalfOf === undefined ? {} : { onBehalfOf: origin.onBehalfOf }),
        correlationId: origin.correlationId,
        ...(origin.causationId === undefined ? {} : { causationId: origin.causationId }),
        version: known.version,
        prev,
      }
      const dataText = JSON.stringify(data)
      const metaText = JSON.stringify(meta)
      prev = hashOfEvent(stream, revision, id, event.type, dataText, metaText)
      encoded.push({ id, type: event.type, data: dataText, meta: `${metaText.slice(0, -1)}${HASH_FIELD}${prev}"}` })
    }
    return encoded
  }

  /** The key to write under; undefined of a person who was erased, about whom nothing personal is written any more. */
  async function keyFor(person: string): Promise<Buffer | undefined> {
    try {
      return await keys.getOrCreate(person)
    } catch (error) {
      if (error instanceof PersonErasedError) return undefined
      throw error
    }
  }

  function subjectsOf(stored: readonly StoredEvent[]) {
    const subjects = new Set<string>()
    for (const { type, data } of stored) {
      const personal = facts.get(type)?.personal ?? []
      if (personal.length === 0) continue
      for (const { person } of personalValues(personal, JSON.parse(data))) subjects.add(person)
    }
    return [...subjects]
  }

  function decode(stored: StoredEvent, keyOf: ReadonlyMap<string, Buffer>): Recorded {
    const { id, position, stream, revision, recordedAt, type } = stored
    const known = facts.get(type)
    if (known === undefined) throw new NewerEvent(stored)
    const meta: EventMeta = JSON.parse(stored.meta)
    if (meta.version > known.version) throw new NewerEvent(stored, meta.version)
    let data: Record<string, unknown> = JSON.parse(stored.data)
    for (const { holder, name, person, place, erased } of personalValues(known.personal, data)) {
      const value = holder[name]
      if (typeof value !== 'string') continue
      const key = keyOf.get(person)
      const isGone = key === undefined || value === NEVER_WRITTEN
      try {
        holder[name] = isGone ? erased : decryptPersonal(key, `${stream}|${id}|${place}`, value)
      } catch (error) {
        const what = `${name} of ${type} at position ${position} (event ${revision} of ${stream})`
        throw new WrongPersonKey(what, person, error)
      }
    }
    for (const upcast of known.upcasters.slice(meta.version - 1)) data = upcast(data)
    return { id, position, stream, revision, recordedAt, event: { type, data }, meta }
  }

  const hashOf = (command: AnyCommand) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([command.type, command.by, command.data]))
      .digest('hex')

  return { encode, subjectsOf, decode, hashOf }
}

/** Stands in the log for what was said about a person who had been erased before. */
const NEVER_WRITTEN = 'erased'

type PersonalValue = {
  /** The object that has it: an event's data, or one of a list in it. */
  readonly holder: Record<string, unknown>
  readonly name: string
  readonly person: string
  /** Where in the event it is: authenticated with it, so that it cannot be moved within the event either. */
  readonly place: string
  readonly erased: unknown
}

/** Every personal value of an event's data, in order. The data is stored or checked: lists are lists of objects. */
function personalValues(fields: readonly PersonalField[], data: Record<string, unknown>): readonly PersonalValue[] {
  return fields.flatMap(({ name, list, of, erased }) => {
    if (list === undefined) return [{ holder: data, name, person: String(data[of]), place: name, erased }]
    const items = (data[list] ?? []) as readonly Record<string, unknown>[]
    return items.map((holder, index) => {
      return { holder, name, person: String(holder[of]), place: `${list}.${index}.${name}`, erased }
    })
  })
}

/** SHA-256 over everything that an event is, but for its own hash; the metadata names the hash before it. */
export function hashOfEvent(
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string,
  metaWithoutHash: string,
): string {
  return createHash('sha256')
    .update(`chf-event-1\n${stream}\n${revision}\n${id}\n${type}\n${data}\n${metaWithoutHash}`)
    .digest('hex')
}

/** The hash that an event's stored metadata names as its own. */
export function hashIn(meta: string): string {
  return meta.slice(meta.lastIndexOf(HASH_FIELD) + HASH_FIELD.length, -2)
}

/** An event's own hash, the one before it, and whether the stored bytes still give that hash. */
export function checkHash(stored: StoredEvent): {
  readonly hash: string
  readonly prev: string
  readonly holds: boolean
} {
  const at = stored.meta.lastIndexOf(HASH_FIELD)
  const hash = hashIn(stored.meta)
  const without = `${stored.meta.slice(0, at)}}`
  const prev = /,"prev":"([0-9a-f]*)"}$/.exec(without)?.[1] ?? 'none'
  const { stream, revision, id, type, data } = stored
  return { hash, prev, holds: at > 0 && hashOfEvent(stream, revision, id, type, data, without) === hash }
}
