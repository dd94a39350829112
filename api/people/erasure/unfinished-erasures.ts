import { newId } from '#commands/ids.ts'
import { erasePerson, type Eraser, removeAll } from './erase-person.ts'

/**
 * Finishes erasures that were cut short: of those whom a read model has met as erased and whose key is still there. And
 * makes those good that the log does not know of: keys are kept apart from backups, so that a key that was destroyed
 * after a backup tells, once that is restored, whom to erase again.
 */
export async function finishErasures(
  eraser: Eraser & { readonly now: () => number },
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await eraser.pool.query<{ person_id: string; is_recorded: boolean }>(
    `select person_id, true as is_recorded from erased_person e
      where not exists (select from person_key k where k.person_id = e.person_id and k.destroyed_at is not null)
     union all
     select person_id, false from person_key k
      where k.destroyed_at is not null and not exists (select from erased_person e where e.person_id = k.person_id)`,
  )
  for (const { person_id: personId, is_recorded: isRecorded } of rows) {
    if (signal.aborted) return
    // A key of somebody whom the log does not know, or may not lose, leaves what is kept of them unreadable all the same.
    const isDone = !isRecorded && (await eraseAgain(eraser, personId))
    if (!isDone) await removeAll(eraser, personId)
  }
}

/** Whether it could be recorded, and all was done with it. */
async function eraseAgain(eraser: Eraser & { readonly now: () => number }, personId: string): Promise<boolean> {
  const id = newId(eraser.now())
  const { outcome } = await erasePerson(eraser, {
    ...{ type: 'ErasePerson', id, by: 'housekeeping', at: new Date(eraser.now()).toISOString() },
    data: { personId, reason: 'The key had been destroyed when the log was restored' },
    origin: { roles: [], permission: '', correlationId: id },
  })
  return outcome === 'done'
}
