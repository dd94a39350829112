import { user } from '#domain/people/user/user.ts'
import { patient } from '#domain/care/patient/patient.ts'
import { load } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { erasePerson, type Eraser, removeAll } from './erase-person.ts'
import type { RestoredNote } from './restored-note.ts'

type Finisher = Eraser & { readonly now: () => number; readonly restored: RestoredNote }

/**
 * Finishes erasures that were cut short: of those whom the log erases and whose key is still there. And behind a restore makes
 * those good that the log does not know of: keys are kept apart from backups, so that a key that was destroyed after a backup
 * tells, once that is restored, whom to erase again. Rows alone remove nobody: whoever can write to them could have the portal
 * destroy what it keeps of anybody, and record that as its own doing. That a key is gone without an event is for verify to find.
 */
export async function finishErasures(eraser: Finisher, signal: AbortSignal): Promise<void> {
  const { keys, pool, restored } = eraser
  const isRestored = await restored.isThere()
  const { rows } = await pool.query<{ person_id: string; is_met: boolean }>(
    `select person_id, true as is_met from erased_person e
      where not exists (select from person_key k
                         where k.person_id = e.person_id and k.destroyed_at is not null and k.wrapped_key is null)
     union all
     select person_id, false from person_key k
      where k.destroyed_at is not null and not exists (select from erased_person e where e.person_id = k.person_id)`,
  )
  const destroyed = await keys.destroyed(rows.flatMap((row) => (row.is_met ? [] : [row.person_id])))
  for (const { person_id: personId, is_met: isMet } of rows) {
    if (signal.aborted) return
    if (!isMet && !destroyed.has(personId)) continue
    if ((isMet || !isRestored) && !(await isErasedByLog(eraser, personId))) continue
    // A key of somebody whom the log does not know, or may not lose, leaves what is kept of them unreadable all the same.
    const isDone = !isMet && (await eraseAgain(eraser, personId))
    if (!isDone) await removeAll(eraser, personId)
  }
  if (isRestored) await restored.end()
}

async function isErasedByLog({ handler }: Eraser, personId: string): Promise<boolean> {
  if ((await load(handler, user, personId)).status === 'erased') return true
  return (await load(handler, patient, personId)).status === 'erased'
}

/** Whether it could be recorded, and all was done with it. */
async function eraseAgain(eraser: Finisher, personId: string): Promise<boolean> {
  const id = newId(eraser.now())
  const { outcome } = await erasePerson(eraser, {
    ...{ type: 'ErasePerson', id, by: 'housekeeping', at: new Date(eraser.now()).toISOString() },
    data: { personId, reason: 'The key had been destroyed when the log was restored' },
    origin: { roles: [], permission: '', correlationId: id },
  })
  return outcome === 'done'
}
