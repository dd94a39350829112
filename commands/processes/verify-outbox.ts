import type pg from 'pg'
import type { DomainLog, Recorded } from '#commands/log/domain-log.ts'
import type { EventLog, Position } from '#commands/log/event-log.ts'
import type { Difference } from '#commands/log/verify/difference.ts'
import type { LogCheck, MakeCheck } from '#commands/log/verify/log-check.ts'
import type { RowMacs } from '#commands/row-macs.ts'
import { isAskedByUs, type RowOfMail } from './asked-mail.ts'
import { type AskedMail, MAIL_ASKED_FOR_MS, mailsOf, unreadKey } from './changes.ts'
import type { ProcessDefinition } from './definition.ts'
import { isEndedByUs } from './ended-mail.ts'
import { MAIL_PUT_OFF_MS } from './outbox.ts'
import { strayMail } from './stray-mail.ts'

type OutboxToVerify = {
  readonly definitions: readonly ProcessDefinition[]
  /** The names of the mails that this version can write. */
  readonly templates: ReadonlySet<string>
  readonly pool: pg.Pool
  readonly log: Pick<EventLog, 'head'>
  readonly read: Pick<DomainLog, 'readWhatHolds'>
  readonly macs: RowMacs
  /** Milliseconds since 1970. */
  readonly now: () => number
}

type Asked = AskedMail & { readonly process: string; readonly isAtOnce: boolean }
type Row = RowOfMail & {
  readonly asked_mac: string | null
  readonly is_dead: boolean
  readonly ended_mac: string | null
  /** Milliseconds since 1970, as text. */
  readonly due: string | null
  readonly sent: string | null
  readonly asked: string
}
type Standing = {
  readonly name: string
  readonly position: string
  readonly quiet: string
  readonly born: string
  readonly waits: readonly string[]
}

/** Clocks of a database that was moved, and of the machine that checks it. */
const CLOCKS_MS = 3_600_000
const ROWS_AT_ONCE = 5_000

/**
 * Holds each mail of the outbox against the event that it is about: none that no event asks for by the rules of this version, or
 * asked for by an earlier one's, none to somebody else, none that is missing of the last 30 days, none that is said to be sent, or a
 * dead letter, by anybody but the sender. And since when processes mail, as nobody is written to about what was before.
 */
