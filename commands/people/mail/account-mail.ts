import type { MailTemplates } from '#commands/mail/letter.ts'
import { mails, type ProcessDefinition } from '#commands/processes/definition.ts'
import type { UserEvent } from '#domain/people/user/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'

const userIn = ({ event }: Recorded): string => (event.data as UserEvent['data']).userId

const UNEXPECTED = 'If you did not expect this, tell the help desk at once.'

/** What people are told about their accounts by mail. */
export const accountTemplates: MailTemplates = {
  'roles changed': () => ({
    subject: 'What you may do in the CHF portal has changed',
    paragraphs: [
      'Somebody who may do so has changed your roles in the CHF portal. You see them in your profile.',
      UNEXPECTED,
    ],
    link: { label: 'Your profile', path: '/users/profile' },
  }),
}

/** Tells people what happens to their accounts, so that nothing happens to them unseen. */
export const accountMail: ProcessDefinition = {
  name: 'account mail',
  on: { UserRolesAssigned: (recorded) => [mails('roles changed', userIn(recorded))] },
}
