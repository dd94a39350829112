import { z } from 'zod'
import { MAX_DISPUTE_COMMENTS } from '#domain/money/dispute/limits.ts'
import { DISPUTE_OUTCOMES } from '#domain/money/dispute/outcomes.ts'
import { one } from '#api/contracts/common.ts'
import { shown } from '#api/contracts/done.ts'
import { digits, Key, requiredText } from '#api/contracts/input.ts'
import { Documents, ShownDocument } from './attached-documents.ts'

/** The number of a message: which of its dispute it is, rising. */
const MessageNumber = digits(0, MAX_DISPUTE_COMMENTS * 2)

/** One message about a dispute, under the names that both specs have for it (Dispute.comments[], ChatMessage). */
export const DisputeComment = z.object({
  id: z.string(),
  number: z.int().describe('Rising within its dispute'),
  user: z.object({
    name: z.string(),
    coe_name: z.string().nullable().describe('Of which hospital; null of the ministry'),
  }),
  username: z.string().describe('The same as user.name'),
  comment: z.string().nullable().describe('Null where it is not for this caller'),
  created_at: z.string(),
  timestamp: z.string().describe('The same as created_at'),
  is_own: z.boolean(),
  documents: z.array(ShownDocument),
})
export type DisputeComment = z.infer<typeof DisputeComment>

/** GET /api/transactions/{transaction_id}/dispute/comments (E135): a dispute of a bill with what was said about it. */
export const DisputeChat = one(
  z.object({
    id: z.string().describe('Of the dispute'),
    transaction: z.object({ id: z.string(), transaction_id: z.string() }),
    status: z.enum(['open', ...DISPUTE_OUTCOMES]),
    reason_for_dispute: z.string().nullable().describe('Null where it is not for this caller'),
    raiser: z.object({ name: z.string() }),
    documents: z.array(ShownDocument).describe('What its raiser attached'),
    created_at: z.string(),
    is_masked: z.boolean().describe('Whether what was said is not for this caller'),
    comments: z.array(DisputeComment).describe('Oldest first; behind `seen` where that was asked'),
    last: z.int().describe('The number of the last message, to ask `seen` by; 0 where there is none'),
    read: z.int().describe('Up to which number the caller has read'),
    send_refused: z.string().nullable().describe('Why the caller can write nothing there; null where they can'),
  }),
)
export type DisputeChat = z.infer<typeof DisputeChat>['data']

export const DisputeChatQuery = z.strictObject({
  dispute_id: Key.optional().describe('Which dispute of the bill; the newest when left out'),
  seen: MessageNumber.optional().describe(
    'Answers what is behind that message, and while the dispute is open waits up to five seconds for it',
  ),
})

/** POST /api/transactions/{transaction_id}/dispute/comments (E136); `transaction_id` as in the path, if it is sent. */
export const DisputeCommentBody = z.strictObject({
  transaction_id: Key.optional(),
  dispute_id: Key.optional().describe('Which dispute is meant; the newest when left out'),
  comment: requiredText(1_000, 'Write a message'),
  documents: Documents,
})
export type DisputeCommentBody = z.input<typeof DisputeCommentBody>

/** What E136 answers: the new message. */
export const DisputeCommented = z.object({
  message: z.string(),
  data: DisputeComment.extend({ position: z.int().describe('Log position of its effect'), ...shown }),
})

/** POST /api/transactions/{transaction_id}/dispute/comments/read: all up to a number. */
export const DisputeReadBody = z.strictObject({ dispute_id: Key, number: MessageNumber })
export const DisputeRead = one(z.object({ read: z.int() }))

/** GET /api/disputes/unread: the disputes with messages that the caller has not read, the newest message first. */
export const UnreadDisputes = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      transaction: z.object({ id: z.string() }),
      unread: z.int(),
      is_followed: z.boolean().describe('The caller is of its hospital, or raised it, wrote or looked there'),
    }),
  ),
})
