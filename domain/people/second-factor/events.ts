import { z } from 'zod'
import { Instant } from '#domain/kernel/dates.ts'
import { type EventsOf, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { Id, line, text } from '#domain/kernel/text.ts'
import type { Rights } from '#domain/kernel/rights.ts'

/** At most so many people are told that a reset waits for a second person. */
export const MOST_TOLD = 100

const stamp = z.object({ userId: Id, by: Id, at: Instant })

/** A keyed hash (hex) of a recovery code, under the pepper of that number, which is outside of the log. */
const RecoveryHash = line(64)
const recovery = { recovery: z.array(RecoveryHash).min(1).max(20), pepper: z.int().min(1) }

/** Stream `secondFactor-{user id}`: what somebody shows beside their password to sign in. */
export const secondFactorEvents = {
  /**
   * They have shown a code of this secret (base32, RFC 6238), which an app on their phone has from now on; it takes the
   * place of the one before. Under the person's key: whoever has the log alone cannot make a code.
   */
  SecondFactorEnrolled: withFacts(
    stamp.extend({ enrolmentId: Id, secret: personalText(line(64)), ...recovery, replaces: Id.optional() }),
    { subject: 'userId' },
  ),
  /** They sign in by their password alone again. */
  SecondFactorRemoved: stamp.extend({ enrolmentId: Id }),
  /** They have other recovery codes; those from before are good for nothing. */
  RecoveryCodesReplaced: stamp.extend({ enrolmentId: Id, setId: Id, ...recovery }),
  /** One of them was used; it is none any more. */
  RecoveryCodeUsed: stamp.extend({ enrolmentId: Id, hash: RecoveryHash }),
  /** Somebody who administers wants it gone, as the phone is lost; another has to say so too. */
  SecondFactorResetAsked: withFacts(
    stamp.extend({
      resetId: Id,
      reason: text(1_000),
      /** User ids of those who are told by mail that they may confirm it. */
      toConfirm: z.array(Id).max(MOST_TOLD),
    }),
    // 1 to 2: nobody was told.
    { upcasters: [(data) => ({ ...data, toConfirm: [] })] },
  ),
  /** It is not reset after all: who asked took it back, another said no, or its owner did. */
  SecondFactorResetDeclined: stamp.extend({ resetId: Id, reason: text(1_000) }),
  /** Two have said so: it is gone, and whoever's it was enrols another one. */
  SecondFactorReset: stamp.extend({ resetId: Id }),
}
export type SecondFactorEvent = EventsOf<typeof secondFactorEvents>

export const secondFactorRights: Rights<SecondFactorEvent> = {
  SecondFactorEnrolled: { own: 'userId' },
  SecondFactorRemoved: { own: 'userId' },
  RecoveryCodesReplaced: { own: 'userId' },
  RecoveryCodeUsed: { own: 'userId' },
  SecondFactorResetAsked: { permission: ['MANAGE_ROLE'] },
  SecondFactorResetDeclined: { permission: ['MANAGE_ROLE'], own: 'userId' },
  SecondFactorReset: { second: ['SecondFactorResetAsked'] },
}
