import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { DomainLog, Recorded } from '#commands/log/domain-log.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import type { Report } from '#commands/rarely.ts'
import { inTurn, type TakeTurn } from '#commands/sole-turn.ts'
import type { RowMacs } from '#commands/row-macs.ts'
import { isAskedByUs, type RowOfMail } from './asked-mail.ts'
import { mailsOf } from './changes.ts'
import type { ProcessDefinition } from './definition.ts'
import { endedMac } from './ended-mail.ts'
import { databaseClock } from './item-store.ts'
import { strayMail } from './stray-mail.ts'
import { eventOf, pauseAfter, type Pauses } from './work.ts'

/**
 * A mail as it is to be sent: everything that is said in it is looked up now, by these references, so that nothing of it
 * is kept anywhere that erasing a person does not reach. `id` is the same each time that it is tried.
 */
export type Mail = {
  readonly id: string
  readonly template: string
  /** A user id. */
  readonly to: string
  /** What it is about, as it reads today. */
  readonly event: Recorded
}

/**
 * Sends one mail. What it throws is tried again, but `MailRefused`; after `MailServerAway` no other is tried meanwhile. It
 * may be given the same mail twice, when a process ended between.
 */
export type Sender = (mail: Mail, signal: AbortSignal) => Promise<void>

/** This mail will never be taken, whenever it is tried: a dead letter. `code` says why, and quotes nobody. */
export class MailRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(`The mail server takes no such mail (${code})`)
    this.name = 'MailRefused'
    this.code = code
  }
}

/** Nobody takes mail now; no mail is at fault, and none becomes a dead letter by it. */
export class MailServerAway extends Error {
  readonly code: string
  constructor(code: string) {
    super(`The mail server takes no mail now (${code})`)
    this.name = 'MailServerAway'
    this.code = code
  }
}

/** No process, of any version, asked for such a mail about its event. Never sent: a dead letter. */
class NotAskedFor extends Error {
  readonly difference: Difference
  constructor(mail: DueMail, position: Position) {
    super(
      `The event of the mail ${mail.id} asks for no such mail of ${mail.process}: its row was written past the portal`,
    )
    this.name = 'NotAskedFor'
    this.difference = strayMail(mail, position)
  }
}

export type OutboxOptions = {
  /** Whose mail is sent; of another version's processes none is, until that version runs. */
  readonly definitions: readonly ProcessDefinition[]
  /** By which the row of a mail says who asked for it, and that it was sent, or never will be. */
  readonly macs: RowMacs
  readonly log: Pick<DomainLog, 'readWhatHolds' | 'decisions'>
  readonly send: Sender
  readonly takeTurn: TakeTurn
  readonly report: Report
  /** Told of a row that the portal cannot have written, once it is a dead letter. */
  readonly found: (difference: Difference) => Promise<void>
  /** Milliseconds since 1970; the clock of the database when left out. */
  readonly now?: () => number
  readonly pauses?: Pauses
  /** How often a mail is tried before it is a dead letter. */
  readonly tries?: number
  /** How often (ms) to look for mail, and whether another process gave up its turn. */
  readonly lookEvery?: number
}

type DueMail = RowOfMail & { readonly attempts: number; readonly asked_mac: string | null }

const AT_ONCE = 100
const TRIES = 10
const PAUSES: Pauses = { firstMs: 30_000, longestMs: 3_600_000 }
/** How long one mail may take, in ms; as long again, and another runner takes it for left behind. */
const SENDING_MS = 60_000
/** Nothing is put off for longer (ms): the longest pause, twice over. */
export const MAIL_PUT_OFF_MS = 2 * PAUSES.longestMs
/** What a column of tries holds. */
const MOST_TRIES = 2_147_483_647

/**
 * Sends what is in the outbox, one process of the portal at a time. A try is counted before it is made. What fails is
 * tried again after a pause that grows, and is a dead letter after the last try; each start tries those once more. Ends
 * when the signal aborts; throws what the database throws, and may be run again.
 */
export async function runOutbox(options: OutboxOptions, signal: AbortSignal): Promise<void> {
  const { takeTurn, lookEvery = 2_000 } = options
  await inTurn({ takeTurn, lookEvery }, signal, async (client, stop) => {
    const clock = async () => options.now?.() ?? (await databaseClock(client))
    await client.query('update outbox set due_at = $1 where sent_at is null and (is_dead or due_at is null)', [
      new Date(await clock()),
    ])
    while (!stop.aborted) {
      const due = await dueMails(client, await clock())
      let isAway = false
      for (const mail of due) {
        if (stop.aborted) return
        isAway = (await sendOne(options, client, clock, mail, stop)) === 'away'
        if (isAway) break
      }
      if (isAway || due.length < AT_ONCE) await pause(lookEvery, undefined, { signal: stop }).catch(() => undefined)
    }
  })
}

