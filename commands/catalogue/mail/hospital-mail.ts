import type { CoeEvent } from '#domain/catalogue/coe/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { MailTemplates } from '#commands/mail/letter.ts'
import { type Change, mails, type ProcessDefinition } from '#commands/processes/definition.ts'

type Data<T extends CoeEvent['type']> = Extract<CoeEvent, { readonly type: T }>['data']

const UNEXPECTED = 'If you did not expect this, tell the other administrators at once.'
const link = { label: 'What waits for you', path: '/dashboard' }

/** What those who administer hospitals are told by mail: not which hospital, and nothing of an account. */
export const hospitalTemplates: MailTemplates = {
  'bank details wait': () => ({
    subject: 'Bank details wait for a second person in the CHF portal',
    paragraphs: [
      'Somebody who may do so has given new bank details in the CHF portal. They hold once another person has confirmed them, and you may be that one. Ask those whom they are of, by a number that you know already, before you confirm.',
      UNEXPECTED,
    ],
    link,
  }),
  'bank details confirmed': () => ({
    subject: 'The bank details that you gave in the CHF portal are confirmed',
    paragraphs: ['A second person has confirmed the bank details that you gave in the CHF portal.', UNEXPECTED],
    link,
  }),
  'bank details declined': () => ({
    subject: 'The bank details that you gave in the CHF portal are declined',
    paragraphs: [
      'A second person has declined the bank details that you gave in the CHF portal. Their reason stands in the history there.',
      UNEXPECTED,
    ],
    link,
  }),
}

const answers =
  (template: string) =>
  ({ event }: Recorded): readonly Change[] => {
    const { proposedBy } = event.data as Data<'CoeBankConfirmed' | 'CoeBankDeclined'>
    return proposedBy === null ? [] : [mails(template, proposedBy)]
  }

/** Tells whoever may confirm bank details that some wait, and whoever gave them what became of them. */
export const hospitalMail: ProcessDefinition = {
  name: 'hospital mail',
  on: {
    CoeBankProposed: ({ event }) =>
      (event.data as Data<'CoeBankProposed'>).toConfirm.map((person) => mails('bank details wait', person)),
    CoeBankConfirmed: answers('bank details confirmed'),
    CoeBankDeclined: answers('bank details declined'),
  },
}
