import type { DisputeNoticeEvent } from '#domain/money/dispute-notice/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { MailTemplates } from '#commands/mail/letter.ts'
import { closes, mails, opens, type ProcessDefinition, timer } from '#commands/processes/definition.ts'

/** What both sides of a dispute are told by mail: not about which bill, nor by whom, nor what was said. */
export const disputeTemplates: MailTemplates = {
  'dispute news': () => ({
    subject: 'News of a dispute in the CHF portal',
    paragraphs: [
      'In the last hour, a dispute that concerns you was raised, answered or ended. You can read it in the portal, under your notices.',
      'You get at most one email an hour about a dispute.',
    ],
    link: { label: 'Open the portal', path: '/dashboard' },
  }),
}

const dataOf = ({ event }: Recorded) => event.data as DisputeNoticeEvent['data']
const keyOf = ({ stream, revision }: Recorded) => `${stream}:${revision}`

/** Mails each person of both sides of a dispute one digest an hour. */
export const disputeMail: ProcessDefinition = {
  name: 'dispute mail',
  on: {
    DisputeNotified: (recorded) => [opens(keyOf(recorded)), timer(keyOf(recorded), 'digest', dataOf(recorded).until)],
  },
  timers: {
    digest: ({ key, event }) => [...dataOf(event).people.map((person) => mails('dispute news', person)), closes(key)],
  },
}