export const checkOutbox =
  ({ definitions, templates, pool, log, read, macs, now }: OutboxToVerify): MakeCheck =>
  (differs) => {
    const since = now() - MAIL_ASKED_FOR_MS
    /** What the log asks for of late, by id: of what was before, a row is held against its own event. */
    const recent = new Map<string, Asked>()
    let [rows, unknown, earlier] = [0, 0, 0]
    /** When the newest event was recorded: ahead of now, where the clock has been set back since. */
    let newest = 0
    const latest = () => Math.max(now(), newest) + CLOCKS_MS

    function allOf(event: Recorded): readonly Asked[] {
      return definitions.flatMap((definition) => {
        const { name: process } = definition
        const { atOnce, byTimer } = mailsOf(definition, event)
        return [
          ...atOnce.map((mail) => ({ ...mail, process, isAtOnce: true })),
          ...byTimer.map((mail) => ({ ...mail, process, isAtOnce: false })),
        ]
      })
    }

    /** What the log asks for under the row's id; nothing is said of a row whose event nobody can read, or nobody is to. */
    async function askedAs({ id, stream, revision }: Row): Promise<Asked | 'nothing' | 'unread'> {
      const known = recent.get(id)
      if (known !== undefined) return known
      const { events, unread, leftOut } = await read.readWhatHolds(stream, revision, 1)
      if (unread.length > 0 || leftOut.length > 0) return 'unread'
      const event = events.find((one) => one.revision === revision)
      return (event && allOf(event).find((mail) => mail.id === id)) ?? 'nothing'
    }

    async function hold(row: Row, head: Position): Promise<void> {
      const asked = await askedAs(row)
      if (asked === 'unread') return
      const differ = (column: string | undefined, expected: string, found: string) =>
        differs(ofRow(head, 'outbox', row.id, column, expected, found))
      const isOurs = isAskedByUs(macs, row, row.asked_mac)
      if (asked === 'nothing' && isOurs) {
        earlier += 1
        return holdItsEnd(row, differ)
      }
      const isKnown = definitions.some(({ name }) => name === row.process) && templates.has(row.template)
      if (asked === 'nothing' && !isKnown) {
        unknown += 1
        return
      }
      if (asked === 'nothing') return differs(strayMail(row, head))
      const { process, template, to: recipient, stream, revision } = asked
      for (const [column, expected] of Object.entries({ process, template, recipient, stream, revision })) {
        const found = row[column as keyof typeof row]
        if (found !== expected) differ(column, String(expected), String(found))
      }
      if (row.asked_mac !== null && !isOurs) differ('asked_mac', 'of the process that asked for it', 'of another row')
      holdItsEnd(row, differ)
    }

    function holdItsEnd(row: Row, differ: (column: string, expected: string, found: string) => void): void {
      const { id, is_dead: isDead, ended_mac: mac } = row
      const [due, sentAt] = [numberIn(row.due), numberIn(row.sent)]
      if (sentAt !== undefined || isDead) {
        if (isEndedByUs(macs, { id, sentAt, isDead }, mac)) return
        const said = sentAt === undefined ? 'a dead letter' : `sent at ${iso(sentAt)}`
        return differ(
          sentAt === undefined ? 'is_dead' : 'sent_at',
          'what the sender has come to',
          `${said}, by another`,
        )
      }
      if (due === undefined || due > latest() + MAIL_PUT_OFF_MS)
        differ('due_at', 'its next try within hours', due === undefined ? 'none' : iso(due))
      const asked = Number(row.asked)
      if (asked > latest()) differ('asked_at', 'a time that has been', iso(asked))
    }

    function missing(standing: readonly Standing[], found: ReadonlySet<string>, head: Position): void {
      const byName = new Map(standing.map((one) => [one.name, one]))
      for (const { id, process, template, to, stream, position, isAtOnce } of recent.values()) {
        const own = byName.get(process)
        if (!isAtOnce || own === undefined || found.has(id) || own.waits.includes(unreadKey(position))) continue
        const quiet = Number(own.quiet)
        if (position > Number(own.position) || (position <= quiet && quiet <= head)) continue
        const row = { table: 'outbox', key: id }
        const place = { position, stream, check: 'outbox', row }
        differs({ ...place, expected: `the mail ${template} of ${process} to ${to}`, found: 'none' })
      }
    }

    function holdBeginnings(standing: readonly Standing[], head: Position): void {
      for (const { name, quiet, born } of standing) {
        const differ = (column: string, expected: string, found: string) =>
          differs(ofRow(head, 'process_checkpoint', name, column, expected, found))
        if (Number(quiet) > head) differ('quiet_up_to', `a position up to ${head}`, `${quiet}: it mails about nothing`)
        if (Number(born) > latest()) differ('born_at', 'a time that has been', iso(Number(born)))
      }
    }

    return {
      event({ recordedAt }, event) {
        newest = Math.max(newest, Date.parse(recordedAt))
        if (event === undefined || Date.parse(recordedAt) <= since) return
        for (const mail of allOf(event)) recent.set(mail.id, mail)
      },
      async end() {
        // Before the rows: a checkpoint stands in one transaction with the mail up to it.
        const standing = await readStanding(pool)
        const head = await log.head()
        const found = new Set<string>()
        for await (const batch of rowsOf(pool))
          for (const row of batch) {
            found.add(row.id)
            await hold(row, head)
            rows += 1
          }
        missing(standing, found, head)
        holdBeginnings(standing, head)
      },
      notes: () => [
        `${rows - unknown - earlier} mails were held against their events`,
        ...(earlier === 0
          ? []
          : [`${earlier} mails were asked for by an earlier version of the portal, as their MACs say`]),
      ],
      unchecked: () =>
        unknown === 0 ? [] : [`${unknown} mails: this version of the portal has no such process or no such mail`],
    } satisfies LogCheck
  }

const ofRow = (
  head: Position,
  table: string,
  key: string,
  column: string | undefined,
  expected: string,
  found: string,
): Difference => ({
  ...{ position: head, through: head, check: 'outbox', expected, found },
  row: { table, key, ...(column === undefined ? {} : { column }) },
})

const numberIn = (text: string | null): number | undefined => (text === null ? undefined : Number(text))
const iso = (time: number) => (Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : 'no time at all')
const msOf = (column: string) => `(extract(epoch from ${column}) * 1000)::text`

async function readStanding(pool: pg.Pool): Promise<readonly Standing[]> {
  const { rows } = await pool.query<Standing>(
    `select name, position::text, quiet_up_to::text as quiet, ${msOf('born_at')} as born,
            array(select key from process_item i where i.process = c.name) as waits
       from process_checkpoint c order by name`,
  )
  return rows
}

async function* rowsOf(pool: pg.Pool): AsyncGenerator<readonly Row[]> {
  for (let after: string | null | undefined = null; after !== undefined;) {
    const { rows }: { rows: Row[] } = await pool.query<Row>(
      `select id, process, template, recipient, stream, revision, asked_mac, is_dead, ended_mac,
              ${msOf('due_at')} as due, ${msOf('sent_at')} as sent, ${msOf('asked_at')} as asked
         from outbox where $1::uuid is null or id > $1 order by id limit ${ROWS_AT_ONCE}`,
      [after],
    )
    yield rows
    after = rows.at(-1)?.id
  }
}
