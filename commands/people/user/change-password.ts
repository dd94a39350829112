import type pg from 'pg'
import { type Command, isRefusal, type Refusal } from '#domain/kernel/decider.ts'
import { isRegistered, user, type UserRefusal } from '#domain/people/user/user.ts'
import { handle, type Handler, load } from '#commands/handle.ts'
import { deriveId } from '#commands/ids.ts'
import type { Position } from '#commands/log/event-log.ts'
import type { Credentials } from './credentials.ts'

/** `codeId` is the recovery code that was right; left out, the person is signed in. The password is beside it: in no event. */
export type ChangePassword = Command<
  'ChangePassword',
  { readonly userId: string; readonly changeId: string; readonly codeId?: string | undefined }
>
export type PasswordChanged =
  | { readonly outcome: 'done'; readonly position: Position }
  | { readonly outcome: 'refused'; readonly refusal: Refusal<UserRefusal> }

/**
 * Sets a new password, does `alongside` in the same transaction (sessions end), and records that it changed. Cut in between
 * it is recorded by `recordPasswordChanges`. Done again with the code that has been used for this very password, whose answer
 * was lost, it is done already.
 */
export async function changePassword(
  { handler, credentials }: { readonly handler: Handler; readonly credentials: Credentials },
  command: ChangePassword,
  password: string,
  alongside: (client: pg.ClientBase) => Promise<unknown>,
): Promise<PasswordChanged> {
  const { userId, changeId, codeId } = command.data
  const state = await load(handler, user, userId)
  const decision = user.decide(command, state)
  if (isRefusal(decision)) {
    const isSame = codeId !== undefined && isRegistered(state) && state.recoveredBy === codeId
    if (isSame && (await credentials.check(userId, password))) return { outcome: 'done', position: 0 }
    return { outcome: 'refused', refusal: decision }
  }
  await credentials.setPassword(userId, password, { id: changeId, codeId, at: command.at, alongside })
  const recorded = await handle(handler, user, userId, command)
  await credentials.changeRecorded(userId, changeId)
  return recorded
}

/** Records the changes of passwords that were cut off before they were: those of before then (ms since 1970). */
export async function recordPasswordChanges(
  { handler, credentials }: { readonly handler: Handler; readonly credentials: Credentials },
  before: number,
): Promise<void> {
  for (const { userId, id, codeId, at } of await credentials.unrecorded(before)) {
    const origin = { roles: [], permission: 'public', correlationId: id }
    const command = {
      type: 'ChangePassword',
      id: deriveId('unrecorded', id),
      by: userId,
      at,
      origin,
      data: { userId, changeId: id, codeId },
    } as const
    // A *no* is the end of it too: who is closed or erased since signs in with no password.
    await handle(handler, user, userId, command)
    await credentials.changeRecorded(userId, id)
  }
}
