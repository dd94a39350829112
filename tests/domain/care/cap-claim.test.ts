import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capClaim } from '#domain/care/cap-claim/cap-claim.ts'
import type { CapClaimEvent } from '#domain/care/cap-claim/events.ts'
import type { ClaimCommand } from '#domain/kernel/claim.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { describeFollows, runsOf } from '#tests/support/follows-properties.ts'
import { given } from '#tests/support/given.ts'

const claimed = (userId: string): CapClaimEvent => ({ type: 'CapIdClaimed', data: { userId, by: 'user-1', at: AT } })
const claim = (userId: string) => command('Claim', { userId })
const takeOver = (userId: string, from: string) => command('TakeOver', { userId, from })

test('an CAP number is held by one patient, who may claim it again, and taken over only from the holder who was seen', () => {
  given(capClaim).when(claim('ada')).then(claimed('ada'))
  given(capClaim, claimed('ada')).when(claim('ada')).thenNothing()
  given(capClaim, claimed('ada')).when(claim('bola')).thenRefused('cap_claim_held')
  given(capClaim, claimed('ada')).when(takeOver('bola', 'ada')).then(claimed('bola'))
  given(capClaim, claimed('chidi')).when(takeOver('bola', 'ada')).thenRefused('cap_claim_held')
})

const people = fc.constantFrom('ada', 'bola', 'chidi')
const anyCommand: fc.Arbitrary<ClaimCommand> = fc.oneof(
  people.map(claim),
  fc.tuple(people, people).map(([userId, from]) => takeOver(userId, from)),
)
describeDeciderProperties(capClaim, anyCommand, (state, history) => {
  expect(state.holder).toBe(history.at(-1)?.data.userId)
})
describeFollows(capClaim, runsOf(anyCommand), {})
