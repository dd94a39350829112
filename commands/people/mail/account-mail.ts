import type { MailTemplate, MailTemplates } from '#commands/mail/letter.ts'
import { CODE_LIFE_MS } from '#commands/people/user/mailed-code.ts'
import { mails, type ProcessDefinition } from '#commands/processes/definition.ts'
import type { CodePurpose, UserEvent } from '#domain/people/user/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'

const userIn = ({ event }: Recorded): string => (event.data as { readonly userId: string }).userId

const UNEXPECTED = 'If you did not expect this, tell the help desk at once.'

type CodeAsked = Extract<UserEvent, { readonly type: 'UserCodeAsked' }>['data']

const USES: Readonly<Record<Exclude<CodePurpose, 'invitation'>, string>> = {
  verification: 'verify your e-mail',
  recovery: 'choose a new password',
  staff: 'change the details of a member of staff',
}

/**
 * The code itself, as long as it is good. No link: who follows links in mail about passwords follows other people's too. New
 * staff are the exception, who do not know the portal yet: theirs is a link.
 */
const codeLetter: MailTemplate = ({ event }, { codeOf, invitationOf, now }) => {
  const { userId, codeId, purpose, at } = event.data as CodeAsked
  const lifeMs = CODE_LIFE_MS[purpose]
  const until = Date.parse(at) + lifeMs
  if (now > until) return undefined
  if (purpose === 'invitation')
    return {
      subject: 'Your account in the CHF portal',
      paragraphs: [
        'Somebody who may do so has opened an account for you in the CHF portal. Choose your password by this link, which is good once, for seven days.',
        "Later than that, ask for a code by 'Recover password' on the page on which one signs in.",
        UNEXPECTED,
      ],
      link: { label: 'Choose your password', path: `/set-password/${invitationOf({ userId, codeId, until })}` },
    }
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
  'second factor on': () => ({
    subject: 'A phone has been set up to sign in to the CHF portal',
    paragraphs: [
      'From now on a code of the app that was set up is asked for beside your password when you sign in to the CHF portal.',
      UNEXPECTED,
    ],
  }),
  'second factor off': () => ({
    subject: 'Your phone is not asked for any more in the CHF portal',
    paragraphs: ['You sign in to the CHF portal without a code of an app again.', UNEXPECTED],
  }),
  'reset asked': () => ({
    subject: 'Your phone is to be reset in the CHF portal',
    paragraphs: [
      'An administrator has asked to remove the phone by which you sign in to the CHF portal, as it is said to be lost. Another one has to confirm it.',
      'If you still have your phone, stop it in the CHF portal, and tell the help desk at once.',
    ],
    link: { label: 'Your second factor', path: '/users/second-factor' },
  }),
  'second factor reset': () => ({
    subject: 'Your phone has been reset in the CHF portal',
    paragraphs: [
      'Two administrators have removed the phone by which you sign in to the CHF portal, and you are signed out everywhere. Sign in and set up another one at once.',
      UNEXPECTED,
    ],
    link: { label: 'Sign in', path: '/login' },
  }),
  'seen by support': () => ({
    subject: 'Support looks at the CHF portal as you see it',
    paragraphs: [
      'Somebody of the support of the CHF portal sees for up to half an hour what you see, and can change nothing. You see them among your sessions, and can end it there.',
      UNEXPECTED,
    ],
    link: { label: 'Your sessions', path: '/users/sessions' },
  }),
  'enrolled again': () => ({
    subject: 'You have an account in the CHF portal',
    paragraphs: [
      'Somebody has just enrolled in the CHF portal with this e-mail. It has an account there already, and nothing of it has changed.',
      'If it was you, sign in. If you cannot, choose a new password ("Forgot your password?"); if you have never verified your e-mail, have a code mailed first ("Verify your e-mail").',
      'If it was not you, you need not do anything.',
    ],
    link: { label: 'Sign in', path: '/login' },
  }),
  'recovery codes replaced': () => ({
    subject: 'You have new recovery codes for the CHF portal',
    paragraphs: ['The recovery codes from before are good for nothing any more.', UNEXPECTED],
  }),
  'recovery code used': () => ({
    subject: 'A recovery code was used to sign in to the CHF portal',
    paragraphs: [
      'One of your recovery codes was used in place of your phone. Each is good once.',
      'If your phone is lost, set up another one in your profile.',
      UNEXPECTED,
    ],
    link: { label: 'Your profile', path: '/users/profile' },
  }),
}

/** Tells people what happens to their accounts, so that nothing happens to them unseen. */
export const accountMail: ProcessDefinition = {
  name: 'account mail',
  on: {
    UserRolesAssigned: (recorded) => [mails('roles changed', userIn(recorded))],
    UserCodeAsked: (recorded) => [mails('code asked', userIn(recorded))],
    UserPasswordChanged: (recorded) => [mails('password changed', userIn(recorded))],
    UserSeenBySupport: (recorded) => [mails('seen by support', userIn(recorded))],
    UserEnrolledAgain: (recorded) => [mails('enrolled again', userIn(recorded))],
    SecondFactorEnrolled: (recorded) => [mails('second factor on', userIn(recorded))],
    SecondFactorRemoved: (recorded) => [mails('second factor off', userIn(recorded))],
    SecondFactorResetAsked: (recorded) => [mails('reset asked', userIn(recorded))],
    SecondFactorReset: (recorded) => [mails('second factor reset', userIn(recorded))],
    RecoveryCodesReplaced: (recorded) => [mails('recovery codes replaced', userIn(recorded))],
    RecoveryCodeUsed: (recorded) => [mails('recovery code used', userIn(recorded))],
  },
}
