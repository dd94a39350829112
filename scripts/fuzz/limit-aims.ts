import { handle, load } from '#commands/handle.ts'
import { newId } from '#commands/ids.ts'
import { kobo } from '#domain/kernel/money.ts'
import { secondPersonAboveIn } from '#domain/people/setting/second-person-limit.ts'
import { setting, type SettingCommand, SITE } from '#domain/people/setting/setting.ts'
import { whoMay, type World } from './aim-world.ts'
import type { Aim } from './calls.ts'
import type { Operation } from './operations.ts'

/** A limit for a second person, one kobo above the one that holds, that waits for the right person. */
export async function waitingLimit(world: World, { url }: Operation): Promise<readonly Aim[]> {
  const [by = '', other = ''] = whoMay(world, 'MANAGE_SITE_SETTING').map(({ id }) => id)
  const { handler, now } = world.context
  const give = async (command: Pick<SettingCommand, 'type' | 'data'>, giver: string) => {
    const id = newId(now())
    const origin = { roles: [], permission: 'MANAGE_SITE_SETTING', correlationId: id }
    const whole = { ...command, id, by: giver, at: new Date(now()).toISOString(), origin } as SettingCommand
    await handle(handler, setting, SITE, whole)
    return id
  }
  const state = await load(handler, setting, SITE)
  const { limitProposal: before } = state
  // One waits at a time.
  if (before !== undefined)
    await give({ type: 'WithdrawSecondPersonAbove', data: { request: before.request } }, before.by)
  const amount = kobo(secondPersonAboveIn(state) + 1)
  const giver = url.endsWith('/withdraw') ? by : other
  const proposal = await give({ type: 'ProposeSecondPersonAbove', data: { amount, reason: 'Passing' } }, giver)
  return [{ by, body: { proposal, ...(url.endsWith('/decline') ? { reason: 'Passing' } : {}) } }]
}
