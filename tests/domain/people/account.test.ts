import { test } from 'vitest'
import type { CodePurpose, UserEvent } from '#domain/people/user/events.ts'
import { user } from '#domain/people/user/user.ts'
import { AT, command } from '#tests/support/command.ts'
import { given } from '#tests/support/given.ts'

const userId = 'person-1'
const registered = (over: { emailVerified?: boolean } = {}): UserEvent => ({
  type: 'UserRegistered',
  data: {
    ...{ userId, email: 'ada@example.org', emailVerified: true, firstName: 'Ada', lastName: 'Okafor' },
    ...{ phoneNumber: '08012345678', roles: ['analyst'], by: userId, at: AT },
    ...over,
  },
})
const deactivated: UserEvent = { type: 'UserDeactivated', data: { userId, by: userId, at: AT } }
const asCode = (codeId: string, purpose: CodePurpose | 'either') => command('AskCode', { userId, codeId, purpose })
const codeAsked = (codeId: string, purpose: CodePurpose) =>
  ({ type: 'UserCodeAsked', data: { userId, codeId, purpose, by: asCode('', 'either').by, at: AT } }) as const
const changePassword = (codeId?: string, changeId = 'change-1') =>
  command('ChangePassword', { userId, changeId, codeId })
const passwordChanged = (codeId?: string, changeId = 'change-1') =>
  ({
    type: 'UserPasswordChanged',
    data: { userId, changeId, by: changePassword().by, at: AT, ...(codeId === undefined ? {} : { codeId }) },
  }) as const
const verify = (codeId: string) => command('VerifyEmail', { userId, codeId })
const verified = (codeId: string) =>
  ({ type: 'UserEmailVerified', data: { userId, codeId, by: verify('').by, at: AT } }) as const

test('a code is asked for once, for what the account needs; none verifies what is verified', () => {
  const unverified = registered({ emailVerified: false })
  given(user, unverified).when(asCode('a', 'either')).then(codeAsked('a', 'verification'))
  given(user, unverified, codeAsked('a', 'verification')).when(asCode('a', 'either')).thenNothing()
  given(user, registered()).when(asCode('a', 'either')).then(codeAsked('a', 'recovery'))
  given(user, registered()).when(asCode('a', 'verification')).thenRefused('user_email_verified')
  given(user, registered(), deactivated).when(asCode('a', 'either')).thenRefused('user_closed')
  given(user).when(asCode('a', 'either')).thenRefused('user_unknown')
})

test('whose e-mail is enrolled again is told once for each time', () => {
  const tell = (enrolmentId: string) => command('TellEnrolledAgain', { userId, enrolmentId })
  const told = (enrolmentId: string): UserEvent => ({
    type: 'UserEnrolledAgain',
    data: { userId, enrolmentId, by: tell('').by, at: AT },
  })
  given(user, registered()).when(tell('a')).then(told('a'))
  given(user, registered(), told('a')).when(tell('a')).thenNothing()
  given(user, registered(), told('a')).when(tell('b')).then(told('b'))
  given(user, registered(), deactivated).when(tell('a')).thenRefused('user_closed')
})

test('an e-mail is verified by a code that was asked for to do so, once', () => {
  const asked = [registered({ emailVerified: false }), codeAsked('a', 'verification')] as const
  given(user, ...asked)
    .when(verify('a'))
    .then(verified('a'))
  given(user, ...asked, verified('a'))
    .when(verify('a'))
    .thenNothing()
  given(user, ...asked)
    .when(verify('b'))
    .thenRefused('user_code_used')
  given(user, registered({ emailVerified: false }), codeAsked('a', 'recovery'))
    .when(verify('a'))
    .thenRefused('user_code_used')
  given(user, ...asked, verified('a'))
    .when(asCode('b', 'either'))
    .then(codeAsked('b', 'recovery'))
})

test('a recovery code is good for one new password, and every code from before it ends', () => {
  const asked = [registered(), codeAsked('a', 'recovery'), codeAsked('b', 'recovery')] as const
  given(user, ...asked)
    .when(changePassword('a'))
    .then(passwordChanged('a'))
  for (const code of ['a', 'b'])
    given(user, ...asked, passwordChanged('a'))
      .when(changePassword(code, 'change-2'))
      .thenRefused('user_code_used')
  given(user, ...asked, passwordChanged('a'))
    .when(changePassword('a'))
    .thenNothing()
  given(user, ...asked, passwordChanged('a'))
    .when(changePassword(undefined, 'change-2'))
    .then(passwordChanged(undefined, 'change-2'))
  given(user, ...asked)
    .when(changePassword('c'))
    .thenRefused('user_code_used')
  given(user, registered(), codeAsked('a', 'verification')).when(changePassword('a')).thenRefused('user_code_used')
  given(user, ...asked, deactivated)
    .when(changePassword('a'))
    .thenRefused('user_closed')
})

