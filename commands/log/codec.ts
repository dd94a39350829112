import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AnyCommand, AnyEvent } from '#domain/kernel/decider.ts'
import { type EventTable, factsOf } from '#domain/kernel/event-table.ts'
import { eventId } from './event-id.ts'
import type { EventMeta, StreamHead } from './domain-log.ts'
import { checkEvent, faultOf, hashOfEvent, learnKeys, metaWith } from './event-hash.ts'
import type { EventToStore, StoredEvent } from './event-log.ts'
import { type LiveEventKeys, macOf } from './event-mac.ts'
import { createEventReader, type EventReader, NEVER_WRITTEN, personalValues } from './event-reader.ts'
import { PersonErasedError, type PersonKeys } from './keys.ts'
import { encryptPersonal } from './personal-cipher.ts'
import { ForgedEvent } from './unread-event.ts'

/**
 * Between what the domain says and what the log keeps, the same for every adapter: schema, version, metadata, hash
 * chain over the stored bytes, and personal fields encrypted under their person's key (architecture.md, Codec).
 */
export type Codec = EventReader & {
  /** Checks, encrypts and signs the events of one command. Throws InvalidEvent when one does not fit its schema. */
  encode(
    stream: string,
    head: StreamHead,
    events: readonly AnyEvent[],
    command: AnyCommand,
  ): Promise<readonly EventToStore[]>
  /** Which of these no process of the portal wrote; a key that was taken into use since is looked for. */
  forgeriesIn(stored: readonly StoredEvent[]): Promise<ReadonlyMap<StoredEvent, ForgedEvent>>
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

/** What a codec needs to know that the database does not. */
export type CodecSecrets = {
  /** Keys the hashes of commands, which would otherwise let anyone guess at what an erased person had said. */
  readonly commandSecret: string
  readonly eventKeys: LiveEventKeys
}

/** Made strict once for a table: zod compiles every schema anew, which would cost more than all the rest of an append. */
const factsOfTables = new WeakMap<EventTable, ReadonlyMap<string, Facts>>()

function factsByType(table: EventTable): ReadonlyMap<string, Facts> {
  const known = factsOfTables.get(table)
  if (known !== undefined) return known
  const facts = new Map<string, Facts>(
    Object.entries(table).map(([type, schema]) => [type, { ...factsOf(schema), schema: schema.strict() }]),
  )
  factsOfTables.set(table, facts)
  return facts
}

export function createCodec(table: EventTable, keys: PersonKeys, { commandSecret, eventKeys }: CodecSecrets): Codec {
  const facts = factsByType(table)

  async function encode(stream: string, head: StreamHead, events: readonly AnyEvent[], command: AnyCommand) {
    const commandHash = hashOf(command)
    let { revision, hash: prev } = head
    // Asked each time: an operator may have retired the one that this process started with.
    const { current } = eventKeys
    const encoded: EventToStore[] = []
    for (const [index, event] of events.entries()) {
      const known = facts.get(event.type)
      if (known === undefined) throw new Error(`Unknown event type ${event.type}`)
      const parsed = known.schema.safeParse(event.data)
      if (!parsed.success) throw new InvalidEvent(event.type, parsed.error)
      const data: Record<string, unknown> = parsed.data
      const id = eventId(stream, command.id, index, head.known)
      revision += 1
      for (const { holder, name, person, place } of personalValues(known.personal, data)) {
        if (holder[name] === undefined) continue
        const key = await keyFor(person)
        holder[name] =
          key === undefined ? NEVER_WRITTEN : encryptPersonal(key, `${stream}|${id}|${place}`, holder[name])
      }
      const { origin } = command
      const meta: Omit<EventMeta, 'hash' | 'mac'> = {
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
        key: current.id,
      }
      const unsigned = { id, type: event.type, data: JSON.stringify(data), meta: JSON.stringify(meta) }
      prev = hashOfEvent({ stream, revision, ...unsigned })
      encoded.push({ ...unsigned, meta: metaWith(unsigned.meta, prev, macOf(current.key, prev)) })
    }
    return encoded
  }

  async function forgeriesIn(stored: readonly StoredEvent[]) {
    await learnKeys(eventKeys, stored)
    const forged = new Map<StoredEvent, ForgedEvent>()
    for (const event of stored) {
      const fault = faultOf(event, checkEvent(event, eventKeys))
      if (fault !== undefined) forged.set(event, new ForgedEvent(event, fault))
    }
    return forged
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

  const hashOf = (command: AnyCommand) =>
    createHmac('sha256', commandSecret)
      .update(JSON.stringify([command.type, command.by, command.data]))
      .digest('hex')

  return { ...createEventReader(table), encode, forgeriesIn, hashOf }
}
