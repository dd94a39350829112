import type { CoeEvent } from '#domain/catalogue/coe/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'
import type { MailTemplates } from '#commands/mail/letter.ts'
import { type Change, mails, type ProcessDefinition } from '#commands/processes/definition.ts'

type Data<T extends CoeEvent['type']> = Extract<CoeEvent, { readonly type: T }>['data']

const UNEXPECTED = 'If you did not expect this, tell the other administrators at once.'
const link = { label: 'Open the portal', path: '/dashboard' }

/** What those who administer hospitals are told by mail: not which hospital, and nothing of an account. */
export const hospitalTemplates: MailTemplates = {
  'bank details wait': () => ({
    subject: 'New bank details in the CHF portal need your confirmation',
    paragraphs: [
      "New bank details were entered in the CHF portal. They take effect when a second person confirms them. Before you confirm, call the account's owner on a number you already know.",
      UNEXPECTED,
    ],
    link,
  }),
  'bank details confirmed': () => ({
    subject: 'The bank details you entered in the CHF portal are confirmed',
    paragraphs: ['A second person confirmed the bank details you entered in the CHF portal.', UNEXPECTED],
    link,
  }),
  'bank details declined': () => ({
    subject: 'The bank details you entered in the CHF portal are declined',
    paragraphs: [
      'A second person declined the bank details you entered. You can read the reason in their history.',
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