test('an invitation lets new staff choose a password, once, and is for nobody who has chosen one', () => {
  const invited = [registered(), codeAsked('a', 'invitation')] as const
  given(user, ...invited)
    .when(changePassword('a'))
    .then(passwordChanged('a'))
  given(user, ...invited, passwordChanged('a'))
    .when(changePassword('a', 'change-2'))
    .thenRefused('user_code_used')
  given(user, registered()).when(asCode('b', 'invitation')).then(codeAsked('b', 'invitation'))
  given(user, ...invited, passwordChanged('a'))
    .when(asCode('b', 'invitation'))
    .thenRefused('user_has_password')
})

test('a code to change staff is good for one change, and for nothing else', () => {
  const use = (codeId: string) => command('UseCode', { userId, codeId, staffId: 'staff-1' })
  const used = {
    type: 'UserCodeUsed',
    data: { userId, codeId: 'a', staffId: 'staff-1', by: use('a').by, at: AT },
  } as const
  const asked = [registered(), codeAsked('a', 'staff')] as const
  given(user, ...asked)
    .when(use('a'))
    .then(used)
  given(user, ...asked, used)
    .when(use('a'))
    .thenRefused('user_code_used')
  given(user, ...asked)
    .when(changePassword('a'))
    .thenRefused('user_code_used')
  given(user, registered(), codeAsked('a', 'recovery')).when(use('a')).thenRefused('user_code_used')
})

test('support verifies an e-mail once', () => {
  const confirm = command('ConfirmEmail', { userId })
  const confirmed = { type: 'UserEmailConfirmed', data: { userId, by: confirm.by, at: AT } } as const
  const unverified = registered({ emailVerified: false })
  given(user, unverified).when(confirm).then(confirmed)
  given(user, unverified, confirmed).when(confirm).thenNothing()
  given(user, unverified, deactivated).when(confirm).thenRefused('user_closed')
})

test('support sees as somebody who may do less, once for each visit, and never as themselves', () => {
  const see = (permissions: readonly string[], by = 'support-1') =>
    command('SeeAsUser', { userId, visitId: 'v1', reason: 'A lost bill', permissions }, { by })
  const seen = {
    type: 'UserSeenBySupport',
    data: { userId, visitId: 'v1', reason: 'A lost bill', by: 'support-1', at: AT },
  } as const
  given(user, registered())
    .when(see(['APPLY_FUND']))
    .then(seen)
  given(user, registered(), seen)
    .when(see(['APPLY_FUND']))
    .thenNothing()
  given(user, registered()).when(see([], userId)).thenRefused('user_support_own')
  for (const above of ['MANAGE_ROLE', 'CREDIT_POOL', 'SUPPORT_ANONYMOUS_LOGIN'])
    given(user, registered())
      .when(see(['APPLY_FUND', above]))
      .thenRefused('user_support_above')
  given(user, registered(), deactivated).when(see([])).thenRefused('user_closed')
})

test('a link to choose the first password is asked for again after three minutes, ends the one before, and ends with a password', () => {
  const invite = (codeId: string, at = AT) =>
    command('AskCode', { userId, codeId, purpose: 'invitation' as const }, { at })
  const asked = [registered(), codeAsked('a', 'invitation')] as const
  const [justNow, later] = ['2026-03-02T09:02:59.999Z', '2026-03-02T09:03:00.000Z']
  const again = { ...codeAsked('b', 'invitation'), data: { ...codeAsked('b', 'invitation').data, at: later } }
  given(user, ...asked)
    .when(invite('b', justNow))
    .thenRefused('user_invited_just_now')
  given(user, ...asked)
    .when(invite('a', justNow))
    .thenNothing()
  given(user, ...asked)
    .when(invite('b', later))
    .then(again)
  given(user, ...asked, again)
    .when(changePassword('a'))
    .thenRefused('user_code_used')
  given(user, ...asked, again)
    .when(changePassword('b'))
    .then(passwordChanged('b'))
  given(user, ...asked, passwordChanged('a'))
    .when(invite('b', later))
    .thenRefused('user_has_password')
  given(user, ...asked, deactivated)
    .when(invite('b', later))
    .thenRefused('user_closed')
})