async function sendOne(
  { definitions, macs, log, send, report, found, pauses = PAUSES, tries = TRIES }: OutboxOptions,
  client: pg.Client,
  clock: () => Promise<number>,
  mail: DueMail,
  stop: AbortSignal,
): Promise<'tried' | 'away'> {
  const { id, process, template, recipient: to } = mail
  if (!(await claim(client, mail, (await clock()) + 2 * SENDING_MS))) return 'tried'
  try {
    const event = await eventOf({ log }, mail)
    // What was left out by decision asks for nothing.
    if (event === undefined) {
      await client.query('delete from outbox where id = $1 and sent_at is null', [id])
      return 'tried'
    }
    mustBeAskedFor(definitions, macs, mail, event)
    const signal = AbortSignal.any([stop, AbortSignal.timeout(SENDING_MS)])
    await unlessAborted(send({ id, template, to, event }, signal), signal)
  } catch (error) {
    if (stop.aborted) return 'tried' // whether it went out is not known: the claim holds until it is tried again
    const attempts = mail.attempts + 1
    const isAway = error instanceof MailServerAway
    const isForGood = error instanceof MailRefused || error instanceof NotAskedFor
    const isDead = isForGood || (attempts >= tries && !isAway)
    report(`A mail of ${process} (${template}) could not be sent${isDead ? ' and needs somebody' : ' yet'}`, error)
    const until = isDead ? null : new Date((await clock()) + pauseAfter(pauses, attempts))
    await client.query({
      name: 'outbox put off',
      text: `update outbox set due_at = $2, is_dead = $3, error = $4, ended_mac = $5 where id = $1 and sent_at is null`,
      values: [id, until, isDead, kindOf(error), endedMac(macs, { id, sentAt: undefined, isDead })],
    })
    if (error instanceof NotAskedFor) await found(error.difference)
    return isAway ? 'away' : 'tried'
  }
  const sentAt = await clock()
  await client.query({
    name: 'outbox sent',
    text: `update outbox set sent_at = $2, due_at = null, is_dead = false, error = null, ended_mac = $3 where id = $1`,
    values: [id, new Date(sentAt), endedMac(macs, { id, sentAt, isDead: false })],
  })
  return 'tried'
}

/** Before anything goes out: whoever has the database alone could have the portal write to anybody. */
function mustBeAskedFor(
  definitions: readonly ProcessDefinition[],
  macs: RowMacs,
  mail: DueMail,
  event: Recorded,
): void {
  const definition = definitions.find(({ name }) => name === mail.process)
  if (definition === undefined) throw new Error(`There is no process ${mail.process}`)
  if (isAskedByUs(macs, mail, mail.asked_mac)) return
  const { atOnce, byTimer } = mailsOf(definition, event)
  const isIt = ({ id, template, to }: (typeof atOnce)[number]) =>
    id === mail.id && template === mail.template && to === mail.recipient
  if ([...atOnce, ...byTimer].some(isIt)) return
  throw new NotAskedFor(mail, event.position)
}

/** Those too that are put off for longer than the sender ever does: somebody else did. */
async function dueMails(client: pg.Client, now: number): Promise<readonly DueMail[]> {
  const { rows } = await client.query<DueMail>({
    name: 'outbox due',
    text: `select id, process, template, recipient, stream, revision, attempts, asked_mac from outbox
            where due_at <= $1 or due_at > $2 order by due_at, id limit ${AT_ONCE}`,
    values: [new Date(now), new Date(now + MAIL_PUT_OFF_MS)],
  })
  return rows
}

/** Counts the try and puts the mail out of the others' reach; false when somebody else has. */
async function claim(client: pg.Client, { id, attempts }: DueMail, until: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'outbox claim',
    text: `update outbox set attempts = least(attempts, ${MOST_TRIES - 1}) + 1, due_at = $3
            where id = $1 and attempts = $2 and sent_at is null`,
    values: [id, attempts, new Date(until)],
  })
  return rowCount === 1
}

async function unlessAborted(sending: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    const end = () => reject(new Error('A mail took too long'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  await Promise.race([sending, aborted])
}

/** What kind of error it was: its text may quote an address. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? `${error.name} ${code}` : error.name
}
