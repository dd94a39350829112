import type { FundingEvent } from '#domain/money/funding/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { MailTemplates } from '#commands/mail/letter.ts'
import { type Change, mails, type ProcessDefinition } from '#commands/processes/definition.ts'

type Data<T extends FundingEvent['type']> = Extract<FundingEvent, { readonly type: T }>['data']

const UNEXPECTED = 'If you did not expect this, tell the other administrators at once.'
const link = { label: 'What waits for you', path: '/dashboard' }

/** What those who move the fund's money are told by mail: neither how much nor for whom. */
export const fundsTemplates: MailTemplates = {
  'funds wait': () => ({
    subject: 'Money of the fund waits for a second person in the CHF portal',
    paragraphs: [
      'Somebody who may do so has proposed a pool credit or an allocation in the CHF portal that is so large that it takes two. No money moves until another person has confirmed it, and you may be that one. Look at it before you do.',
      UNEXPECTED,
    ],
    link,
  }),
  'funds confirmed': () => ({
    subject: 'What you proposed in the CHF portal is confirmed',
    paragraphs: ['A second person has confirmed the pool credit or the allocation that you proposed.', UNEXPECTED],
    link,
  }),
  'funds declined': () => ({
    subject: 'What you proposed in the CHF portal is declined',
    paragraphs: [
      'A second person has declined the pool credit or the allocation that you proposed, and no money has moved. Their reason stands in the history there.',
      UNEXPECTED,
    ],
    link,
  }),
}

const asks = ({ event }: Recorded): readonly Change[] =>
  (event.data as Data<'PoolCreditProposed' | 'AllocationProposed'>).toConfirm.map((person) =>
    mails('funds wait', person),
  )

const answers =
  (template: string) =>
  ({ event }: Recorded): readonly Change[] => [
    mails(template, (event.data as Data<'FundingConfirmed' | 'FundingDeclined'>).proposedBy),
  ]

/** Tells whoever may confirm a credit or an allocation that one waits, and whoever proposed it what became of it. */
export const fundsMail: ProcessDefinition = {
  name: 'funds mail',
  on: {
    PoolCreditProposed: asks,
    AllocationProposed: asks,
    FundingConfirmed: answers('funds confirmed'),
    FundingDeclined: answers('funds declined'),
  },
}
