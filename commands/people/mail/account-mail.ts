import type { MailTemplate, MailTemplates } from '#commands/mail/letter.ts'
import { CODE_LIFE_MS } from '#commands/people/user/mailed-code.ts'
import { mails, type ProcessDefinition } from '#commands/processes/definition.ts'
import type { CodePurpose, UserEvent } from '#domain/people/user/events.ts'
import type { Recorded } from '#commands/log/domain-log.ts'

const userIdOf = ({ data }: { readonly data: unknown }): string => (data as { readonly userId: string }).userId
const userIn = ({ event }: Recorded): string => userIdOf(event)

const UNEXPECTED = 'If you did not expect this, tell the help desk at once.'

type CodeAsked = Extract<UserEvent, { readonly type: 'UserCodeAsked' }>['data']

type Use = {
  /** After 'Your code to'. */
  readonly does: string
  /** Why it is mailed. */
  readonly why: string
  /** The page where it is typed. */
  readonly page: (email: string) => { readonly label: string; readonly path: string }
}
const USES: Readonly<Record<Exclude<CodePurpose, 'invitation'>, Use>> = {
  verification: {
    does: 'verify your e-mail',
    why: 'You get this email because an account in the CHF portal was opened with it, or a new code was asked for.',
    page: (email) => ({ label: 'Enter the code', path: `/auth/verify-email/${encodeURIComponent(email)}` }),
  },
  recovery: {
    does: 'choose a new password',
    why: 'You get this email because someone asked to recover the password of your account.',
    page: (email) => ({ label: 'Enter the code', path: `/recover/password/${encodeURIComponent(email)}` }),
  },
  staff: {
    does: 'change the details of a member of staff',
    why: 'You get this email because you are changing the details of a member of staff. Enter the code on the page where you asked for it.',
    page: () => ({ label: 'Open the portal', path: '/dashboard' }),
  },
}

/**
 * The code itself, as long as it is good, with the page where it is typed; the link has no code. New staff, who do not know the
 * portal yet, choose their password by a link.
 */
const codeLetter: MailTemplate = ({ event }, { to, firstName, codeOf, invitationOf, now }) => {
  const { userId, codeId, purpose, at } = event.data as CodeAsked
  const lifeMs = CODE_LIFE_MS[purpose]
  const until = Date.parse(at) + lifeMs
  if (now > until) return undefined
  if (purpose === 'invitation')
    return {
      subject: 'Your account in the CHF portal',
      paragraphs: [
        'An administrator created an account for you in the CHF portal. Choose your password with this link. It works once, for seven days.',
        "After that, use 'Recover password' on the sign-in page.",
        UNEXPECTED,
      ],
      link: { label: 'Choose your password', path: `/set-password/${invitationOf({ userId, codeId, until })}` },
    }
  const { does, why, page } = USES[purpose]
  return {
    subject: 'Your code for the CHF portal',
    paragraphs: [
      `Dear ${firstName},`,
      `Your code to ${does} is ${codeOf({ codeId, purpose })}`,
      why,
      `It works for ${lifeMs / 60_000} minutes. Do not share it with anyone.`,
      'If you did not ask for it, ignore this email. Nothing changes without the code.',
    ],
    link: page(to),
  }
}

/** What people are told about their accounts by mail. */
export const accountTemplates: MailTemplates = {
  'roles changed': () => ({
    subject: 'Your roles in the CHF portal have changed',
    paragraphs: [
      'An administrator changed your roles in the CHF portal. You can see them in your profile.',
      UNEXPECTED,
    ],
    link: { label: 'Your profile', path: '/users/profile' },
  }),
  'code asked': codeLetter,
  'password changed': () => ({
    subject: 'Your password for the CHF portal has changed',
    paragraphs: ['The password of your CHF portal account was changed.', UNEXPECTED],
  }),
  'second factor on': () => ({
    subject: 'A phone has been set up to sign in to the CHF portal',
    paragraphs: [
      'When you sign in to the CHF portal, you now enter your password and a code from the app.',
      UNEXPECTED,
    ],
  }),
  'second factor off': () => ({
    subject: 'You no longer need your phone to sign in to the CHF portal',
    paragraphs: ['You now sign in to the CHF portal with your password only.', UNEXPECTED],
  }),
  'reset asked': () => ({
    subject: 'An administrator asked to remove your phone from the CHF portal',
    paragraphs: [
      'An administrator asked to remove the phone you use to sign in to the CHF portal, because it was reported lost. Another administrator must confirm it.',
      'If you still have your phone, stop this request in the CHF portal and tell the help desk at once.',
    ],
    link: { label: 'Your second factor', path: '/users/second-factor' },
  }),
  'reset to confirm': ({ event }) => ({
    subject: 'A lost phone waits for your confirmation in the CHF portal',
    paragraphs: [
      'Another administrator has asked to remove the phone with which a person signs in, because the phone is lost. A second administrator must confirm this. You can do it.',
      'Call the person on a number that you know before you confirm.',
    ],
    link: { label: 'Open the record', path: `/users/roles/${userIdOf(event)}` },
  }),
  'second factor reset': () => ({
    subject: 'Your phone was removed from the CHF portal',
    paragraphs: [
      'Two administrators removed the phone you use to sign in to the CHF portal. You are signed out on all devices. Sign in and set up another phone now.',
      UNEXPECTED,
    ],
    link: { label: 'Sign in', path: '/login' },
  }),
  'seen by support': () => ({
    subject: 'A support officer can see your CHF portal account',
    paragraphs: [
      'A support officer can see your account (read only) for 30 minutes. You can end this on the page My sessions.',
      UNEXPECTED,
    ],
    link: { label: 'Your sessions', path: '/users/sessions' },
  }),
  'enrolled again': () => ({
    subject: 'You have an account in the CHF portal',
    paragraphs: [
      'Someone tried to enrol in the CHF portal with this email. You already have an account, and nothing in it has changed.',
      'If it was you, sign in. If you forgot your password, use "Forgot your password?". If you never verified your email, use "Verify your e-mail".',
      'If it was not you, ignore this email.',
    ],
    link: { label: 'Sign in', path: '/login' },
  }),
  'recovery codes replaced': () => ({
    subject: 'You have new recovery codes for the CHF portal',
    paragraphs: ['Your old recovery codes no longer work.', UNEXPECTED],
  }),
  'recovery code used': () => ({
    subject: 'A recovery code was used to sign in to the CHF portal',
    paragraphs: [
      'One of your recovery codes was used instead of your phone. Each code works once.',
      'If you lost your phone, set up another one in your profile.',
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

/** Tells the second administrator that a reset is ready to confirm. */
export const resetMail: ProcessDefinition = {
  name: 'reset mail',
  on: {
    SecondFactorResetAsked: ({ event }) =>
      (event.data as { readonly toConfirm: readonly string[] }).toConfirm.map((id) => mails('reset to confirm', id)),
  },
}
