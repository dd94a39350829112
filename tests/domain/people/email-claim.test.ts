import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClaimCommand } from '#domain/kernel/claim.ts'
import { emailClaim } from '#domain/people/email-claim/email-claim.ts'
import type { EmailClaimEvent } from '#domain/people/email-claim/events.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { describeFollows, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const claimed = (userId: string): EmailClaimEvent => ({ type: 'EmailClaimed', data: { userId, by: 'user-1', at: AT } })
const claim = (userId: string) => command('Claim', { userId })
const takeOver = (userId: string, from: string) => command('TakeOver', { userId, from })

test('an e-mail is held by one person', () => {
  given(emailClaim).when(claim('ada')).then(claimed('ada'))
  given(emailClaim, claimed('ada')).when(claim('bola')).thenRefused('email_claim_held')
})

test('the same person may claim again, as after a crash', () => {
  given(emailClaim, claimed('ada')).when(claim('ada')).thenNothing()
})

test('an e-mail is taken over only from the holder who was seen', () => {
  given(emailClaim, claimed('ada')).when(takeOver('bola', 'ada')).then(claimed('bola'))
  given(emailClaim, claimed('chidi')).when(takeOver('bola', 'ada')).thenRefused('email_claim_held')
})

const people = fc.constantFrom('ada', 'bola', 'chidi')
const anyCommand: fc.Arbitrary<ClaimCommand> = fc.oneof(
  people.map(claim),
  fc.tuple(people, people).map(([userId, from]) => takeOver(userId, from)),
)
describeDeciderProperties(emailClaim, anyCommand, (state, history) => {
  expect(state.holder).toBe(history.at(-1)?.data.userId)
})

// A take-over may be forged where nobody abandoned the registration: that is in the holder's stream.
describeFollows(emailClaim, runsOf(anyCommand), {})
