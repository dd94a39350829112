import type { FundingEvent } from '#domain/money/funding/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { MailTemplates } from '#commands/mail/letter.ts'
import { type Change, mails, type ProcessDefinition } from '#commands/processes/definition.ts'

type Data<T extends FundingEvent['type']> = Extract<FundingEvent, { readonly type: T }>['data']

const UNEXPECTED = 'If you did not expect this, tell the other administrators at once.'
const link = { label: 'Open the portal', path: '/dashboard' }

/** What those who move the fund's money are told by mail: neither how much nor for whom. */
export const fundsTemplates: MailTemplates = {
  'funds wait': () => ({
    subject: 'A movement of funds in the CHF portal needs your confirmation',
    paragraphs: [
      'A large movement of funds was proposed in the CHF portal. A second person must confirm it before any money moves. You can confirm or decline it.',
      UNEXPECTED,
    ],
    link,
  }),
  'funds confirmed': () => ({
    subject: 'Your proposal in the CHF portal is confirmed',
    paragraphs: ['A second person confirmed the movement of funds that you proposed.', UNEXPECTED],
    link,
  }),
  'funds declined': () => ({
    subject: 'Your proposal in the CHF portal is declined',
    paragraphs: [
      'A second person declined the movement of funds that you proposed. No money has moved. You can read the reason in its history.',
      UNEXPECTED,
    ],
    link,
  }),
}

const asks = ({ event }: Recorded): readonly Change[] =>
  (event.data as Data<'PoolCreditProposed' | 'AllocationProposed' | 'PatientFundingProposed'>).toConfirm.map((person) =>
    mails('funds wait', person),
  )

const answers =
  (template: string) =>
  ({ event }: Recorded): readonly Change[] => [
    mails(template, (event.data as Data<'FundingConfirmed' | 'FundingDeclined'>).proposedBy),
  ]

/** Tells whoever may confirm a movement of funds that one waits, and whoever proposed it what became of it. */
export const fundsMail: ProcessDefinition = {
  name: 'funds mail',
  on: {
    PoolCreditProposed: asks,
    AllocationProposed: asks,
    PatientFundingProposed: asks,
    FundingConfirmed: answers('funds confirmed'),
    FundingDeclined: answers('funds declined'),
  },
}
