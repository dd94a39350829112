import type { MailTemplate, MailTemplates } from '#commands/mail/letter.ts'
import { CODE_LIFE_MS } from '#commands/people/user/mailed-code.ts'
import { mails, type ProcessDefinition } from '#commands/processes/definition.ts'
import type { CodePurpose, UserEvent } from '#domain/people/user/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'

const userIn = ({ event }: Recorded): string => (event.data as UserEvent['data']).userId

const UNEXPECTED = 'If you did not expect this, tell the help desk at once.'

type CodeAsked = Extract<UserEvent, { readonly type: 'UserCodeAsked' }>['data']

const USES: Readonly<Record<CodePurpose, string>> = {
  verification: 'verify your e-mail',
  recovery: 'choose a new password',
}

/** The code itself, as long as it is good. No link: who follows links in mail about passwords follows other people's too. */
const codeLetter: MailTemplate = ({ event }, { codeOf, now }) => {
  const { codeId, purpose, at } = event.data as CodeAsked
  const lifeMs = CODE_LIFE_MS[purpose]
  if (now > Date.parse(at) + lifeMs) return undefined
  return {
    subject: 'Your code for the CHF portal',
    paragraphs: [
      `Your code to ${USES[purpose]} is ${codeOf({ codeId, purpose })}`,
      `It is good for ${lifeMs / 60_000} minutes, on the page on which it was asked for. Give it to nobody.`,
      'If you did not ask for it, you need not do anything: without the code nothing changes.',
    ],
  }
}

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
  'code asked': codeLetter,
  'password changed': () => ({
    subject: 'Your password for the CHF portal has changed',
    paragraphs: ['The password of your account in the CHF portal has been changed.', UNEXPECTED],
  }),
}

/** Tells people what happens to their accounts, so that nothing happens to them unseen. */
export const accountMail: ProcessDefinition = {
  name: 'account mail',
  on: {
    UserRolesAssigned: (recorded) => [mails('roles changed', userIn(recorded))],
    UserCodeAsked: (recorded) => [mails('code asked', userIn(recorded))],
    UserPasswordChanged: (recorded) => [mails('password changed', userIn(recorded))],
  },
}
